"""What the reference graph of a program costs beside parsing it: processor time and the peak of memory.

Each measurement runs in a process of its own; what libclang takes in its process is added. Inputs are preprocessed C++
from this machine's headers, the largest modules of Python's library, and the files that are named.

usage: python -m benchmarks.graph_cost [FILE...]
"""

from __future__ import annotations

import resource
import sys
import sysconfig
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.dependencies import PROGRAMS
from benchmarks.report import Report
from thresher.engine.clang.dependencies import dependencies, knows
from thresher.engine.clang.process import ClangWorker
from thresher.plan.dependencies import by_names
from thresher.plan.syntax import Syntax
from thresher.structures.document import NamedDocument

COLUMNS = ["input", "bytes", "parsing: s", "MB", "with graph: s", "MB", "time", "memory", "units"]
MODULES = ("_pydecimal.py", "turtle.py", "typing.py")


def parsed(name: str, data: bytes) -> NamedDocument:
    """The document with its tree."""
    document = Syntax("source").parse(name, data)
    assert isinstance(document, NamedDocument)
    assert len(document.tree)
    return document


def only_parsed(name: str, data: bytes) -> int:
    parsed(name, data)
    return 0


def with_graph(name: str, data: bytes) -> int:
    """The number of units of the graph."""
    document = parsed(name, data)
    if not knows(document.language):
        found = by_names(document.named_units())
        return 0 if found is None else len(found.graph)
    worker = ClangWorker()
    units = dependencies(document.tree, document.language, ["-std=c++20"], worker, few=0)
    process = worker._process  # to end it without killing it: its times are known when it has been waited for
    if process is not None:
        process.communicate()
    return 0 if units is None else len(units.graph)


def cost(work: Callable[[str, bytes], int], name: str, data: bytes) -> tuple[float, float, int]:
    """Processor seconds and megabytes at the peak, of this process and its children, above those of starting it."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = time.process_time()
    units = work(name, data)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() - begun + children.ru_utime + children.ru_stime
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before + children.ru_maxrss
    return seconds, peak / 1024, units


def measured(work: Callable[[str, bytes], int], name: str, data: bytes) -> tuple[float, float, int]:
    """The same in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(cost, work, name, data).result()


def main() -> None:
    report = Report("graph_cost", "The cost of the reference graph", COLUMNS)
    inputs = {f"{title} (C++)": ("input.cc", program.preprocessed()) for title, program in PROGRAMS.items()}
    library = Path(sysconfig.get_path("stdlib"))
    for path in (*(library / each for each in MODULES), *map(Path, sys.argv[1:])):
        inputs[path.name] = path.name, path.read_bytes()
    for title, (name, data) in inputs.items():
        seconds, memory, _ = measured(only_parsed, name, data)
        total, peak, units = measured(with_graph, name, data)
        ratios = f"{total / seconds:.1f}", f"{peak / memory:.1f}"
        report.row(title, len(data), f"{seconds:.1f}", f"{memory:.0f}", f"{total:.1f}", f"{peak:.0f}", *ratios, units)
    report.note("Time and memory of both together, as a multiple of parsing alone.")
    report.write()


if __name__ == "__main__":
    main()
