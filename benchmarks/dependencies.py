"""Reduces preprocessed C++ made from this machine's headers, with each part of the search over dependencies left out.

Two programs: a warning for a function that needs `std::string`, and an error inside `std::sort` that a list of strings
causes. A test fails only if the compiler says nothing else.

usage: python -m benchmarks.dependencies [TESTS] [VARIANT...]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Report
from thresher import Stop, reduce
from thresher.engine.clang import dependencies as clang_dependencies
from thresher.formats.units.tokens import count_tokens
from thresher.plan.stages import dependencies as stage
from thresher.structures.companions import Companions
from thresher.structures.references import ReferenceGraph

COMPILER = ("g++", "-std=c++20", "-fsyntax-only")
AT = (20, 40, 60)
COMMON = """
namespace app {
template<class T> struct Box { T value; };
using Names = std::map<std::string, std::vector<Box<int>>>;
inline int count(const Names& names) { int n = 0; for (const auto& [k, v] : names) n += v.size(); return n; }
inline std::string shown(const Names& names) {
  std::ostringstream out;
  for (const auto& [k, v] : names) out << std::regex_replace(k, std::regex("a"), "b") << v.size();
  return out.str();
}
PLANTED
}
int main() { app::Names names; std::cout << app::shown(names) << app::count(names); }
"""


@dataclass(frozen=True)
class Program:
    """A program, and the only message that its compiler must print, a warning or an error."""

    headers: str
    planted: str
    message: bytes
    is_error: bool

    def preprocessed(self) -> bytes:
        """The program with its headers."""
        text = "".join(f"#include <{name}>\n" for name in self.headers.split()) + COMMON.replace(
            "PLANTED", self.planted
        )
        command = [*COMPILER[:2], "-E", "-P", "-x", "c++", "-"]
        return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout

    def fails(self, data: bytes) -> bool:
        """Whether the compiler prints the message, and nothing else is wrong."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "input.cc")
            path.write_bytes(data)
            command = ["env", "LC_ALL=C", *COMPILER, "-w" if self.is_error else "-Wreturn-type", str(path)]
            ended = subprocess.run(command, capture_output=True, check=False, timeout=300)
        errors = [line for line in ended.stderr.splitlines() if b"error: " in line]
        return self.message in ended.stderr and len(errors) == self.is_error


PROGRAMS = {
    "warning": Program(
        "iostream map regex sstream string vector",
        "int planted(const Box<std::string>& box) { std::string text = box.value; text.clear(); }",
        b"no return statement in function returning non-void",
        is_error=False,
    ),
    "error in std::sort": Program(
        "algorithm iostream list map regex sstream string vector",
        "inline void sorted(std::list<std::string>& names) { std::sort(names.begin(), names.end()); }",
        b"no match for 'operator-' (operand types are 'std::_List_iterator<std::",
        is_error=True,
    ),
}


@contextmanager
def everything() -> Iterator[None]:
    yield


@contextmanager
def changed(owner: object, name: str, value: object) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    yield
    setattr(owner, name, before)


def _nothing_beside(_self: Companions, _graph: ReferenceGraph, kept: set[int]) -> set[int]:
    return kept


VARIANTS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "everything": everything,
    "without members": lambda: changed(stage, "FEW_INSIDE", sys.maxsize),
    "without companions": lambda: changed(Companions, "added", _nothing_beside),
    "without the check": lambda: changed(clang_dependencies, "REPAIRS", 0),
    "without the search over dependencies": lambda: changed(stage, "FEW", sys.maxsize),
}


def measured(program: Program, data: bytes, tests: int) -> tuple[list[int], float]:
    """The tokens left after each test, and the seconds that were not spent in tests."""
    left: list[int] = []
    best, tested = data, 0.0

    def test(candidate: bytes) -> bool:
        nonlocal best, tested
        begun = time.perf_counter()
        fails = program.fails(candidate)
        tested += time.perf_counter() - begun
        if fails and len(candidate) < len(best):
            best = candidate
        left.append(count_tokens(best))
        return fails

    begun = time.perf_counter()
    reduce(data, test, name="input.cc", stop=Stop(tests=tests))
    return left, time.perf_counter() - begun - tested


def main() -> None:
    tests = int(sys.argv[1]) if len(sys.argv) > 1 else max(AT)
    columns = ["input", "variant", "tokens", *(f"after {at} tests" for at in AT), "%", "our seconds"]
    report = Report("dependencies", "Preprocessed C++ over dependencies", columns)
    for name, program in PROGRAMS.items():
        data = program.preprocessed()
        for label, variant in VARIANTS.items():
            if sys.argv[2:] and label not in sys.argv[2:]:
                continue
            with variant():
                left, seconds = measured(program, data, tests)
            at = [left[min(each, len(left)) - 1] for each in AT]
            share = f"{100 * left[-1] / count_tokens(data):.1f}"
            report.row(name, label, count_tokens(data), *at, share, f"{seconds:.0f}")
    report.note(f"At most {tests} tests. Seconds are those of a busy machine.")
    report.write()


if __name__ == "__main__":
    main()
