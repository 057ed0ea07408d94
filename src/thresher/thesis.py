"""The interface of the HDD thesis, chapter 7: `HDD(tree, tester)` on a tree of your own.

The tree has the methods `setLevels`, `unparse`, `tag`, `setRemove`, `clearRemove` and `commitRemove`; the tester has
`test(text)`. `HDDTree` is such a tree, to build by hand, and `HDDTest` such a tester, which runs a command.
"""

# ruff: noqa: N802  # the names are the thesis'

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Protocol, Self

from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.trees.lift import Minimizer
from thresher.kernel.outcome import BooleanScalar, Outcome
from thresher.kernel.selection import Selection
from thresher.oracle.command import Program, located, observe
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories

__all__ = ["FAIL", "HDD", "PASS", "HDDTest", "HDDTester", "HDDTree", "ReducibleTree"]

PASS, FAIL = Outcome.PASS, Outcome.FAIL


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

    def test(self, text: str | bytes, /) -> Outcome | bool | BooleanScalar:
        """FAIL, or True, if the failure occurs."""


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
            self._known[key] = Outcome.of(self._tester.test(text)) is Outcome.FAIL
        return self._known[key]


class HDDTree:
    """A node: text and nodes in order, and what replaces it when it is removed. The methods are for the root.

    >>> condition = HDDTree("y!=0", replacement="0")
    >>> loop = HDDTree("while (", condition, ") { ", HDDTree("y--;"), " }")
    >>> program = HDDTree("f() { ", HDDTree("int y; "), loop, HDDTree(" return y;"), " }")
    >>> class Contains:
    ...     def test(self, text):
    ...         return FAIL if "int y" in text and "y--" in text else PASS
    >>> HDD(program, Contains())
    'f() { int y; while (0) { y--; } }'
    """

    def __init__(self, *parts: str | HDDTree, replacement: str = "") -> None:
        self.parts = parts
        self.replacement = replacement
        self._level = 0
        self._number = 0
        self._committed = False
        self._removed = False

    def setLevels(self) -> None:
        """Labels each node with its level."""
        nodes: Sequence[HDDTree] = [self]
        level = 0
        while nodes:
            for node in nodes:
                node._level = level
            nodes = [part for node in nodes for part in node.parts if isinstance(part, HDDTree)]
            level += 1

    def tag(self, level: int) -> int:
        """Numbers the nodes of a level that are not removed for good; returns how many there are."""
        nodes = list(self._on(level))
        for number, node in enumerate(nodes):
            node._number = number
        return len(nodes)

    def setRemove(self, level: int, tokeep: Collection[int]) -> None:
        """Removes all nodes of a level from `unparse`, except those to keep."""
        kept = set(tokeep)
        for node in self._on(level):
            node._removed = node._number not in kept

    def clearRemove(self) -> None:
        """Undoes every `setRemove`."""
        for node in self._left():
            node._removed = node._committed

    def commitRemove(self, level: int, tokeep: Collection[int]) -> None:
        """Removes all nodes of a level for good, except those to keep."""
        kept = set(tokeep)
        for node in list(self._on(level)):
            node._removed = node._committed = node._number not in kept

    def unparse(self) -> str:
        """The text without removed nodes."""
        pieces: list[str] = []
        todo: list[str | HDDTree] = [self]
        while todo:
            part = todo.pop()
            if isinstance(part, str):
                pieces.append(part)
            elif part._removed:
                pieces.append(part.replacement)
            else:
                todo += reversed(part.parts)
        return "".join(pieces)

    def _on(self, level: int) -> Iterator[HDDTree]:
        return (node for node in self._left() if node._level == level)

    def _left(self) -> Iterator[HDDTree]:
        """The nodes that are not permanently removed, in text order."""
        todo = [self]
        while todo:
            node = todo.pop()
            if not node._committed:
                yield node
                todo += [part for part in reversed(node.parts) if isinstance(part, HDDTree)]


class HDDTest:
    """A tester that runs `command` on each text, with the path of a file that holds it for `%s`.

    The outcome is FAIL if the output contains `string`; without a string, if the command does not exit with 0. It is
    UNRESOLVED if the command runs longer than `seconds`. Works as a context manager, which removes the temporary
    directories at the end.

    >>> with HDDTest(".txt", "grep -q needle %s") as tester:
    ...     tester.test("hay"), tester.test("a needle")
    (<Outcome.FAIL: 'fail'>, <Outcome.PASS: 'pass'>)
    """

    def __init__(self, suffix: str, command: str, string: str | None = None, *, seconds: float = 60.0) -> None:
        self._program = Program(located(shlex.split(command), Path(f"test{suffix}")), f"test{suffix}")
        self._string = None if string is None else string.encode()
        self._limits = Limits(seconds=seconds)
        self._directories = RunDirectories()

    def test(self, text: str | bytes) -> Outcome:
        """One run on this text."""
        data = text.encode() if isinstance(text, str) else text
        observed = observe(self._program, self._directories, lambda: data, limits=self._limits)
        if observed.timed_out:
            return Outcome.UNRESOLVED
        if self._string is not None:
            return FAIL if self._string in observed.stdout + observed.stderr else PASS
        return FAIL if observed.failed else PASS

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Removes the temporary directories."""
        self._directories.close()
