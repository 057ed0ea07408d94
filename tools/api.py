"""The page of the Python API as Markdown, from the docstrings: `python tools/api.py`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module

import thresher
from thresher import algorithms

FUNCTIONS = ("minimize", "ddmin", "dd", "reduce")
ERRORS = ("ThresherError", "NotFailing", "Stopped", "TooFlaky", "OracleBroken", "UsageError")
HEAD = """\
# Python API

Version {version}. Every name on this page is imported from `thresher`, and every example is run by the tests. The
functions need no other package: `pip install --no-deps thresher` is enough, on every system. With tree-sitter
installed, as it is by default, `reduce` parses source code.
"""


def markdown() -> str:
    """The page: the functions, their common contract, the list algorithms, the types, the errors."""
    other = [name for name in algorithms.functions() if name not in FUNCTIONS]
    types = [name for name in thresher.__all__ if name not in (*FUNCTIONS, *other, *ERRORS)]
    parts = [
        HEAD.format(version=thresher.__version__),
        *(section(name, getattr(thresher, name)) for name in FUNCTIONS),
        "## What the functions have in common\n\n" + text(import_module("thresher.api").__doc__ or ""),
        "## List algorithms\n\nFunctions of `thresher.algorithms`, also importable from `thresher`.\n",
        *(section(name, getattr(algorithms, name), level=3) for name in other),
        "## Types\n",
        *(section(name, getattr(thresher, name), level=3) for name in types),
        "## Errors\n",
        *(section(name, getattr(thresher, name), level=3) for name in ERRORS),
    ]
    return "\n".join(parts)


def section(name: str, public: object, *, level: int = 2) -> str:
    """A heading, the signature and the docstring."""
    signature = f"{name}{_signature(public)}" if inspect.isroutine(public) or inspect.isclass(public) else ""
    shown = f"```python\n{signature}\n```\n\n" if signature else f"An alias: `{_plain(str(public))}`\n\n"
    own = inspect.isroutine(public) or inspect.isclass(public)
    return f"{'#' * level} {name}\n\n{shown}{text(inspect.getdoc(public) or '') if own else ''}"


def _signature(public: object) -> str:
    """The parameters, one per line if they are many; none for enumerations and protocols."""
    try:
        signature = inspect.signature(public)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    one_line = _plain(str(signature))
    if len(one_line) <= 80:
        return one_line
    inner = one_line[1 : one_line.rindex(")")]
    pieces = re.split(r", (?=(?:\w+:|\*))", inner)
    return "(\n" + "".join(f"    {piece},\n" for piece in pieces) + one_line[one_line.rindex(")") :]


def _plain(annotation: str) -> str:
    unquoted = re.sub(r"(: |-> )'([^']*)'", r"\1\2", annotation)
    named = re.sub(r"<function (\w+) at \w+>", r"\1", unquoted)
    return re.sub(r"\b(?:thresher|collections|typing|pathlib)\.(?:\w+\.)*", "", named)


def text(docstring: str) -> str:
    """A docstring as Markdown: its examples become blocks of code."""
    return "\n\n".join(_blocks(inspect.cleandoc(docstring))) + "\n"


def _blocks(docstring: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", docstring):
        yield f"```pycon\n{block}\n```" if block.lstrip().startswith(">>>") else block


if __name__ == "__main__":
    print(markdown())
