"""The numbers, counts and lengths of a WebAssembly module, written anew for what is left of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from thresher.formats.binaries.cursor import encoded
from thresher.formats.programs.wasm.module import DATA, WasmModule
from thresher.structures.trees.splice import Cut


def renumbered(module: WasmModule, cuts: Sequence[Cut]) -> list[Cut]:
    """With all numbers, counts and lengths."""
    cuts = list(_split(cuts, sorted({each for vector in module.vectors for each in (vector.start, vector.stop)})))
    gone = InsideCuts(cuts)
    new = [{each: number for number, each in enumerate(_left(module, gone, space))} for space in module.spaces]
    made = [*cuts]
    for each in module.indexed:
        if each.span[0] < each.span[1] and not gone(*each.span) and each.number in new[each.space]:
            made.append((*each.span, encoded(new[each.space][each.number])))
    for span, elements in module.counts:
        if not gone(*span):
            made.append((*span, encoded(sum(not gone(*each) for each in elements))))
    if module.data_count is not None:
        made.append((*module.data_count, encoded(len(new[DATA]))))
    for vector in module.vectors:
        left = sum(not gone(*entry) for entry in vector.entries)
        if not left and vector.entries:
            made.append((vector.start, vector.stop, b""))
        elif vector.counted[0] < vector.counted[1]:
            made.append((*vector.counted, encoded(left)))
    return _sized(module, made)


def _left(module: WasmModule, gone: InsideCuts, space: Sequence[int]) -> list[int]:
    """The old numbers of the entries that are left."""
    items = ((number, module.items[item]) for number, item in enumerate(space))
    return [number for number, item in items if not gone(item.start, item.stop)]


def _sized(module: WasmModule, cuts: list[Cut]) -> list[Cut]:
    """With the lengths of bodies, then of sections."""
    outer = InsideCuts(cuts)
    change = _Change(cuts)
    cuts += [
        (*size, encoded(max(body[1] - body[0] + change(*body), 0)))
        for size, body in module.bodies
        if not outer(size[0], body[1])
    ]
    change = _Change(cuts)
    cuts += [
        (*vector.size, encoded(max(vector.stop - vector.size[1] + change(vector.size[1], vector.stop), 0)))
        for vector in module.vectors
        if not outer(vector.start, vector.stop)
    ]
    return _outermost(cuts)


def _split(cuts: Sequence[Cut], borders: Sequence[int]) -> Iterator[Cut]:
    """Removals that go over the borders of sections, in pieces."""
    for start, stop, text in cuts:
        inner = borders[bisect_left(borders, start + 1) : bisect_left(borders, stop)]
        for low, high in pairwise([start, *inner, stop]):
            yield low, high, text if low == start else b""


class InsideCuts:
    """Whether bytes are within a cut that removes them."""

    def __init__(self, cuts: Sequence[Cut]) -> None:
        self._cuts = _outermost(cuts)
        self._starts = [start for start, _, _ in self._cuts]

    def __call__(self, start: int, stop: int) -> bool:
        at = bisect_left(self._starts, start + 1) - 1
        return at >= 0 and stop <= self._cuts[at][1] and start < stop


class _Change:
    """How much longer bytes become by cuts."""

    def __init__(self, cuts: Sequence[Cut]) -> None:
        found = _outermost(cuts)
        self._starts = [start for start, _, _ in found]
        self._sums = [0, *accumulate(len(text) - (stop - start) for start, stop, text in found)]

    def __call__(self, start: int, stop: int) -> int:
        return self._sums[bisect_left(self._starts, stop)] - self._sums[bisect_left(self._starts, start)]


def _outermost(cuts: Sequence[Cut]) -> list[Cut]:
    """Sorted, without those inside others."""
    found: list[Cut] = []
    for cut in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if not found or cut[0] >= found[-1][1]:
            found.append(cut)
    return found
