"""How much processor time passes before something happens: `python -m benchmarks.startup`.

Each figure is the least of several runs, since other processes only ever add to it. "Imports" is what
`python -X importtime` adds up to, in the same way.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

RUNS = 9
PROGRAM = '#include <stdio.h>\nint f(int x) { return x / 0; }\nint main(void) { printf("%d\\n", f(3)); return 0; }\n'
TEST = '#!/bin/sh\n[ -s "$FIRST" ] || cat /proc/$PPID/stat > "$FIRST"\nexit 1\n'
BEFORE = {  # measured on the same machine, at commit 04f0678
    "thresher --version": (0.68, None),
    "from thresher import ddmin": (0.13, None),
    "from thresher import reduce": (0.34, None),
    "thresher reduce small.c, up to its first test": (0.60, 0.42),
}


def processor_seconds(command: Sequence[str]) -> float:
    """User and system time of a command, the least of some runs."""
    return min(_once(command) for _ in range(RUNS))


def _once(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def import_seconds(*arguments: str) -> float:
    """What `-X importtime` says of all imports of a command, the least of some runs."""
    return min(_import_once(arguments) for _ in range(RUNS))


def _import_once(arguments: Sequence[str]) -> float:
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=False
    )
    own = re.findall(r"^import time:\s+(\d+) \|", ended.stderr, re.MULTILINE)
    return sum(map(int, own)) / 1e6


def first_test(folder: Path) -> float:
    """Processor seconds of `thresher reduce` on a small C file when its first test begins, the least of some runs."""
    source, script, first = folder / "small.c", folder / "test.sh", folder / "first"
    source.write_text(PROGRAM)
    script.write_text(TEST)
    script.chmod(0o755)
    return min(_first_test(source, script, first) for _ in range(RUNS))


def _first_test(source: Path, script: Path, first: Path) -> float:
    first.unlink(missing_ok=True)
    command = [sys.executable, "-m", "thresher", "reduce", str(source), "-q", "--fresh", "--max-tests", "1"]
    environment = os.environ | {"FIRST": str(first)}
    subprocess.run([*command, "--allow-trivial", "--", str(script)], env=environment, capture_output=True, check=False)
    fields = first.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    rows: list[tuple[str, float, float]] = []
    for name, arguments in (
        ("python -c pass", ["-c", "pass"]),
        ("thresher --version", ["-m", "thresher", "--version"]),
        ("thresher --help", ["-m", "thresher", "--help"]),
        ("from thresher import ddmin", ["-c", "from thresher import ddmin"]),
        ("from thresher import reduce", ["-c", "from thresher import reduce"]),
    ):
        rows.append((name, processor_seconds([sys.executable, *arguments]), import_seconds(*arguments)))
    with TemporaryDirectory() as folder:
        begin = "from thresher.cli.main import parsed; parsed(['reduce', 'small.c', '--', 'true'])"
        name = "thresher reduce small.c, up to its first test"
        rows.append((name, first_test(Path(folder)), import_seconds("-c", begin)))
    print("# Start-up\n")
    print("Seconds of processor time (user and system), and of imports; the least of", RUNS, "runs.\n")
    print("| | now | imports | before | imports before |\n|---|---|---|---|---|")
    for name, seconds, imports in rows:
        before, before_imports = BEFORE.get(name, (None, None))
        cells = ("" if each is None else f"{each:.2f}" for each in (seconds, imports, before, before_imports))
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
