"""What knowing a format gains, and that it never costs: generated inputs, strict readers with a planted failure.

Each input is reduced by its format and by the general units it would have without it. The last rows are random
documents. For those that are *read*, the failure is that a strict reader accepts the document and finds two words
For the others it has nothing to do with their format (some pieces of four bytes are in them, some characters in this
order, or one of them often enough): there no format can help, and it must not leave more than characters do.

usage: python -m benchmarks.formats [RANDOM DOCUMENTS PER FORMAT]
"""

from __future__ import annotations

import ast
import configparser
import csv
import io
import json
import random
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from xml.etree import ElementTree

import yaml  # type: ignore[import-untyped]

from benchmarks.report import Report
from thresher import Stop, reduce

MOST = 3000  # tests of a reduction without the format


@dataclass(frozen=True)
class Case:
    """An input, whether it fails, and the units it would have without its format."""

    title: str
    name: str
    data: bytes
    fails: Callable[[bytes], bool]
    without: str


def svg() -> Case:
    entities = "".join(f'<!ENTITY e{number} "value number {number}">\n' for number in range(20))
    text = f"<!DOCTYPE svg [\n{entities}]>\n<svg><g><rect width='1'/><text>&e3;</text></g></svg>\n"

    def fails(data: bytes) -> bool:
        try:
            return "value number 3" in "".join(ElementTree.fromstring(data).itertext())
        except (ElementTree.ParseError, ValueError):
            return False

    return Case("SVG with 20 entity declarations", "a.svg", text.encode(), fails, "lines")


def cnf(variables: int, clauses: int, seed: int) -> Case:
    rng = random.Random(seed)
    rows = [[rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(3)] for _ in range(clauses)]
    text = f"c generated\np cnf {variables} {clauses}\n" + "".join(f"{' '.join(map(str, row))} 0\n" for row in rows)
    return Case(f"DIMACS CNF, {clauses} clauses", "a.cnf", text.encode(), _has_many_resolvents, "code")


def _has_many_resolvents(data: bytes) -> bool:
    lines = [line for line in data.decode("latin1").split("\n") if line and not line.startswith("c")]
    try:
        _, _, variables, count = lines[0].split()
        numbers = [int(word) for line in lines[1:] for word in line.split()]
    except (ValueError, IndexError):
        return False
    if numbers.count(0) != int(count) or numbers[-1:] != [0] or max(map(abs, numbers)) > int(variables):
        return False
    both = {number for number in numbers if number > 0 and numbers.count(number) > 1 and numbers.count(-number) > 2}
    return len(both) >= 3


def off() -> Case:
    rng = random.Random(3)
    points = "".join(f"{rng.random():.2f} {rng.random():.2f} 1\n" for _ in range(60))
    faces = "".join(f"3 {rng.randrange(60)} {rng.randrange(60)} {at}\n" for at in range(100))

    def fails(data: bytes) -> bool:
        lines = data.decode("latin1").split("\n")
        try:
            sizes = [int(word) for word in lines[1].split()] if lines[0] == "OFF" else []
        except (ValueError, IndexError):
            return False
        body = [line for line in lines[2:] if line]
        return len(sizes) == 3 and len(body) == sum(sizes) and any(line.split()[-1:] == ["41"] for line in body)

    return Case("OFF, 160 lines", "a.off", f"OFF\n60 100 0\n{points}{faces}".encode(), fails, "code")


def scss() -> Case:
    def rule(number: int, depth: int = 0) -> str:
        inner = "".join(rule(number * 10 + each, depth + 1) for each in range(2)) if depth < 2 else ""
        return f".c{number} {{\n  color: rgb({number}, 2, 3);\n  @include m{number}($x: 1);\n{inner}}}\n"

    def fails(data: bytes) -> bool:
        depth = 0
        for byte in data:
            depth += (byte == ord("{")) - (byte == ord("}"))
            if depth < 0:
                return False
        return depth == 0 and b"m1711(" in data and b".c17 {" in data

    return Case("SCSS, no grammar", "a.scss", "".join(map(rule, range(1, 30))).encode(), fails, "code")


def tlv() -> Case:
    rng = random.Random(9)
    payloads = [b"" if at % 9 == 4 else rng.randbytes(rng.randint(1, 40)) for at in range(300)]
    payloads[150] = b"needle-payload"

    def fails(data: bytes) -> bool:
        found, at = False, 0
        while at < len(data):
            stop = at + 3 + int.from_bytes(data[at + 1 : at + 3], "big")
            found = found or data[at + 3 : stop].startswith(b"needle")
            if max(at + 3, stop) > len(data):
                return False
            at = stop
        return found

    data = b"".join(b"t" + len(each).to_bytes(2, "big") + each for each in payloads)
    return Case("300 records, 33 empty", "a.bin", data, fails, "characters")


DOCUMENTS: dict[str, Callable[[list[str]], str]] = {
    "a.xml": lambda words: "<r>" + "".join(f'<{word} k="{word}">{word}</{word}>' for word in words) + "</r>",
    "a.html": lambda words: "<ul>" + "".join(f'<li class="{word}"><b>{word}</b>' for word in words) + "</ul>",
    "a.json": lambda words: json.dumps({word: [word, {"k": word}] for word in words}, indent=1),
    "a.jsonl": lambda words: "".join(f'{{"{word}": "{word}"}}\n' for word in words),
    "a.c": lambda words: "\n".join(f'int {word}(int x) {{ return f("{word}", x); }}' for word in words),
    "a.py": lambda words: "\n".join(f"def {word}(x):\n    return {{'{word}': x}}\n" for word in words),
    "a.js": lambda words: "\n".join(f"var {word} = function () {{ return '{word}' + 1; }};" for word in words),
    "a.css": lambda words: "\n".join(f".{word} > {word} {{ {word}: 1px; }}" for word in words),
    "a.sql": lambda words: "\n".join(f"SELECT {word} FROM t WHERE {word} = '{word}';" for word in words),
    "a.ini": lambda words: "".join(f"[{word}]\nkey = {word}\n" for word in words),
    "a.toml": lambda words: "".join(f'[{word}]\nkey = ["{word}", 1]\n' for word in words),
    "a.yaml": lambda words: "".join(f"{word}:\n  - {word}: 1\n  - {{k: {word}}}\n" for word in words),
    "a.md": lambda words: "\n".join(f"# {word}\n\n* {word} *{word}*\n" for word in words),
    "a.csv": lambda words: "".join(f'{word},"{word}",1\n' for word in words),
    "a.cnf": lambda words: (
        f"p cnf 102 {len(words)}\n" + "".join(f"{' '.join(str(ord(c)) for c in w)} 0\n" for w in words)
    ),
    "a.smt2": lambda words: "\n".join(f"(assert (= {word} (f {word} 12)))" for word in words),
    "a.off": lambda words: f"OFF\n{len(words)} 0 0\n" + "".join(f"{word} 1 2\n" for word in words),
    "a.ll": lambda words: "".join(f"define i32 @{word}() {{\n  ret i32 1\n}}\n" for word in dict.fromkeys(words)),
    "a.unknown": lambda words: "\n".join(f"{word} {{ {word}: {word} }}" for word in words),
    "a.txt": lambda words: "\n\n".join(f"{word} and {word}, {word}.\n{word}?" for word in words),
    "a.bin": lambda words: "".join(f"{chr(len(word))}\0\0\0{word}" for word in words),
    "a.pb": lambda words: "".join(f"\x0a{chr(len(word))}{word}\x10\x05" for word in words),
}


def random_case(name: str, rng: random.Random) -> Case:
    """A document, and a failure that does not depend on its format: pieces of it, characters in order, or a count."""
    words = ["".join(rng.choices("abcdef", k=rng.randint(4, 9))) for _ in range(rng.randint(4, 12))]
    data = DOCUMENTS[name](words).encode()
    match rng.randrange(4):
        case 0:
            order = sorted(rng.sample(range(len(data)), rng.randint(2, 9)))
            return Case(name, name, data, partial(_in_order, bytes(data[at] for at in order)), "characters")
        case 1:
            byte = rng.choice(data)
            least = rng.randint(1, min(8, data.count(byte)))
            return Case(name, name, data, lambda text: text.count(byte) >= least, "characters")
    places = [rng.randrange(len(data) - 4) for _ in range(rng.randint(1, 3))]
    pieces = [data[place : place + 4] for place in places]
    return Case(name, name, data, lambda text: all(piece in text for piece in pieces), "characters")


def _in_order(wanted: bytes, data: bytes) -> bool:
    rest = iter(data)
    return all(byte in rest for byte in wanted)


def _rows_of_one_length(data: bytes) -> None:
    rows = list(csv.reader(io.StringIO(data.decode()), strict=True))
    if len({len(row) for row in rows}) != 1:
        raise ValueError("rows differ in length")


def _one_file(data: bytes) -> None:
    lines = data.decode().split("\n")
    if lines[0] != "OFF" or len([line for line in lines[2:] if line]) != int(lines[1].split()[0]):
        raise ValueError("not so many lines")


def _records(data: bytes) -> None:
    at = 0
    while at < len(data):
        at += 4 + int.from_bytes(data[at : at + 4], "little")
    if at != len(data):
        raise ValueError("the last record is cut off")


READERS: dict[str, Callable[[bytes], object]] = {
    "a.xml": ElementTree.fromstring,
    "a.json": json.loads,
    "a.jsonl": lambda data: [json.loads(line) for line in data.splitlines()],
    "a.py": ast.parse,
    "a.toml": lambda data: tomllib.loads(data.decode()),
    "a.ini": lambda data: configparser.ConfigParser().read_string(data.decode()),
    "a.yaml": yaml.safe_load,
    "a.csv": _rows_of_one_length,
    "a.off": _one_file,
    "a.bin": _records,
}


def read_case(name: str, rng: random.Random) -> Case:
    """A document that a strict reader has to accept, with two of its words in it."""
    words = ["".join(rng.choices("abcdef", k=rng.randint(4, 9))) for _ in range(rng.randint(4, 12))]
    needed = [word.encode() for word in rng.sample(words, 2)]

    def fails(data: bytes) -> bool:
        with suppress(Exception):  # readers raise whatever they like on damaged files
            READERS[name](data)
            return all(word in data for word in needed)
        return False

    return Case(name, name, DOCUMENTS[name](words).encode(), fails, "characters")


def random_rows(number: int) -> Iterator[tuple[object, ...]]:
    for kind, names, make in (("read", READERS, read_case), ("random", DOCUMENTS, random_case)):
        for name in names:
            rng = random.Random(name)
            pairs = [measured(make(name, rng)) for _ in range(number)]
            sums = [sum(column) for column in zip(*pairs, strict=True)]
            worse = sum(pair[1] > 1.1 * pair[4] + 1 for pair in pairs)
            yield f"{number} {kind} {name}, {worse} larger", *sums


def measured(case: Case) -> tuple[int, ...]:
    """Bytes of the input; bytes left, tests, and tests to the larger of the two results; the same without it."""
    known = reduce(case.data, case.fails, name=case.name)
    plain = reduce(case.data, case.fails, name=case.name, format=case.without, stop=Stop(tests=MOST))
    goal = max(len(known.data), len(plain.data))
    columns = [
        (len(each.data), each.statistics.tests, tests_to(goal, each.statistics.curve)) for each in (known, plain)
    ]
    return len(case.data), *columns[0], *columns[1]


def tests_to(goal: int, curve: list[tuple[int, float, int]]) -> int:
    """After how many tests a result was as small as the goal."""
    return next((tests for tests, _, size in curve if size <= goal), 0)


def main() -> None:
    report = Report(
        "formats",
        "What formats gain",
        ["input", "bytes", "left", "tests", "to the same", "left without", "tests without", "to the same without"],
    )
    for case in (svg(), cnf(100, 300, 7), cnf(60, 220, 8), off(), scss(), tlv()):
        report.row(case.title, *measured(case))
    for row in random_rows(int(sys.argv[1]) if len(sys.argv) > 1 else 30):
        report.row(*row)
    report.note("*To the same* are the tests until a result was as small as the larger of the two results.")
    report.note(f"Without its format, an input is reduced by lines, tokens or characters, in {MOST} tests at most.")
    report.write()


if __name__ == "__main__":
    main()
