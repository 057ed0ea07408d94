"""The cost of a syntax tree, as ratios within one run, on a C file of 5 MB with a million nodes.

usage: python -m benchmarks.source [--quick]
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc
from collections.abc import Callable
from statistics import median

import tree_sitter
import tree_sitter_c

from benchmarks.report import Report
from thresher.algorithms.trees.hdd import hdd_r
from thresher.formats.source.document import SourceDocument
from thresher.formats.source.source import parse_source

FUNCTION = """\
static int f%d(int a, int *b) {
    int sum = 0;
    for (int i = 0; i < a; i++) {
        sum += b[i] * (i + %d);
        if (sum > 100 && b[0]) { g(sum, a, "text"); } else { return -1; }
    }
    return sum;
}
"""


def seconds(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def bare_reparse(parser: tree_sitter.Parser, data: bytes, old: tree_sitter.Tree, start: int, stop: int) -> float:
    """Cuts a stretch out and parses again, with nothing around it."""

    def again() -> None:
        text = data[:start] + data[stop:]
        tree = old.copy()
        tree.edit(start, stop, start, (0, 0), (0, 0), (0, 0))
        parser.parse(text, old_tree=tree)

    return seconds(again)


def candidates(report: Report, document: SourceDocument, parser: tree_sitter.Parser, old: tree_sitter.Tree) -> None:
    """One function less, again and again: our candidate with its check against the bare reparse."""
    tree, dice, ratios = document.tree, random.Random(1), []
    functions = [node for node in tree.children(0) if tree.stops[node] - tree.starts[node] > 100]
    for node in dice.sample(functions, 20):
        kept = tree.without(tree.everything, [node])
        ours = seconds(lambda kept=kept: (tree.render(kept), document.valid(kept)))
        bare = bare_reparse(parser, document.data, old, tree.starts[node], tree.stops[node])
        ratios.append(ours / bare)
    report.row("candidate built and checked / bare reparse", f"{median(ratios):.2f}", "at most 2")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="a tenth of the size")
    count = 1_800 if options.parse_args().quick else 18_000
    data = "".join(FUNCTION % (number, number) for number in range(count)).encode()
    report = Report("source", "What a syntax tree costs", ["measure", "value", "aim"])
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_c.language()))
    bare = seconds(lambda: parser.parse(data))
    old = parser.parse(data)
    document = parse_source(data, "c")
    first = seconds(lambda: next(iter(next(hdd_r(document.tree, document.tree.everything)))))
    report.row("size", f"{len(data) / 1e6:.1f} MB, {len(document.tree):,} nodes", "")
    report.row("file to first probe / bare parse", f"{first / bare:.2f}", "at most 3")
    candidates(report, document, parser, old)
    tracemalloc.start()
    again = parse_source(data, "c")
    nodes = len(again.tree)
    held, _ = tracemalloc.get_traced_memory()
    report.row("memory per node", f"{held / nodes:.0f} bytes", "")
    report.write()


if __name__ == "__main__":
    main()
