"""Asks what happens without each part of a content, and what else may replace it.

Nearly all removals were tried by the reduction itself, so they are looked up. Whether a part may vary is tested: up to
three others of its kind and two of another, so at most five runs for a part. Nothing is concluded from parts that may
vary one by one: whole constructs, and all parts at once, are tested in exactly that form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from thresher.engine.driver import Driver
from thresher.explain.descriptions import construct_descriptions
from thresher.explain.explanation import Needed, TriedText, Variation
from thresher.explain.replaceable_parts import EXPRESSION, EXPRESSIONS, Span, parts_of, varied
from thresher.kernel.outcome import Outcome, Verdict
from thresher.plan import Plan
from thresher.verify.removals import DOES_NOT_PARSE, SingleRemoval, removals
from thresher.verify.verification import ask_unknown

REPLACEMENTS_PER_CONSTRUCT = 2  # others of its kind


class PartInquiry:
    """Asks everything about a content, in the order of its parts."""

    def __init__(
        self,
        content: bytes,
        name: str,
        plan: Plan,
        driver: Driver[bytes],
        known: Callable[[bytes], Verdict | None],
    ) -> None:
        self._removals = [
            (stage.format, removal)
            for stage, single_removals in removals(content, name, plan)
            for removal in single_removals
        ]
        self._parts = parts_of(content, name, plan)
        self._content, self._driver, self._known = content, driver, known
        self._name, self._plan = name, plan

    def run(self) -> None:
        """Tests what is not known yet."""
        self._ask(removal.rest for _, removal in self._removals if removal.parses and removal.rest)
        self._ask(content for part in self._parts for _, content in part.others)
        free = [part for part in self._parts if self._all_fail(content for _, content in part.others)]
        self._ask(content for part in free for _, content in part.wider)
        self._ask(content for _, _, contents in self._constructs() for content in contents)
        all_varied = self._all_varied()
        self._ask([all_varied] if all_varied is not None else [])

    def _ask(self, contents: Iterable[bytes]) -> None:
        ask_unknown(self._driver, contents, self._known)

    def _all_fail(self, contents: Iterable[bytes]) -> bool:
        known = [self._known(content) for content in contents]
        return all(verdict is not None and verdict.outcome is Outcome.FAIL for verdict in known)

    def needed(self) -> Iterator[Needed]:
        """What happens without each part, coarse ones first; a part that equals a coarser one is listed once."""
        seen: set[Span] = set()
        for unit, removal in self._removals:
            span = _trimmed_span(removal)
            if span not in seen and span[0] < span[1]:
                seen.add(span)
                unknown = "" if removal.parses else DOES_NOT_PARSE
                verdict = self._known(removal.rest)
                outcome, reason = (verdict.outcome, verdict.reason) if verdict else (None, unknown)
                singular = unit[:-1] if unit.endswith("s") else "node"
                yield Needed(span, singular, outcome, reason, removal.instead)

    def variations(self) -> Iterator[Variation]:
        """What may replace each part."""
        for part in self._parts:
            tried, complete = self._tried(part.others)
            wider, _ = self._tried(part.wider)
            every = (content for _, content in (*part.others, *part.wider))
            is_wide = len(wider) == len(EXPRESSIONS) and self._all_fail(every)
            noun = EXPRESSION if is_wide else part.noun
            yield Variation(part.spans, part.text, noun, (*tried, *wider) if is_wide else tried, complete)

    def construct_descriptions(self) -> Iterator[tuple[Span, str]]:
        """The constructs that two others of their kind, sharing no word with them, can replace without losing the
        failure.
        """
        for span, description, contents in self._constructs():
            if self._all_fail(contents):
                yield span, description

    def together(self) -> TriedText | None:
        """The content with all free parts replaced at once, and its outcome."""
        content = self._all_varied()
        verdict = self._known(content) if content is not None else None
        return TriedText(content, verdict.outcome, verdict.reason) if content is not None and verdict else None

    def _constructs(self) -> Iterator[tuple[Span, str, list[bytes]]]:
        """Constructs in which every part may vary, and contents with others of their kind in their place."""
        free = self._free()
        for span, description in construct_descriptions(
            self._content, self._name, self._plan, [spans for spans, _ in free]
        ):
            contents = [
                varied(self._content, free, within=span, turn=turn) for turn in range(REPLACEMENTS_PER_CONSTRUCT)
            ]
            if all(map(self._parses, contents)):
                yield span, description, contents

    def _all_varied(self) -> bytes | None:
        free = self._free()
        content = varied(self._content, free) if free and self._plan.inside is None else None
        return content if content is not None and self._parses(content) else None

    def _free(self) -> list[tuple[tuple[Span, ...], tuple[bytes, ...]]]:
        return [(each.spans, tuple(one.text for one in each.tried)) for each in self.variations() if each.free]

    def _parses(self, content: bytes) -> bool:
        syntax = self._plan.syntax
        return syntax is None or syntax.parse(self._name, self._content).valid_text(content)

    def _tried(self, others: Sequence[tuple[bytes, bytes]]) -> tuple[tuple[TriedText, ...], bool]:
        verdicts = [(text, self._known(content)) for text, content in others]
        tried = tuple(TriedText(text, verdict.outcome, verdict.reason) for text, verdict in verdicts if verdict)
        return tried, bool(tried) and len(tried) == len(others)


def _trimmed_span(removal: SingleRemoval) -> Span:
    """Where the removed text is, without surrounding white space unless it is nothing else."""
    text = removal.gone.strip()
    if not text:
        return removal.start, removal.stop
    start = removal.start + len(removal.gone) - len(removal.gone.lstrip())
    return start, start + len(text)
