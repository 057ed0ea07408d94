"""Each class name of the packages below the engine has one meaning in all of the source."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import thresher

SOURCE = Path(thresher.__file__).parent
LOWER = {"kernel", "structures", "grammars", "rewriting", "formats", "algorithms", "passes", "plan"}


def test_no_class_of_the_lower_packages_shares_its_name() -> None:
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(SOURCE))
    shared = {name: paths for name, paths in found.items() if len(paths) > 1}
    assert not {name: paths for name, paths in shared.items() if any(path.parts[0] in LOWER for path in paths)}
