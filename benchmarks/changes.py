"""Compares `thresher changes` with `git bisect run` on generated histories with planted causes.

    python -m benchmarks.changes [--commits 200] [--lines 178000]

Each history has 200 commits that add 178,000 lines to 100 files. The cause is 1 to 5 lines that fail only together,
all in one commit or each in a commit of its own. With dependencies, 400 lines need another line from the same or an
earlier commit: the build fails without it. Both tools get the same build and the same test. git bisect reports the
commit at which the test began to fail; thresher reports the lines. Writes benchmarks/results/changes.md.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from math import log2
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "changes.md"
FILES, BLOCK, DEFINITIONS = 100, 10, 400
BUILD = """\
import pathlib, sys
lines = {line for path in pathlib.Path("src").iterdir() for line in path.read_text().splitlines()}
missing = [line for line in lines if line.startswith("use ") and "def " + line[4:] not in lines]
sys.exit(bool(missing))
"""


@dataclass(frozen=True)
class Case:
    """`lines` of cause, in one commit or `spread`; with or without dependencies."""

    lines: int
    spread: bool
    dependencies: bool


@dataclass(frozen=True)
class Row:
    case: Case
    changes: int
    exact: bool
    tests: int
    seconds: float
    bisect_tests: int
    bisect_seconds: float
    same_commit: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=200)
    parser.add_argument("--lines", type=int, default=178_000)
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    cases = [
        Case(1, False, False),
        Case(5, False, False),
        Case(5, True, False),
        Case(1, False, True),
        Case(3, True, True),
    ]
    rows = []
    for seed, case in enumerate(cases):
        with tempfile.TemporaryDirectory(prefix="changes-") as place:
            rows.append(measured(case, Path(place), options.commits, options.lines, seed))
        print(rows[-1], file=sys.stderr, flush=True)
        if options.write:
            RESULTS.write_text(table(rows, options.commits))
    print(table(rows, options.commits))


def measured(case: Case, place: Path, commits: int, lines: int, seed: int) -> Row:
    """Both tools on one history."""
    repository, cause = place / "repository", [f"wrong {number}" for number in range(case.lines)]
    make_history(repository, case, cause, commits=commits, lines=lines, dice=random.Random(seed))
    build = place / "build.py"
    build.write_text(BUILD)
    test = place / "test.sh"
    found = " && ".join(f"grep -qrx '{line}' src" for line in cause)
    test.write_text(f"#!/bin/sh\n! {{ {found}; }}\n")
    test.chmod(0o755)
    build_command = f"{sys.executable} {build}" if case.dependencies else "true"
    begun = time.monotonic()
    record = run_thresher(repository, place, build_command, test)
    middle = time.monotonic()
    bisected, commit = run_bisect(repository, place, build_command, test)
    patch = Path(record["outputs"][0]).read_text()
    added = sorted(line[1:] for line in patch.splitlines() if line.startswith("+") and not line.startswith("+++"))
    return Row(
        case,
        record["changes"],
        added == cause,
        record["tests"] - 2,
        middle - begun,
        bisected,
        time.monotonic() - middle,
        record["causes"][0]["commits"][-1] == commit,
    )


def make_history(
    repository: Path, case: Case, cause: list[str], *, commits: int, lines: int, dice: random.Random
) -> None:
    """Written by git fast-import."""
    texts = [[f"file {number} line {line}" for line in range(50)] for number in range(FILES)]
    special: dict[int, list[str]] = {}
    together = dice.randint(2, commits)
    for line in cause:
        special.setdefault(dice.randint(1, commits) if case.spread else together, []).append(line)
    for number in range(DEFINITIONS if case.dependencies else 0):
        first = dice.randint(1, commits)
        special.setdefault(first, []).append(f"def {number}")
        special.setdefault(dice.randint(first, commits), []).append(f"use {number}")
    parts = [_commit(0, dict(enumerate(texts)))]
    for commit in range(1, commits + 1):
        here = special.get(commit, [])
        fresh = [f"commit {commit} brings {line}" for line in range(lines // commits - len(here))]
        for line in here:
            fresh.insert(dice.randint(0, len(fresh)), line)
        changed = {}
        for start in range(0, len(fresh), BLOCK):
            number = dice.randrange(FILES)
            at = dice.randint(0, len(texts[number]))
            texts[number][at:at] = fresh[start : start + BLOCK]
            changed[number] = texts[number]
        parts.append(_commit(commit, changed))
    subprocess.run(["git", "init", "-q", "-b", "main", repository], check=True)
    subprocess.run(["git", "-C", repository, "fast-import", "--quiet"], input="".join(parts).encode(), check=True)
    subprocess.run(["git", "-C", repository, "reset", "-q", "--hard"], check=True)


def _commit(number: int, texts: dict[int, list[str]]) -> str:
    who = f"Ada <ada@example.org> {10**9 + number} +0000"
    message = f"commit {number}"
    head = f"commit refs/heads/main\nauthor {who}\ncommitter {who}\ndata {len(message)}\n{message}\n"
    contents = {name: "\n".join(text) + "\n" for name, text in texts.items()}
    return head + "".join(
        f"M 100644 inline src/{name}.txt\ndata {len(text)}\n{text}\n" for name, text in contents.items()
    )


def run_thresher(repository: Path, place: Path, build: str, test: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "thresher", "changes", "--repo", repository, "--good", _first(repository)]
    command += ["--bad", "main", "--checks", "1", "-q", "--json", "--build", build, "-o", place / "found.diff"]
    done = subprocess.run([*command, "--", test], check=True, capture_output=True)
    record: dict[str, object] = json.loads(done.stdout)
    return record


def run_bisect(repository: Path, place: Path, build: str, test: Path) -> tuple[int, str]:
    """How often git bisect ran the test, and the commit it found."""
    script, count = place / "bisect.sh", place / "count"
    script.write_text(f"#!/bin/sh\necho run >> {count}\n{build} || exit 125\nexec {test}\n")
    script.chmod(0o755)
    for arguments in (["start", "main", _first(repository)], ["run", str(script)]):
        done = subprocess.run(["git", "-C", repository, "bisect", *arguments], check=True, capture_output=True)
    found = next(line for line in done.stdout.decode().splitlines() if line.endswith("is the first bad commit"))
    return count.read_text().count("run"), found.split()[0]


def _first(repository: Path) -> str:
    done = subprocess.run(
        ["git", "-C", repository, "rev-list", "--max-parents=0", "main"], check=True, capture_output=True
    )
    return done.stdout.decode().strip()


def table(rows: list[Row], commits: int) -> str:
    head = (
        f"# Changes: thresher beside git bisect\n\n{commits} commits; the last output of `python -m benchmarks.changes"
        " --write`. Tests are without the runs of the good and the bad version itself. git bisect stops at the\n"
        "commit; *same* says that the latest commit of thresher's cause is that one.\n\n"
        "| cause | builds | changes | log2 | tests | of git bisect | same | found exactly | seconds | of git bisect |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n"
    )
    return head + "".join(
        f"| {row.case.lines} line{'s' * (row.case.lines > 1)}{_where(row.case)} "
        f"| {'may fail' if row.case.dependencies else 'always'} | {row.changes:,} | {log2(row.changes):.1f} "
        f"| {row.tests} | {row.bisect_tests} | {'yes' if row.same_commit else 'no'} | {'yes' if row.exact else 'no'} "
        f"| {row.seconds:.1f} | {row.bisect_seconds:.1f} |\n"
        for row in rows
    )


def _where(case: Case) -> str:
    return "" if case.lines == 1 else ", spread" if case.spread else ", one commit"


if __name__ == "__main__":
    main()
