"""The reduction of one input of each group."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Thresher, thresher

__all__ = ["thresher"]


def test_what_a_fuzzer_made_is_reduced_to_its_last_letter(thresher: Thresher, tmp_path: Path) -> None:
    crashes = tmp_path / "out" / "default" / "crashes"
    crashes.mkdir(parents=True)
    (crashes / "README.txt").write_text("how it was run")
    (crashes / "id:000000,sig:06,src:000000,op:havoc").write_text("qqqAqq")
    (tmp_path / "out" / "default" / "fuzzer_stats").write_text("A")
    (tmp_path / "program").write_text("#!/bin/sh\ngrep -q A $1 && kill -ABRT $$\nexit 0\n")
    (tmp_path / "program").chmod(0o755)
    done = thresher("triage", "out", "--no-debugger", "--", "./program", "{}")
    assert done.code == 0, done.talk
    assert "1 inputs of afl" in done.talk or "1 input of afl" in done.talk
    (reduced,) = tmp_path.glob("out.triage/sigabrt-*/reduced")
    assert reduced.read_bytes() == b"A"
    assert " 1 bytes           1" in done.out.decode()
