"""An event log as a tree of tasks and steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from thresher.formats.events.layout import Item, TaskSpan
from thresher.formats.events.records import record_in, tasks_of
from thresher.structures.events import TASK
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

STEP = "step"


def grouped(data: bytes, items: Sequence[Item], depth: int = 0) -> Iterator[Item]:
    """The same items, with neighbouring steps that name the same task in one."""

    def named(item: Item) -> str | None:
        if isinstance(item, TaskSpan):
            return None
        names = tasks_of(record_in(data, item))
        return names[depth] if depth < len(names) else None

    for name, group in groupby(items, named):
        members = list(group)
        if name is None:
            yield from (_nested(data, item) for item in members)
        else:
            yield TaskSpan(name, members[0].start, members[-1].stop, tuple(grouped(data, members, depth + 1)))


def _nested(data: bytes, item: Item) -> Item:
    return replace(item, inside=tuple(grouped(data, item.inside))) if isinstance(item, TaskSpan) else item


def task_tree(data: bytes, items: Iterable[Item], *, commas: bool) -> Tree:
    """Any node can go; with `commas`, the one before it goes as well."""
    builder = TreeBuilder(data, spacing=Spacing.EXACT)
    builder.open("log", 0)
    end = 0  # where the item before ended

    def add(items: Iterable[Item]) -> None:
        nonlocal end
        first = 0  # the first node of the list
        for item in items:
            separator = Separator(end, item.start, first) if commas and first else None
            if isinstance(item, TaskSpan):
                node = builder.open(TASK, item.start, separator=separator)
                add(item.inside)
                builder.close(item.stop)
            else:
                node = builder.leaf(STEP, item.start, item.stop, separator=separator)
            first, end = first or node, item.stop

    add(items)
    builder.close(len(data))
    return builder.build()
