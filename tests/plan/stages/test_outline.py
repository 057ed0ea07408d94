"""A large content loses long parts before it is parsed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.large_files import FILES, NEEDLE

from thresher import reduce
from thresher.plan import PlanOptions, plan_for
from thresher.plan.stages import OutlineStage

SIZE = 400_000
PEAK = """
import resource, sys
from thresher.cli.main import main
main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, file=sys.stderr)
"""


@pytest.mark.parametrize(("name", "size", "expected"), [
    ("records.json", SIZE, True),
    ("records.json", 100_000, False),
    ("dump.sql", SIZE, True),
    ("document.xml", SIZE, True),
    ("program.c", SIZE, False),
    ("program.c", 5_000_000, True),
    ("lines.txt", SIZE, False),
])  # fmt: skip
def test_the_stage_is_there_for_large_contents_with_a_syntax(name: str, size: int, expected: bool) -> None:
    stages = plan_for(name, FILES[name](size), PlanOptions()).stages
    assert isinstance(stages[0], OutlineStage) == expected
    assert not any(isinstance(stage, OutlineStage) for stage in stages[1:])


def test_who_asks_for_valid_candidates_gets_no_outline() -> None:
    stages = plan_for("records.json", FILES["records.json"](SIZE), PlanOptions(valid=True)).stages
    assert not any(isinstance(stage, OutlineStage) for stage in stages)


@pytest.mark.parametrize("name", ["records.json", "dump.sql", "document.xml"])
def test_a_large_content_is_small_after_few_tests(name: str) -> None:
    sizes: list[int] = []

    def fails(data: bytes) -> bool:
        hit = NEEDLE in data
        sizes.extend([len(data)] if hit else [])
        return hit

    alone = reduce(FILES[name](SIZE), fails, name=name)
    assert alone.data == reduce(FILES[name](SIZE), lambda data: NEEDLE in data, name=name, jobs=4).data
    assert alone.data == NEEDLE
    assert alone.statistics.tests < 80
    assert len([size for size in sizes if size > 2000]) < 25


def test_memory_is_a_few_times_the_input(tmp_path: Path) -> None:
    peaks = {}
    for name, data in (("small.json", b'["%b"]' % NEEDLE), ("large.json", FILES["records.json"](8_000_000))):
        (tmp_path / name).write_bytes(data)
        options = ["--quiet", "--jobs", "1", "--max-tests", "20", "--test", f"grep -q {NEEDLE.decode()} {name}"]
        command = [sys.executable, "-c", PEAK, "reduce", name, *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
        peaks[name] = int(done.stderr.split()[-1]) / 8_000_000
    assert peaks["large.json"] - peaks["small.json"] < 8
