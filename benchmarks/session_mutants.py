"""Damages every file of a session in many ways and runs the commands that read it: no traceback, bounded cost.

    python -m benchmarks.session_mutants [--mutants 300] [--jobs 2] [--output benchmarks/results/session_mutants.md]

Each mutant is read by one command in a process of its own; the commands that read a file take turns. The page is
written after each file, so that a stopped run has one too.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.sessions import COMMANDS, Attempt, Sessions, import_everything, mutant

HEAD = """# Mutants of session files

Made by `python -m benchmarks.session_mutants`. Each mutant of a file is read by one of the commands, by turns.
*Bad* are those with a traceback, more than 20 s of processor time or more than 1 GB.

| file | read by | mutants | read | one line | bad | most seconds | most MB |
|---|---|--:|--:|--:|--:|--:|--:|
"""


@dataclass
class Tally:
    """What became of the mutants of one file."""

    ends: Counter[bool] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0
    memory: int = 0

    def add(self, attempt: Attempt, number: int) -> None:
        self.ends[attempt.code in (0, 1)] += not attempt.problem
        self.seconds, self.memory = max(self.seconds, attempt.seconds), max(self.memory, attempt.memory)
        if attempt.problem:
            self.problems.append(f"mutant {number}, {' '.join(attempt.command)}: {attempt.problem}")

    def row(self, name: str) -> str:
        verbs = ", ".join(dict.fromkeys(command[0] for command in COMMANDS[name]))
        cells = [name, verbs, sum(self.ends.values()) + len(self.problems), self.ends[True], self.ends[False]]
        cells += [len(self.problems), f"{self.seconds:.1f}", self.memory >> 20]
        return f"| {' | '.join(map(str, cells))} |\n"


def tally_of(name: str, mutants: int, seed: int) -> Tally:
    """Tries the mutants of one file."""
    tally, commands = Tally(), COMMANDS[name]
    with tempfile.TemporaryDirectory(prefix="session-mutants-") as place:
        os.environ["XDG_STATE_HOME"] = place  # not the key of whoever runs this
        sessions = Sessions(Path(place))
        original = sessions.original(name)
        for number in range(mutants):
            data = mutant(name, original, Random(f"{seed} {name} {number}"))
            tally.add(sessions.attempt(name, data, commands[number % len(commands)]), number)
    return tally


def main() -> int:
    """0 if nothing went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=300, help="of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="files at a time")
    parser.add_argument("--output", type=Path, default=Path("benchmarks/results/session_mutants.md"))
    options = parser.parse_args()
    tallies: dict[str, Tally] = {}
    import_everything()
    with ProcessPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(tally_of, name, options.mutants, options.seed): name for name in COMMANDS}
        for future in as_completed(futures):
            tallies[futures[future]] = tally = future.result()
            rows = [tallies[name].row(name) for name in COMMANDS if name in tallies]
            options.output.write_text(HEAD + "".join(rows))
            print(tally.row(futures[future]), *tally.problems, sep="\n", flush=True)
    return int(any(tally.problems for tally in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
