"""Reduces preprocessed C++ made from this machine's headers, with each part of the search over dependencies left out.

The planted property needs a few declarations of the program, and a test fails only if the rest compiles.

usage: python -m benchmarks.dependencies [TESTS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.report import Report
from thresher import Stop, reduce
from thresher.engine.clang import dependencies as clang_dependencies
from thresher.engine.clang import missing_units
from thresher.formats.units.tokens import count_tokens
from thresher.plan.stages import dependencies as stage

HEADERS = "iostream map regex sstream string vector"
PROGRAM = """
namespace app {
template<class T> struct Box { T value; };
using Names = std::map<std::string, std::vector<Box<int>>>;
inline int count(const Names& names) { int n = 0; for (const auto& [k, v] : names) n += v.size(); return n; }
int planted(const Box<std::string>& box) { std::string text = box.value; text.clear(); }
inline std::string shown(const Names& names) {
  std::ostringstream out;
  for (const auto& [k, v] : names) out << std::regex_replace(k, std::regex("a"), "b") << v.size();
  return out.str();
}
}
int main() { app::Names names; std::cout << app::shown(names) << app::count(names); }
"""
MESSAGE = b"no return statement in function returning non-void"
COMPILER = ("g++", "-std=c++20")
AT = (10, 20)


def preprocessed() -> bytes:
    """The program with its headers."""
    text = "".join(f"#include <{name}>\n" for name in HEADERS.split()) + PROGRAM
    command = [*COMPILER, "-E", "-P", "-x", "c++", "-"]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout


def has_warning(data: bytes) -> bool:
    """Whether the compiler warns of the planted function, and nothing else is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "input.cc")
        path.write_bytes(data)
        command = [*COMPILER, "-fsyntax-only", "-Wreturn-type", str(path)]
        ended = subprocess.run(command, capture_output=True, check=False, timeout=300)
        return ended.returncode == 0 and MESSAGE in ended.stderr


@contextmanager
def everything() -> Iterator[None]:
    yield


@contextmanager
def without_check() -> Iterator[None]:
    repairs, rounds = clang_dependencies.REPAIRS, missing_units.ROUNDS
    clang_dependencies.REPAIRS = missing_units.ROUNDS = 0
    yield
    clang_dependencies.REPAIRS, missing_units.ROUNDS = repairs, rounds


@contextmanager
def without_closures() -> Iterator[None]:
    few, stage.FEW = stage.FEW, sys.maxsize
    yield
    stage.FEW = few


VARIANTS: dict[str, Callable[[], contextmanager[None]]] = {  # type: ignore[type-arg]
    "everything": everything,
    "without the check": without_check,
    "without the search over dependencies": without_closures,
}


def main() -> None:
    tests = int(sys.argv[1]) if len(sys.argv) > 1 else max(AT)
    data = preprocessed()
    columns = ["variant", *(f"tokens after {at} tests" for at in AT), "tokens at the end", "tests", "our seconds"]
    report = Report("dependencies", "Preprocessed C++ over dependencies", columns)
    for name, variant in VARIANTS.items():
        left: list[int] = []
        best, own = [data], [0.0]

        def test(candidate: bytes, best: list[bytes] = best, left: list[int] = left, own: list[float] = own) -> bool:
            begun = time.perf_counter()
            fails = has_warning(candidate)
            own[0] += time.perf_counter() - begun
            if fails and len(candidate) < len(best[0]):
                best[0] = candidate
            left.append(count_tokens(best[0]))
            return fails

        begun = time.perf_counter()
        with variant():
            reduced = reduce(data, test, name="input.cc", stop=Stop(tests=tests))
        spent = time.perf_counter() - begun - own[0]
        at = [left[min(each, len(left)) - 1] for each in AT]
        report.row(name, *at, count_tokens(reduced.data), len(left), f"{spent:.0f}")
    report.note(f"{len(data) // 1000} kB, {count_tokens(data)} tokens; at most {tests} tests.")
    report.write()


if __name__ == "__main__":
    main()
