"""Programs as functions: which versions there are, and what they make of a content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.translators import translated, versions


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("tool", "tool-9", "tool-14", "tool-x", "toolbox", "tool-3"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755 if name != "tool-3" else 0o644)
    monkeypatch.setenv("PATH", f"{tmp_path}:.")
    versions.cache_clear()
    yield tmp_path
    versions.cache_clear()


def test_versions_are_from_old_to_new(programs: Path) -> None:
    assert versions("tool") == tuple(str(programs / name) for name in ("tool-9", "tool-14", "tool"))
    assert versions("other") == ()


def test_a_program_that_fails_translates_nothing() -> None:
    assert translated(("tr", "a", "b"), b"banana") == b"bbnbnb"
    assert translated(("false",), b"a") is None
    assert translated(("/no/such/program",), b"a") is None
