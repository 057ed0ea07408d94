"""Removes a part together with the variables and imports that only it uses.

Go refuses to compile a program with unused ones, so the part cannot go alone, and neither can what it uses. In
`t := f(); g(t)` the call goes with the variable, and with the import that `f` is from.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from thresher.passes.occurrences import in_quotes, names_of
from thresher.passes.ranking import applied
from thresher.structures.document import Document, NamedDocument
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut
from thresher.structures.trees.tree import Tree

MISS_LIMIT = 16
PERSISTENT = True
LANGUAGES = frozenset({"go"})  # in which what is not used is an error
MOST = 3000  # nodes
BLANK = b"_"
_DEFINED = re.compile(
    rb"(?<![\w.\])])(?P<var>var\s+)?(?P<names>\w+(?:\s*,\s*\w+)*)(?(var)\b(?!\s*[.(])|\s*(?::=|=(?!=)))\s*(?P<range>range\b)?"
)
_IMPORTED = re.compile(rb"(?:(?P<alias>[\w.]+)\s+)?[\"`](?:[^\"`]*/)?(?P<last>[^\"`/]*)[\"`]")
_NAME = re.compile(rb"\w+")
_TYPE_SWITCH = re.compile(rb"[^{\n]*\.\(type\)")


@dataclass(frozen=True, slots=True)
class Assigned:
    """Where variables are given a value: their names with positions, and what goes if none of them is used.

    `without_names` leaves the value.
    """

    names: tuple[tuple[bytes, int, int], ...]
    cuts: tuple[Cut, ...]
    without_names: tuple[Cut, ...]


def edits(document: Document) -> list[Rewrite]:
    """For each node that something is only used in: both go, or all but the value; what saves the most is last."""
    tree = document.tree
    if not isinstance(document, NamedDocument) or document.language not in LANGUAGES or len(tree) > MOST:
        return []
    definitions = _Definitions(tree)
    found: dict[bytes, Rewrite] = {}
    for cuts, keep_values in product(_parts(tree), (False, True)):
        more = definitions.unused_without(cuts, keep_values=keep_values)
        if more is not None and not definitions.undefined_without(more):
            found[applied(tree, more)] = Rewrite(more, "unused")
    return [found[text] for text in sorted(found, key=len, reverse=True)]


def _parts(tree: Tree) -> Iterator[list[Cut]]:
    """Each node that can go, and what is around each block in a statement."""
    for node in range(1, len(tree)):
        if tree.replacement(node) is not None:
            yield list(tree.cutter.cuts(tree.without(tree.everything, [node]), 0, len(tree)))
        start, stop = tree.starts[node], tree.stops[node]
        statement = tree.parent(node)
        if tree.data[start] == ord("{") and "statement" in tree.kind(statement).name:
            yield [(tree.starts[statement], start + 1, b""), (stop - 1, tree.stops[statement], b"")]


class _Definitions:
    """Variables by the function they are in, and imports."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._units = [*tree.children(0)]
        self._unit_starts = [tree.starts[unit] for unit in self._units]
        self._uses: dict[bytes, list[int]] = {
            name.text: [each.start for each in name.occurrences] for name in names_of(tree)
        }
        self._starts = sorted((start, text) for text, starts in self._uses.items() for start in starts)
        self._assigned: dict[tuple[int, bytes], list[Assigned]] = {}
        self._imports: dict[bytes, tuple[Cut, ...]] = dict(self._imported())
        for each in self._assignments():
            for text, start, _ in each.names:
                self._assigned.setdefault((self._unit(start), text), []).append(each)

    def unused_without(self, cuts: Iterable[Cut], *, keep_values: bool) -> tuple[Cut, ...] | None:
        """The cuts with all that nothing else uses, or all but the values; None if there is no more to remove."""
        gone, pending, extended = sorted(cuts), list(cuts), False
        while pending:
            more = [cut for cut in self._made_unused(pending, gone, keep_values=keep_values) if not _covered(cut, gone)]
            pending = _merged(more)
            extended = extended or bool(pending)
            gone = _merged([*gone, *pending])
        return tuple(gone) if extended else None

    def undefined_without(self, gone: tuple[Cut, ...]) -> bool:
        """Whether a variable is used that is assigned nowhere any more."""
        cuts = list(gone)
        return any(
            self._used(text, unit, cuts) and all(_within(at, cuts) for at in self._sites_of(unit, text))
            for unit, text in self._assigned
        )

    def _made_unused(self, lately: list[Cut], gone: list[Cut], *, keep_values: bool) -> Iterator[Cut]:
        for text, start in self._names_in(lately):
            if text in self._imports and not any(self._is_used_import(each, gone) for each in self._uses[text]):
                yield from self._imports[text]
            unit = self._unit(start)
            sites = self._assigned.get((unit, text), [])
            if sites and not self._used(text, unit, gone):
                for site in sites:
                    yield from self._without(text, unit, site, gone, keep_values=keep_values)

    def _is_used_import(self, start: int, gone: list[Cut]) -> bool:
        return not _within(start, gone) and not self._imports_something(self._units[self._unit(start)])

    def _imports_something(self, unit: int) -> bool:
        return "import" in self._tree.kind(unit).name

    def _without(self, text: bytes, unit: int, site: Assigned, gone: list[Cut], *, keep_values: bool) -> Iterator[Cut]:
        """The whole of an assignment, or a blank for the name if it has others."""
        if all(other in (BLANK, text) or not self._used(other, unit, gone) for other, _, _ in site.names):
            yield from site.without_names if keep_values else site.cuts
        else:
            yield from ((start, stop, BLANK) for other, start, stop in site.names if other == text)

    def _used(self, text: bytes, unit: int, gone: list[Cut]) -> bool:
        """Whether a name occurs in a function other than by being assigned."""
        assigned = self._sites_of(unit, text)
        return any(
            self._unit(start) == unit and start not in assigned and not _within(start, gone)
            for start in self._uses.get(text, [])
        )

    def _sites_of(self, unit: int, text: bytes) -> set[int]:
        """Where a variable of a function is assigned."""
        sites = self._assigned.get((unit, text), [])
        return {start for site in sites for other, start, _ in site.names if other == text}

    def _names_in(self, cuts: list[Cut]) -> set[tuple[bytes, int]]:
        """The names in what goes, each with the start of the function that it is in."""
        found = set()
        for start, stop, _ in cuts:
            low, high = bisect_left(self._starts, (start,)), bisect_left(self._starts, (stop,))
            found |= {(text, self._unit_starts[self._unit(at)]) for at, text in self._starts[low:high]}
        return found

    def _unit(self, position: int) -> int:
        return max(bisect_right(self._unit_starts, position) - 1, 0)

    def _imported(self) -> Iterator[tuple[bytes, tuple[Cut, ...]]]:
        """The name of each import, and what removes it."""
        tree = self._tree
        for unit in self._units:
            if self._imports_something(unit):
                specs = [*_IMPORTED.finditer(tree.data, tree.starts[unit], tree.stops[unit])]
                for spec in specs:
                    node = unit if len(specs) == 1 else self._starting(*spec.span())
                    if node is not None:
                        yield spec["alias"] or spec["last"], self._removed(node)

    def _assignments(self) -> Iterator[Assigned]:
        tree, quoted = self._tree, in_quotes(self._tree)
        for unit in self._units:
            if "function" not in tree.kind(unit).name and "method" not in tree.kind(unit).name:
                continue
            for found in _DEFINED.finditer(tree.data, tree.starts[unit], tree.stops[unit]):
                if not quoted(found.start()):
                    cuts = self._assignment(found)
                    spans = _NAME.finditer(tree.data, *found.span("names"))
                    names = tuple((name.group(), *name.span()) for name in spans)
                    if cuts:
                        yield Assigned(names, cuts, self._blanked(found, names, cuts))

    def _assignment(self, found: re.Match[bytes]) -> tuple[Cut, ...]:
        """What removes an assignment; only what is before the value where the value has to stay."""
        data = self._tree.data
        if found["range"]:
            return ((found.start(), found.start("range"), b""),)
        if data[: found.start()].rstrip().endswith(b"switch") and _TYPE_SWITCH.match(data, found.end()):
            return ((found.start(), found.end(), b""),)
        node = self._starting(found.start(), found.end())
        return self._removed(node) if node is not None else ()

    def _blanked(
        self, found: re.Match[bytes], names: tuple[tuple[bytes, int, int], ...], cuts: tuple[Cut, ...]
    ) -> tuple[Cut, ...]:
        """Blanks in the place of the names, so that the value stays; the same cuts where there is none, or it stays."""
        if found["range"] or found["var"] or any(cut[:2] == found.span() for cut in cuts):
            return cuts
        return ((found.start(), found.end(), b",".join([BLANK] * len(names)) + b"="),)

    def _removed(self, node: int) -> tuple[Cut, ...]:
        tree = self._tree
        if tree.replacement(node) == b"":
            return tuple(tree.cutter.cuts(tree.without(tree.everything, [node]), 0, len(tree)))
        stop = tree.stops[node]
        return ((tree.starts[node], stop + tree.data.startswith(b";", stop), b""),)

    def _starting(self, start: int, stop: int) -> int | None:
        """The outermost node that begins at a place and has a stretch in it, but no list of statements."""
        tree = self._tree
        nodes = range(1, len(tree))
        fits = (node for node in nodes if tree.starts[node] == start and tree.stops[node] >= stop)
        return next((node for node in fits if "list" not in tree.kind(node).name), None)


def _within(position: int, cuts: list[Cut]) -> bool:
    at = bisect_right(cuts, position, key=lambda cut: cut[0]) - 1
    return at >= 0 and position < cuts[at][1]


def _covered(cut: Cut, cuts: list[Cut]) -> bool:
    at = bisect_right(cuts, cut[0], key=lambda each: each[0]) - 1
    return at >= 0 and cut[1] <= cuts[at][1]


def _merged(cuts: Iterable[Cut]) -> list[Cut]:
    """The cuts in order, those inside or overlapping others as one."""
    found: list[Cut] = []
    for start, stop, new in sorted(cuts):
        if found and start < found[-1][1]:
            first, last, text = found[-1]
            found[-1] = first, max(last, stop), text if stop <= last else b""
        else:
            found.append((start, stop, new))
    return found
