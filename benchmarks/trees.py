"""The cost of a tree: memory per node, time to build it, and time per candidate.

    python -m benchmarks.trees [NODES]

The input is a synthetic C file, by default of a million nodes in 4 MB: functions, blocks, calls with arguments between
commas, expressions with replacements. Times are processor times.
"""

from __future__ import annotations

import sys
import tracemalloc
from array import array
from collections.abc import Callable
from time import process_time
from typing import TypeVar

from thresher.kernel.selection import Selection
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.collapse_chains import collapse_chains
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.tree import NodeKind, Tree, tree_from_columns

T = TypeVar("T")

STATEMENT = b"    value = compute(first, second + 1, third[2]);\n"
PER_FUNCTION = 20  # statements


def built(nodes: int) -> Tree:
    """A file of functions, with a node for each function, body, statement, expression and argument."""
    functions = nodes // (3 + 14 * PER_FUNCTION)
    source = b"int function(int argument)\n{\n" + STATEMENT * PER_FUNCTION + b"}\n\n"
    builder = TreeBuilder(source * functions, labels={"name": ["expression"], "number": ["expression"]})
    builder.open("file", 0)
    for index in range(functions):
        at = index * len(source)
        builder.open("function", at)
        builder.leaf("parameter", at + 13, at + 25)
        builder.open("block", at + 27, replacement=b"{}")
        for line in range(PER_FUNCTION):
            _statement(builder, at + 29 + line * len(STATEMENT))
        builder.close(at + len(source) - 2)
        builder.close(at + len(source) - 2)
    builder.close(len(source) * functions)
    return builder.build()


def _statement(builder: TreeBuilder, at: int) -> None:
    builder.open("statement", at + 4)
    builder.open("assignment", at + 4, replacement=b"")
    builder.leaf("name", at + 4, at + 9)
    builder.open("call", at + 12, replacement=b"0")
    builder.leaf("name", at + 12, at + 19)
    first = builder.open("argument", at + 20)
    builder.leaf("name", at + 20, at + 25, replacement=b"0")
    builder.close(at + 25)
    builder.open("argument", at + 27, separator=Separator(at + 25, at + 27, first))
    builder.leaf("name", at + 27, at + 33, replacement=b"0")
    builder.leaf("number", at + 36, at + 37, replacement=b"0")
    builder.close(at + 37)
    builder.open("argument", at + 39, separator=Separator(at + 37, at + 39, first))
    builder.leaf("name", at + 39, at + 44, replacement=b"0")
    builder.leaf("number", at + 45, at + 46, replacement=b"0")
    builder.close(at + 47)
    builder.close(at + 48)
    builder.close(at + 48)
    builder.close(at + 49)


def rebuilt(tree: Tree) -> Tree:
    """The same tree from its columns."""
    return tree_from_columns(
        tree.data,
        starts=tree.starts[:],
        stops=tree.stops[:],
        depths=array("I", tree.shape.depths),
        kinds=tree.kinds[:],
        vocabulary=[NodeKind("any", frozenset())] * len(tree.vocabulary),
        separators=tree.separators,
        replacements=tree.replacements,
    )


def timed(what: str, act: Callable[[], T], *, repeat: int = 1) -> T:
    """Prints the best of some times."""
    best = float("inf")
    for _ in range(repeat):
        start = process_time()
        result = act()
        best = min(best, process_time() - start)
    print(f"{best * 1000:10.2f} ms  {what}")
    return result


def candidates(tree: Tree) -> list[tuple[str, Selection]]:
    """Kept nodes as searches ask for them, from coarse to fine."""
    found = []
    for depth in range(1, tree.height + 1):
        nodes = tree.level(tree.everything, depth)
        half = tree.without(tree.everything, nodes[: len(nodes) // 2])
        found.append((f"level {depth}: first half of {len(nodes)} nodes removed", half))
        thin = tree.without(tree.everything, nodes[::10])
        found.append((f"level {depth}: every tenth of {len(nodes)} nodes removed", thin))
    return found


def main() -> None:
    nodes = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    tree = timed("build, node by node", lambda: built(nodes))
    print(f"{len(tree)} nodes, {len(tree.data)} bytes")
    timed("build from columns", lambda: rebuilt(tree))
    timed("levels", lambda: tree.shape.order)
    timed("first candidate", lambda: tree.render(Selection((0, 1, len(tree) // 2, len(tree)))))
    for what, kept in candidates(tree):
        timed(f"{what}, {len(kept.bounds) // 2} runs", lambda kept=kept: tree.render(kept), repeat=3)  # type: ignore[misc]
    timed("collapse chains", lambda: collapse_chains(tree))
    tracemalloc.start()
    fresh = rebuilt(tree)
    fresh.render(Selection((0, 1, 5, len(fresh))))
    own = tracemalloc.get_traced_memory()[0]
    shared = sum(column.itemsize * len(column) for column in (tree.replacements.numbers, tree.separators.nodes))
    shared += 3 * 8 * len(tree.separators)
    print(f"{(own + shared) / len(tree):10.1f} bytes per node besides the data, levels and marks included")


if __name__ == "__main__":
    main()
