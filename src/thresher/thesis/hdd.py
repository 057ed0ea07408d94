"""Algorithm 1 of the HDD thesis, on any tree and tester that have the thesis' methods."""

# ruff: noqa: N802  # the names are the thesis'

from __future__ import annotations

from collections.abc import Callable, Collection
from hashlib import blake2b
from typing import Protocol

from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.trees.lift import Minimizer
from thresher.kernel.selection import Selection
from thresher.thesis.outcomes import FAIL, TesterAnswer, outcome_of


class ReducibleTree(Protocol):
    """The methods of a tree that HDD calls."""

    def setLevels(self) -> object:
        """Labels nodes with their level; the root has level 0."""

    def unparse(self) -> str | bytes:
        """The current text of the tree."""

    def tag(self, level: int) -> int | Collection[int]:
        """Numbers the nodes that are left on a level 0, 1, 2, ...; returns how many there are, or their numbers."""

    def setRemove(self, level: int, tokeep: list[int]) -> object:
        """Removes the nodes of a level for now, except those to keep."""

    def clearRemove(self) -> object:
        """Undoes every `setRemove`."""

    def commitRemove(self, level: int, tokeep: list[int]) -> object:
        """Removes the nodes of a level for good, except those to keep."""


class HDDTester(Protocol):
    """An oracle in the shape of the thesis' HDDTest."""

    def test(self, text: str | bytes, /) -> TesterAnswer:
        """FAIL, True, 1 or "FAIL" if the failure occurs."""


def HDD(tree: ReducibleTree, tester: HDDTester, *, minimizer: Minimizer = ddmin) -> str | bytes:
    """Algorithm 1: minimizes level by level and prunes the tree in place, to its last failing state.

    No text is tested twice. A level that ends up with one node is also tried without it, unless it is the root. Returns
    the text.
    """
    test = _Cached(tester)
    tree.setLevels()
    level = 0
    while (count := _count(tree.tag(level))) > 0:
        tree.commitRemove(level, list(_minimum(tree, test, level, count, minimizer)))
        level += 1
    return tree.unparse()


def _count(tagged: int | Collection[int]) -> int:
    if isinstance(tagged, int):
        return tagged
    if isinstance(tagged, Collection):
        return len(tagged)
    raise TypeError(f"tag(level) must return how many nodes it tagged, or their numbers; not {tagged!r}")


def _minimum(
    tree: ReducibleTree, test: Callable[[str | bytes], bool], level: int, count: int, minimizer: Minimizer
) -> Selection:
    """The nodes of a level that the failure needs."""

    def fails(kept: Selection) -> bool:
        tree.setRemove(level, list(kept))
        text = tree.unparse()
        tree.clearRemove()
        return test(text)

    search = minimizer(Selection.all(count))
    try:
        stream = next(search)
        while True:
            stream = search.send(next((probe for probe in stream if fails(probe.candidate)), None))
    except StopIteration as stop:
        kept: Selection = stop.value
    return Selection() if level > 0 and len(kept) == 1 and fails(Selection()) else kept


class _Cached:
    """Runs the tester once for each text."""

    def __init__(self, tester: HDDTester) -> None:
        self._tester = tester
        self._known: dict[bytes, bool] = {}

    def __call__(self, text: str | bytes) -> bool:
        data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
        key = blake2b(data).digest()
        if key not in self._known:
            self._known[key] = outcome_of(self._tester.test(text)) is FAIL
        return self._known[key]
