"""Parsers that are stricter than tree-sitter's grammars, for the languages that Python itself can parse.

A grammar made for editors accepts a class without a body or two commas in a row. Where the input satisfies the strict
parser, candidates have to as well.
"""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Callable

Parser = Callable[[bytes], object]


def _python(data: bytes) -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(data)


_PARSERS: dict[str, Parser] = {"python": _python, "json": json.loads}


def strict_check(language: str, data: bytes) -> Callable[[bytes], bool] | None:
    """Whether a text satisfies the strict parser of a language; None if there is none, or the input does not.

    >>> check = strict_check("json", b"[1, 2]")
    >>> check(b"[1]"), check(b"[1,]")
    (True, False)
    """
    parser = _PARSERS.get(language)
    return (lambda text: _parses(parser, text)) if parser is not None and _parses(parser, data) else None


def _parses(parser: Parser, data: bytes) -> bool:
    try:
        parser(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
