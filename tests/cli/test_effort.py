"""Searches with another effort continue what is known."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Thresher

TEXT = "int a;\nint b;\nint f(int x) { int y = x; return g(y, 12) + y; }\nint c;\n"


def test_normal_continues_where_quick_ended(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(TEXT)
    command = ["reduce", "a.c", "--json", "--quiet", "--stderr", "found", "--jobs", "1"]
    program = ["--", "sh", "-c", 'grep -q "g(y" "$0" && grep -q 12 "$0" && echo found >&2', "{}"]
    quick = thresher(*command, "--effort", "quick", *program)
    assert quick.code == 1, quick.talk
    first = json.loads(quick.out)
    assert "--effort normal continues" in first["why"]
    second = json.loads(thresher(*command, "--effort", "normal", *program).out)
    alone = json.loads(thresher(*command, "--fresh", *program).out)
    assert second["complete"]
    assert second["after"] == alone["after"]
    assert second["tests"] <= alone["tests"] + first["tests"] // 2
