"""Each class name has one meaning in all of the source."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import thresher

SOURCE = Path(thresher.__file__).parent


def test_no_two_classes_share_a_name() -> None:
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(SOURCE))
    assert not {name: paths for name, paths in found.items() if len(paths) > 1}
