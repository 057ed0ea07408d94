"""One stage of a plan on one content: a search, driven to its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TypeAlias

from thresher import formats
from thresher.algorithms import list_algorithm
from thresher.algorithms.at_once import at_once
from thresher.algorithms.dependents import dependents
from thresher.algorithms.filtered import filtered, shrinking
from thresher.algorithms.galloping import while_it_pays
from thresher.algorithms.n_minimal import n_minimal
from thresher.algorithms.patient import patient
from thresher.algorithms.peeled import peeled
from thresher.algorithms.rddmin import extended
from thresher.algorithms.single_removals import exhausted, single_removals
from thresher.algorithms.tree_algorithms import tree_algorithm
from thresher.formats.events import EventsDocument, nearest, read_log, renderer
from thresher.formats.mentions import mentions
from thresher.formats.tokens import count_tokens
from thresher.grammars.language import Language
from thresher.kernel import ordering
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.passes import pass_named
from thresher.plan import CLANG_DELTA, DEPENDENTS, GUIDED, Plan, Stage
from thresher.session import clang_delta
from thresher.session.asker import Asker
from thresher.structures.document import Document
from thresher.structures.nest import Nest
from thresher.structures.rewrites import Rewrites
from thresher.structures.tree import Tree

Begin: TypeAlias = Callable[[], Search[Selection, Selection]]

LATELY = 1 << 12  # candidates
UNMENTIONED = "peeled"
PATIENCE = 20  # misses in a row after which a search ends that guarantees nothing; half as many on later visits


class Stages:
    """The stages of a plan, on the content of a file of that name; each returns what is left of a content."""

    def __init__(self, asker: Asker, plan: Plan, name: str) -> None:
        self._asker, self._plan, self._name = asker, plan, name

    def run(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search; a second visit expects that nearly all is needed."""
        if stage.algorithm == CLANG_DELTA:
            return self._clang_delta_stage(current)
        if stage.is_of_steps:
            return self._step_stage(stage, current, again=again)
        if stage.is_pass:
            return self._pass_stage(stage, current, again=again)
        if stage.on_tree:
            return self._tree_stage(stage, current, again=again)
        if stage.on_container:
            return self._container_stage(stage, current, again=again)
        return self._list_stage(stage, current, again=again)

    def _list_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search on the units of the current content."""
        units = formats.parse(stage.format, current).coarser(stage.factor)
        algorithm = list_algorithm("one_by_one" if again else stage.algorithm)
        self._asker.started(stage.format, algorithm.name, len(units))
        everything = Selection.all(len(units))
        search = while_it_pays if stage.hasty and not again else algorithm.search
        if self._plan.minimality > 1:
            search = partial(n_minimal, n=self._plan.minimality, minimizer=algorithm.search)
        if self._plan.syntax is None:
            return units.render(self._asker.drive(partial(search, everything), units.render))
        document = self._parsed(self._plan.syntax, current)
        valid = self._in_time(lambda kept: document.valid_text(units.render(kept)))
        return units.render(self._asker.drive(lambda: filtered(search(everything), valid), units.render))

    def _tree_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search on the tree of the current content."""
        document = self._parsed(stage.format, current)
        begin, valid = self._tree_search(stage, document.tree, again=again), self._in_time(document.valid)

        def search() -> Search[Selection, Selection]:
            found = filtered(begin(), valid)
            if stage.certifies:
                return found
            return patient(found, document.tree.everything, _patience(PATIENCE, again=again))

        render = renderer(document)
        narrow = document.narrowed if isinstance(document, EventsDocument) else None
        return render(self._asker.drive(search, render, narrow=narrow))

    def _container_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search on the parts of the current content."""
        current = current if again else self._without_unmentioned(stage, current)
        nest = formats.format_named(stage.format).nest(self._name, current)
        if nest is None or len(nest) == 1:
            return current
        return nest.render(self._asker.drive(self._tree_search(stage, nest, again=again), nest.render))

    def _without_unmentioned(self, stage: Stage, current: bytes) -> bytes:
        """Less the files that no other file mentions, if there are files and that will do."""
        nest = formats.format_named(stage.format).nest(self._name, current)
        found = mentions(nest) if nest else {}
        if nest is None or not found or not tree_algorithm(stage.algorithm).takes_minimizer:
            return current
        self._asker.started(stage.format, UNMENTIONED, len(found))
        minimizer = list_algorithm(stage.minimizer).search
        search = partial(peeled, nest, nest.everything, found, minimizer=minimizer)
        return nest.render(self._asker.drive(search, nest.render))

    def _tree_search(self, stage: Stage, tree: Tree | Nest, *, again: bool) -> Begin:
        algorithm, everything = tree_algorithm(stage.algorithm), tree.everything
        self._asker.started(stage.format, algorithm.name, len(tree))
        if not algorithm.takes_minimizer:
            return lambda: shrinking(algorithm.search(tree, everything), everything, _sized(tree.render))
        if again:
            return partial(exhausted, tree, everything, single_removals)
        return partial(algorithm.search, tree, everything, minimizer=list_algorithm(stage.minimizer).search)

    def _step_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """One search on the steps of a log; a hint is of use but once."""
        if stage.algorithm == DEPENDENTS:
            return self._dependents_stage(current)
        return current if again else self._guided_stage(current)

    def _guided_stage(self, current: bytes) -> bytes:
        """The steps that a hint names, alone or with some others, if that fails."""
        hint, document = self._plan.hint, EventsDocument(current, self._name)
        if hint is None:
            return current
        reduction = nearest(document.log, read_log(hint.log, "the hint"))
        if not reduction:
            self._asker.record.note("the hint has no step in common with the log; it is of no use")
            return current
        self._asker.started(formats.EVENTS, GUIDED, len(document.log))
        return self._of_steps(document, partial(extended, Selection.all(len(document.log)), reduction, most=hint.most))

    def _dependents_stage(self, current: bytes) -> bytes:
        """Steps with those that get stuck without them."""
        document = EventsDocument(current, self._name)
        self._asker.started(formats.EVENTS, DEPENDENTS, len(document.log))
        return self._of_steps(document, partial(dependents, Selection.all(len(document.log))))

    def _of_steps(self, document: EventsDocument, search: Begin) -> bytes:
        """What a search leaves of the steps, which are executed one after the other."""

        def render(steps: Selection) -> bytes:
            return document.tree.render(document.with_steps(steps))

        return render(self._asker.drive(search, render, narrow=lambda steps, used: steps[:used]))

    def _pass_stage(self, stage: Stage, current: bytes, *, again: bool) -> bytes:
        """The edits of a pass, as many as can be made."""
        chosen, document = pass_named(stage.algorithm), self._parsed(stage.format, current)
        rewrites = Rewrites(current, list(chosen.edits(document)), document.tree.spacing)
        if not len(rewrites):
            return current
        self._asker.started(stage.format, chosen.name, len(rewrites))
        everything = Selection.all(len(rewrites))
        inner, size = list_algorithm(chosen.search).search, _sized(rewrites.render)
        valid = self._in_time(lambda kept: document.valid_text(rewrites.render(kept)))

        def search() -> Search[Selection, Selection]:
            found = at_once(everything, inner) if chosen.likely else inner(everything)
            found = shrinking(found, everything, size)
            found = found if chosen.loose else filtered(found, valid)
            return patient(found, everything, _patience(chosen.patience, again=again))

        return rewrites.render(self._asker.drive(search, rewrites.render))

    def _clang_delta_stage(self, current: bytes) -> bytes:
        """What clang_delta makes of a C or C++ program, if it is installed."""
        program, ending = clang_delta.find(), clang_delta.suffix(self._name, _named(self._plan.language))
        if program is None or ending is None:
            return current
        self._asker.started(self._plan.format, CLANG_DELTA, count_tokens(current))
        search = shrinking(clang_delta.ClangDelta(program, ending).rewrites(current), current, ordering.size)
        return self._asker.drive(search, bytes)

    def _in_time(self, valid: Callable[[Selection], bool]) -> Callable[[Selection], bool]:
        """The same check, stopped by the session's limits: a long row of invalid candidates costs time too.

        What was checked lately is known when a search is begun again.
        """
        known = lru_cache(LATELY)(valid)

        def check(kept: Selection) -> bool:
            self._asker.record.before()
            return known(kept)

        return check

    def _parsed(self, format: str, current: bytes) -> Document:
        return formats.parse_document(format, self._name, current, self._plan.language)


def _named(language: Language | str | None) -> str | None:
    return language if isinstance(language, str) else None


def _patience(patience: int, *, again: bool) -> int:
    return patience // 2 if again else patience


def _sized(render: Callable[[Selection], bytes]) -> Callable[[Selection], ordering.Size]:
    return lambda kept: ordering.size(render(kept))
