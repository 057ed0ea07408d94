"""Has what the first stage needs built while the input is run for the first time: on a large input both take long."""

from __future__ import annotations

from threading import Thread

from thresher.engine.rounds import Rounds
from thresher.engine.stage_driver import StageDriver
from thresher.plan import Plan
from thresher.plan.stages import DependencyStage, OutlineStage
from thresher.structures.document import Document, NamedDocument

WORTHWHILE = 1 << 18  # bytes of an input


class Preparation:
    """Parses an input, and finds its references, in a thread of its own; stages find both in the caches they use.

    Nothing depends on how long it takes, since it has ended when the search begins.
    """

    def __init__(self, driver: StageDriver, plan: Plan, name: str, content: bytes) -> None:
        self._driver, self._plan, self._name, self._content = driver, plan, name, content
        self._thread = Thread(target=self._prepare, name="preparation", daemon=True)

    @classmethod
    def begun(cls, driver: StageDriver, plan: Plan, name: str, content: bytes) -> Preparation:
        """One that is under way, if the input is large and is parsed as a whole."""
        preparation = cls(driver, plan, name, content)
        is_parsed = plan.syntax is not None and not isinstance(plan.stages[0], OutlineStage)
        if is_parsed and len(content) >= WORTHWHILE:
            preparation._thread.start()
        return preparation

    def end(self) -> None:
        """Waits until all is prepared."""
        if self._thread.ident is not None:
            self._thread.join()

    def _prepare(self) -> None:
        assert self._plan.syntax is not None
        first = self._plan.stages[0]
        try:
            document = self._plan.syntax.parse(self._name, self._content)
            if isinstance(first, DependencyStage):
                Thread(target=self._parse_by_compiler, args=[document], daemon=True).start()
            _ = document.tree
            if isinstance(first, DependencyStage):
                found = first.found(Rounds(self._driver, self._plan, self._name), self._content)
                self._driver.checkers.worker.known.add(self._content, found, inside=first.inside)
        except Exception:  # noqa: BLE001 - the stage has the same error, and reports it
            pass

    def _parse_by_compiler(self, document: Document) -> None:
        """Has libclang parse the input at the same time as we do; what it is asked then is answered sooner."""
        from thresher.engine.clang.dependencies import knows, possible_options  # noqa: PLC0415 - not before the first test

        if isinstance(document, NamedDocument) and knows(document.language):
            checkers = self._driver.checkers
            options = next(possible_options(document.language, checkers.flags))
            checkers.worker.parse_ahead(self._content, options)
