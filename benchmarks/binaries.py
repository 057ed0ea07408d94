"""What format knowledge gains: the same binary file reduced by its parts and byte by byte, with real programs as tests.

usage: python -m benchmarks.binaries

Needs the commands openssl, gcc, binutils, wabt and sqlite3.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.report import Report

MOST_TESTS = "2000"
WAYS = (("by its parts", []), ("byte by byte", ["--format", "characters"]))


@dataclass(frozen=True)
class Case:
    """A file, the commands that make it, and the one that exits with 0 while the failure occurs."""

    name: str
    make: str
    test: str
    source: str = ""


FUNCTIONS = "\n".join(
    f"int f{number}(int a) {{ return {f'f{number - 1}(a)' if number else 'a'} + {number}; }}" for number in range(20)
)
MODULE = "\n".join(
    f'(func $f{number} (export "f{number}") (param i32) (result i32) local.get 0 {called})'
    for number, called in enumerate(["", *(f"call $f{number}" for number in range(19))])
)
CERTIFICATE = (
    "openssl req -x509 -newkey rsa:2048 -nodes -keyout key -subj /C=NO/O=A/CN=a.org "
    "-addext subjectAltName=DNS:a.org,DNS:b.org,IP:10.0.0.1"
)
ORDERS = [(Random(number).randrange(300), -5 if number == 333 else number) for number in range(500)]
CASES = (
    Case(
        "certificate.der",
        f"{CERTIFICATE} -outform DER -out certificate.der",
        "openssl asn1parse -inform DER -in certificate.der | grep -q 'Subject Alternative Name'",
    ),
    Case(
        "certificate.pem",
        f"{CERTIFICATE} -out certificate.pem",
        "openssl x509 -in certificate.pem -noout -text | grep -q 'IP Address:10.0.0.1'",
    ),
    Case(
        "orders.sqlite",
        "sqlite3 orders.sqlite < source",
        "test -n \"$(sqlite3 orders.sqlite 'SELECT name FROM users, orders WHERE user = id AND price < 0')\"",
        source="CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT UNIQUE);\n"
        "CREATE TABLE orders (user INT, what TEXT, price REAL);\nCREATE INDEX by_price ON orders (price);\n"
        + "".join(f"INSERT INTO users VALUES ({number}, 'user {number}', '{number}@a.org');\n" for number in range(300))
        + "".join(f"INSERT INTO orders VALUES ({user}, 'grain', {price});\n" for user, price in ORDERS),
    ),
    Case("functions.o", "gcc -g -c -xc source -o functions.o", "nm functions.o | grep -q 'T f13'", source=FUNCTIONS),
    Case(
        "functions.wasm",
        "wat2wasm --debug-names source -o functions.wasm",
        "wasm-objdump -d functions.wasm | grep -q 'call 12 '",
        source=f"(module {MODULE})",
    ),
    Case(
        "log.txt.xz",
        "xz -c source > log.txt.xz",
        "xzcat log.txt.xz | grep -q 'line 777'",
        source="".join(f"line {number}\n" for number in range(1000)),
    ),
)


def main() -> None:
    columns = [f"{way}: {what}" for way, _ in WAYS for what in ("tests", "bytes left")]
    report = Report("binaries", "Binary files by their parts and byte by byte", ["file", "bytes", *columns])
    for case in CASES:
        size, cells = 0, list[str]()
        for _, options in WAYS:
            size, done = reduced(case, options)
            stopped = "" if done["finished"] else ", stopped"
            cells += [f"{done['tests']:,}{stopped}", f"{done['after']['bytes']:,}"]
        report.row(case.name, f"{size:,}", *cells)
    report.note(f"One job; a reduction is stopped after {int(MOST_TESTS):,} tests.")
    report.write()


def reduced(case: Case, options: list[str], *, then: str = "") -> tuple[int, dict[str, Any]]:
    """The size of the file, and the statistics of its reduction; `then` is what a command prints for the result."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "source").write_text(case.source)
        subprocess.run(case.make, shell=True, cwd=folder, check=True, capture_output=True)
        size, test = (folder / case.name).stat().st_size, folder / "test.sh"
        test.write_text(f"#!/bin/sh\n{case.test}\n")
        test.chmod(0o755)
        limits = ["-j1", "--checks", "1", "--max-tests", MOST_TESTS]
        command = ["reduce", case.name, "--test", "./test.sh", "--no-report", "--json", "-q", *limits, *options]
        done = subprocess.run(
            [sys.executable, "-m", "thresher", *command], cwd=folder, check=False, stdout=subprocess.PIPE
        )
        found = json.loads(done.stdout)
        result = {**os.environ, "OUTPUT": str(found["output"])}
        printed = subprocess.run(then, shell=True, cwd=folder, env=result, check=True, capture_output=True, text=True)
        return size, found | {"then": printed.stdout.strip()}


if __name__ == "__main__":
    main()
