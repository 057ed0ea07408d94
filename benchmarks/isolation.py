"""Isolates the difference between two files of a language by trees and by lines: tests, unresolved tests, bytes left.

`python -m benchmarks.isolation` generates pairs of files with many changes, of which one makes a check fail. A text
that the language's own parser rejects is unresolved. Writes benchmarks/results/isolation.md.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "isolation.md"


@dataclass(frozen=True)
class Case:
    """Two files and a check of the second kind: a Python function `fails(data)` in its source text."""

    name: str
    suffix: str
    good: str
    bad: str
    check: str


def cases() -> Iterator[Case]:
    yield json_case("JSON, indented", indent=2)
    yield json_case("JSON, one line", indent=None)
    yield xml_case("XML, one element per line", "\n")
    yield xml_case("XML, one line", "")
    yield c_case()
    yield python_case()


def json_case(name: str, indent: int | None) -> Case:
    dice = random.Random(1)
    good = {f"service{n}": {"port": 8000 + n, "hosts": ["a", "b"], "retry": {"times": 3}} for n in range(120)}
    bad = {key: dict(value) for key, value in good.items()}
    for key in dice.sample(sorted(bad), 60):
        change = dice.randrange(4)
        if change == 0:
            bad[key]["hosts"] = ["a", "c", "b"]
        elif change == 1:
            bad[key]["retry"] = {"times": 5, "wait": [1, 2, 4]}
        elif change == 2:
            bad[key]["tags"] = [{"name": key, "level": dice.randrange(9)}]
        else:
            del bad[key]["hosts"]
    bad["service77"] = {"port": 8077, "hosts": ["a", "b"], "retry": {"times": -1, "wait": [1]}}
    check = (
        "    value = json.loads(data)\n"
        '    return any(service.get("retry", {}).get("times", 0) < 0 for service in value.values())\n'
    )
    return Case(name, ".json", json.dumps(good, indent=indent), json.dumps(bad, indent=indent), check)


def xml_case(name: str, end: str) -> Case:
    dice = random.Random(2)

    def item(n: int, *, changed: bool) -> str:
        if not changed:
            return f'<item id="{n}"><name>thing {n}</name><price>{n}.50</price></item>'
        note = f"<note lang='en'>{'more ' * dice.randrange(1, 4)}</note>"
        return f'<item id="{n}" class="new">{note}<name>thing {n}</name><price unit="eur">{n}.75</price></item>'

    changed = set(dice.sample(range(150), 70)) | {42}
    good = end.join(["<list>", *(item(n, changed=False) for n in range(150)), "</list>"])
    bad = end.join(["<list>", *(item(n, changed=n in changed) for n in range(150)), "</list>"])
    check = (
        "    root = ElementTree.fromstring(data)\n"
        '    return any(each.get("id") == "42" and each.find("price").get("unit") for each in root.iter("item"))\n'
    )
    return Case(name, ".xml", good, bad, check)


def c_case() -> Case:
    """Functions of which half are rewritten over several lines; one of them divides by zero, checked by gcc itself."""

    def old(n: int) -> str:
        return f"int f{n}(int a)\n{{\n  int b = a + {n};\n  return b * 2;\n}}\n"

    def new(n: int) -> str:
        divisor = 0 if n == 33 else n
        return (
            f"int f{n}(int a, int k)\n{{\n  int b = a,\n      c = k;\n  if (c > {n}) {{\n    b += c;\n  }}\n"
            f"  return b / {divisor};\n}}\n"
        )

    good = "".join(map(old, range(1, 60)))
    bad = "".join(new(n) if n % 2 or n == 33 else old(n) for n in range(1, 60))
    check = (
        '    done = subprocess.run(["gcc", "-x", "c", "-fsyntax-only", "-"], input=data, capture_output=True)\n'
        "    if done.returncode:\n"
        "        return Outcome.UNRESOLVED\n"
        '    return b"division by zero" in done.stderr\n'
    )
    return Case("C", ".c", good, bad, check)


def python_case() -> Case:
    good = "".join(f"def f{n}(a):\n    b = a + {n}\n    return b\n\n" for n in range(60))
    bad = "".join(
        f"def f{n}(a, *more):\n    for each in more:\n        if each:\n            a += each\n"
        f"    return [a, {n},\n            a{' / 0' if n == 21 else ''}]\n\n"
        if n % 3 == 0
        else f"def f{n}(a):\n    b = a + {n}\n    return b\n\n"
        for n in range(60)
    )
    check = "    tree = ast.parse(data)\n    return any(isinstance(node, ast.Div) for node in ast.walk(tree))\n"
    return Case("Python", ".py", good, bad, check)


HEAD = """\
import ast, json, subprocess
from xml.etree import ElementTree
from thresher import Outcome

def fails(data: bytes):
    try:
        return check(data)
    except (ValueError, SyntaxError, AttributeError):
        return Outcome.UNRESOLVED

def check(data):
"""


def measure(case: Case, *options: str) -> dict[str, int]:
    """Tests, unresolved ones, and bytes that still differ."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / f"good{case.suffix}").write_text(case.good)
        (folder / f"bad{case.suffix}").write_text(case.bad)
        (folder / "check.py").write_text(HEAD + case.check)
        words = ["isolate", f"good{case.suffix}", f"bad{case.suffix}", "--json", "-q", "--python", "check.py:fails"]
        done = subprocess.run(
            [sys.executable, "-m", "thresher", *words, "-j1", *options], cwd=folder, capture_output=True, check=True
        )
        record = json.loads(done.stdout)
        passing, failing = ((folder / f"bad.{each}{case.suffix}").read_bytes() for each in ("pass", "fail"))
    return {
        "tests": record["tests"],
        "unresolved": record["outcomes"].get("unresolved", 0),
        "left": difference(passing, failing),
    }


def difference(passing: bytes, failing: bytes) -> int:
    """Bytes between the first and the last difference, on the longer side."""
    limit = min(len(passing), len(failing))
    start = next((at for at in range(limit) if passing[at] != failing[at]), limit)
    end = next((at for at in range(limit - start) if passing[-1 - at] != failing[-1 - at]), limit - start)
    return max(len(passing), len(failing)) - start - end


def table(say: Callable[[str], None]) -> None:
    say("| files | bytes | tests by trees | unresolved | left | tests by lines | unresolved | left |")
    say("|---|---|---|---|---|---|---|---|")
    for case in cases():
        trees, lines = measure(case), measure(case, "--format", "lines")
        row = [f"{each[column]:,}" for each in (trees, lines) for column in ("tests", "unresolved", "left")]
        say(f"| {case.name} | {len(case.bad):,} | {' | '.join(row)} |")


def main() -> None:
    rows: list[str] = []

    def say(line: str) -> None:
        rows.append(line)
        print(line, flush=True)

    table(say)
    note = (
        "Two files with many changes, isolated by trees (then lines, tokens, characters) and by lines (then those).\n"
    )
    note += "`left` is the number of bytes from the first to the last difference of the pair that was found.\n"
    RESULTS.write_text(f"# Isolation by trees\n\n{note}\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
