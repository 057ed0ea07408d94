"""Isolation along a tree: first the largest parts that differ, then what differs inside those that matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from thresher.algorithms.combinators import filtered
from thresher.algorithms.lists.dd import dd
from thresher.engine.driver import Driver
from thresher.kernel.selection import Selection
from thresher.structures.changes.tree_changes import TreeChange, TreeChanges, applied
from thresher.structures.trees.tree import Tree


@dataclass(frozen=True, slots=True)
class Mark:
    """A change that is always made, or one that is open: only the failing content has it."""

    change: TreeChange
    made: bool


def isolate_trees(
    before: Tree,
    after: Tree,
    driver: Driver[bytes],
    valid: Callable[[bytes], bool],
    started: Callable[[int], None],
    *,
    last_first: bool = False,
) -> tuple[bytes, bytes]:
    """A passing and a failing content between the two texts; the remaining difference cannot be split further.

    Each round splits the changes that make the difference and runs dd over their parts, about log2(n) runs for n
    changes of which one matters. Contents that are not `valid` are not tested. `started` is called with the number of
    open changes.
    """
    changes, data = TreeChanges(before, after), before.data
    marks = [Mark(changes.whole(), made=False)]
    while (finer := _opened(changes, marks)) != marks:
        marks = finer
        count = sum(not mark.made for mark in marks)
        if count > 1:
            started(count)
            marks = _narrowed(data, marks, count, driver, valid, last_first=last_first)
    render = _rendered(data, marks)
    return render(Selection()), render(Selection.all(sum(not mark.made for mark in marks)))


def _narrowed(
    data: bytes,
    marks: Sequence[Mark],
    count: int,
    driver: Driver[bytes],
    valid: Callable[[bytes], bool],
    *,
    last_first: bool,
) -> list[Mark]:
    """dd over the open changes."""
    render = _rendered(data, marks)
    search = dd(Selection(), Selection.all(count), last_first=last_first)
    search = filtered(search, lambda kept: valid(render(kept)), every=True)
    near, far = driver.drive(search, render)
    return _settled(marks, near, far)


def _opened(changes: TreeChanges, marks: Sequence[Mark]) -> list[Mark]:
    """Replaces each open change by its parts."""
    split: list[Mark] = []
    for mark in marks:
        finer = [] if mark.made else changes.finer(mark.change)
        split += [Mark(change, made=False) for change in finer] or [mark]
    return split


def _rendered(data: bytes, marks: Sequence[Mark]) -> Callable[[Selection], bytes]:
    numbers, count = [], 0
    for mark in marks:
        numbers.append(-1 if mark.made else count)
        count += not mark.made

    def render(kept: Selection) -> bytes:
        chosen = (mark.change for mark, at in zip(marks, numbers, strict=True) if mark.made or at in kept)
        return applied(data, chosen)

    return render


def _settled(marks: Sequence[Mark], near: Selection, far: Selection) -> list[Mark]:
    """Makes the changes that pass, drops those that the failing side lacks, and keeps the difference open."""
    settled, number = [], 0
    for mark in marks:
        if mark.made:
            settled.append(mark)
            continue
        if number in far:
            settled.append(Mark(mark.change, made=number in near))
        number += 1
    return settled
