"""Which files of a folder are inputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import UsageError
from thresher.triage.inputs import find_inputs

SHA = "da39a3ee5e6b4b0d3255bfef95601890afd80709"


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())


def found(folder: Path, layout: str | None = None) -> tuple[str, list[str], int]:
    seen = find_inputs(folder, layout)
    return seen.layout, sorted(str(path.relative_to(folder)) for path in seen.paths), seen.left_out


def test_libfuzzer_leaves_artifacts_in_its_corpus(tmp_path: Path) -> None:
    kinds = [f"{kind}-{SHA}" for kind in ("crash", "leak", "oom", "slow-unit", "timeout")]
    write(tmp_path, *kinds, SHA, "fuzz-0.log", f"minimized-from-{SHA}")
    assert found(tmp_path) == ("libfuzzer", sorted([*kinds, f"minimized-from-{SHA}"]), 2)


def test_afl_has_crashes_and_hangs_of_several_fuzzers(tmp_path: Path) -> None:
    inputs = [
        "main/crashes/id:000000,sig:11,src:000000,time:12,execs:9,op:havoc,rep:4",
        "main/crashes.2024-05-01-10:00:00/id:000001,sig:06,src:000000,op:flip1,pos:0",
        "second/hangs/id:000000,src:000001,op:havoc",
        "second/crashes/id_000007,sig_11",
    ]
    others = ["main/queue/id:000000,orig:seed", "main/fuzzer_stats", "main/crashes/README.txt", "main/plot_data"]
    write(tmp_path, *inputs, *others)
    assert found(tmp_path) == ("afl", sorted(inputs), 4)
    assert found(tmp_path / "second" / "hangs")[0] == "afl"


def test_oss_fuzz_testcases(tmp_path: Path) -> None:
    inputs = ["clusterfuzz-testcase-5645321", "clusterfuzz-testcase-minimized-pdf_fuzzer-5712.pdf"]
    write(tmp_path, *inputs, "report.txt")
    assert found(tmp_path) == ("oss-fuzz", inputs, 1)


def test_a_plain_folder_is_all_its_files(tmp_path: Path) -> None:
    write(tmp_path, "a.c", "deeper/b.c", ".hidden", "README.txt")
    assert found(tmp_path) == ("plain", ["a.c", "deeper/b.c"], 1)


def test_the_layout_can_be_given(tmp_path: Path) -> None:
    write(tmp_path, f"crash-{SHA}", "other")
    assert found(tmp_path, "plain")[1] == [f"crash-{SHA}", "other"]
    with pytest.raises(UsageError, match=r"no input of oss-fuzz .* 2 other files are there: --layout plain"):
        find_inputs(tmp_path, "oss-fuzz")


def test_results_are_not_inputs(tmp_path: Path) -> None:
    write(tmp_path, "a", "results/b")
    assert [path.name for path in find_inputs(tmp_path, leave_out=tmp_path / "results").paths] == ["a"]
