"""Inputs on which a format once kept more than was needed, with the best figure of any tool or by hand beside it.

usage: python -m benchmarks.walls

The inputs are generated; their tests are readers of Python, ffmpeg and wabt; wasm-reduce is run as well. More files are
in `benchmarks.real_files`.
For DIMACS, the best figures are those of another tool on files of about that size with real solvers, not on these.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks import binaries, formats
from benchmarks.binaries import reduced
from benchmarks.media import cases
from benchmarks.report import Report
from thresher import reduce


@dataclass(frozen=True)
class Wall:
    """An input, whether it fails, and the best bytes and tests that are known for it or one like it."""

    title: str
    name: str
    data: bytes
    fails: Callable[[bytes], bool]
    best_bytes: int
    best_tests: int | None = None


def generated(case: formats.Case, best_bytes: int, best_tests: int | None = None) -> Wall:
    return Wall(case.title, case.name, case.data, case.fails, best_bytes, best_tests)


def nested() -> Wall:
    """A depth that a reader of nested arrays does not allow."""

    def fails(data: bytes) -> bool:
        depth = deepest = 0
        for byte in data:
            depth += (byte == ord("[")) - (byte == ord("]"))
            deepest = max(deepest, depth)
            if depth < 0 or byte not in b"[]":
                return False
        return depth == 0 and deepest > 1000

    return Wall("JSON nested 60,000 deep", "a.json", b"[" * 60_000 + b"]" * 60_000, fails, 2002, 20)


def sql() -> Wall:
    """A column that does not exist, in a statement after a WITH that has nothing to do with it."""
    text = (
        b"with f as (select 1 as a, 2 as b), g as (select a from f) "
        b"select gone, count(*) from (select 3 as c) where c > 1"
    )

    def fails(data: bytes) -> bool:
        with sqlite3.connect(":memory:") as database:
            try:
                database.execute(data.decode())
            except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError) as error:
                return "no such column: gone" in str(error)
        return False

    return Wall("SQL with a WITH that is not needed", "a.sql", text, fails, len("select gone"))


def literal(value: str, needed: Callable[[object], bool], best: str) -> Wall:
    def fails(data: bytes) -> bool:
        try:
            found = json.loads(data)
        except ValueError:
            return False
        return isinstance(found, dict) and any(map(needed, found.values()))

    data = json.dumps({"a": 1, "b": [2, 3]})[:-1] + f', "c": {value}}}'
    return Wall(f"the literal {value}", "a.json", data.encode(), fails, len('{"":') + len(best) + 1)


WALLS = (
    generated(formats.svg(), 68),
    generated(formats.tlv(), 16, 58),
    generated(formats.scss(), len(formats.scss().data) // 29),  # one of its items
    generated(formats.cnf(100, 300, 7), 536),
    generated(formats.cnf(60, 220, 8), 329),
    sql(),
    nested(),
    literal("602e308", lambda value: value == float("inf"), "2e308"),
    literal("-42", lambda value: isinstance(value, int) and value < 0, "-1"),
    literal('"https://example.org/p"', lambda value: isinstance(value, str) and value[:4] == "http", '"http"'),
    literal('"series_values"', lambda value: isinstance(value, str) and len(value) > 2, '"ser"'),
)


PACKETS = 'ffprobe -v quiet -show_entries packet=size -of csv=p=0 "$OUTPUT" | grep -c .'
WASM_REDUCE = (
    "cp functions.wasm w && cp w original.wasm && wasm-reduce original.wasm -b $(dirname $(which wasm-opt)) "
    "'--command=cp w functions.wasm && ./test.sh && echo same' -t w -w best > out 2>&1; wc -c < best"
)
"""Prints the bytes that wasm-reduce leaves of the input of a case."""


def main() -> None:
    columns = ["input", "bytes", "left", "tests", "tests to the best", "best bytes", "best tests"]
    report = Report("walls", "Formats as hints, not as limits", columns)
    for wall in WALLS:
        done = reduce(wall.data, wall.fails, name=wall.name)
        to_best = formats.tests_to(wall.best_bytes, done.statistics.curve) or "not reached"
        cells = (len(wall.data), len(done.data), done.statistics.tests, to_best, wall.best_bytes)
        report.row(
            wall.title, *(f"{cell:,}" if isinstance(cell, int) else cell for cell in cells), wall.best_tests or ""
        )
    sounds = {case.name: case for case in cases()}
    size, found = reduced(sounds["broken.h264"], [])
    report.row("H.264, a decoder error (ffmpeg)", f"{size:,}", found["after"]["bytes"], found["tests"], "", 33, 201)
    wasm = next(case for case in binaries.CASES if case.name == "functions.wasm")
    size, found = reduced(wasm, [], then=WASM_REDUCE)
    report.row(
        "WebAssembly, a property of one function", size, found["after"]["bytes"], found["tests"], "", found["then"], ""
    )
    others: list[int] = []
    for name, title in (
        ("ogg", "Ogg"),
        ("mp3", "MP3"),
        ("m4a", "M4A"),
        ("mp4", "MP4"),
        ("mkv", "Matroska"),
        ("avi", "AVI"),
    ):
        case = next(case for each, case in sounds.items() if each.endswith(name))
        size, found = reduced(case, ["--min-granularity", "parts"], then=PACKETS)
        packets, best_tests = f"{found['then']} packets", min(others) if name == "avi" else ""
        report.row(f"{title}, two packets needed", f"{size:,}", packets, found["tests"], "", "2 packets", best_tests)
        others += [found["tests"]] if name in ("mp4", "mkv") else []
    report.note(
        "The best figures are those of other tools or other units on the same or a similar input; WebAssembly: "
        "what wasm-reduce left of the same file in this run; AVI: the tests for MP4 or Matroska, with the same test."
    )
    report.write()


if __name__ == "__main__":
    main()
