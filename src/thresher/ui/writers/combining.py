"""Puts standalone modules and the data of a session together as one script."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from types import ModuleType


def script_of(modules: Sequence[ModuleType], *, about: str, data: str, last: str) -> str:
    """A script that imports what the modules import, except each other, then has their contents and the data."""
    imports: dict[str, None] = {}
    bodies = []
    for module in modules:
        source = inspect.getsource(module)
        tree = ast.parse(source)
        bodies.append(_body(source, tree))
        for node in tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom) and not _own(node):
                imports[ast.unparse(node)] = None
    future = "from __future__ import annotations"
    imports.pop(future, None)
    head = f'#!/usr/bin/env python3\n"""{about}"""\n\n{future}\n\n'
    return head + "\n".join(sorted(imports)) + f"\n\n{data}\n\n" + "\n\n".join(bodies) + f"\n\n{last}\n"


def _own(node: ast.Import | ast.ImportFrom) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").startswith("thresher")


def _body(source: str, tree: ast.Module) -> str:
    """What follows the docstring and the imports of a module, its docstring as a comment."""
    lines = source.splitlines()
    last = max(node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    comment = "\n".join(f"# {line}".rstrip() for line in (ast.get_docstring(tree) or "").splitlines())
    return comment + "\n" + "\n".join(lines[last:]).rstrip() + "\n"
