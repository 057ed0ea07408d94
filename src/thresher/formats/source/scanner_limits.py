"""How much of a text may be given to a tree-sitter grammar whose scanner keeps a stack.

A scanner has 1,024 bytes to save its state in. Some write beyond them when much is nested, which ends the process. For
each of these languages there is a bound on what the stack can hold, found without parsing; a text is parsed up to the
place where that would be reached. It is an upper bound, so some deep texts that could be parsed are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

YAML_COLUMNS = 120  # at which something begins; the stack overflows at 254 levels, of which a column can have two
RUBY_BYTES = 900  # of the words that end heredocs, of which each takes three bytes more
_YAML_DEEP = re.compile(rb"^[ \t]{50}|(?:[-?:][ \t]+){50}", re.MULTILINE)
_YAML_LEAD = re.compile(rb"^[ \t]*((?:[-?:][ \t]+)*)", re.MULTILINE)
_YAML_MARK = re.compile(rb"[-?:][ \t]+")
_RUBY_HEREDOC = re.compile(rb"<<[~-]?[\"'`]?([^\W\d]\w*)")


def parsed_length(language: str, data: bytes) -> int:
    """The length of the head of a text that can be parsed without harm: all of it, but for what is nested too deep.

    >>> parsed_length("yaml", b"- " * 600), parsed_length("yaml", b"- " * 60), parsed_length("json", b"[" * 600)
    (236, 120, 600)
    """
    limit = LIMITS.get(language)
    return len(data) if limit is None else limit(data)


def _yaml(data: bytes) -> int:
    """Every level of a block begins in a column of its own, but for a list in the column of its key."""
    if not _YAML_DEEP.search(data):
        return len(data)
    columns: set[int] = set()
    for line in _YAML_LEAD.finditer(data):
        columns.add(line.start(1) - line.start())
        for mark in _YAML_MARK.finditer(data, *line.span(1)):
            columns.add(mark.end() - line.start())
            if len(columns) >= YAML_COLUMNS:
                return mark.start()
        if len(columns) >= YAML_COLUMNS:
            return line.start()
    return len(data)


def _ruby(data: bytes) -> int:
    """A heredoc is on the stack from the line that announces it to the line with its word."""
    heredocs = [*_RUBY_HEREDOC.finditer(data)]
    if sum(3 + len(each[1]) for each in heredocs) < RUBY_BYTES:
        return len(data)
    open_until: list[tuple[int, int]] = []
    for each in heredocs:
        open_until = [(end, size) for end, size in open_until if end > each.start()]
        end = re.compile(rb"^[ \t]*%s\r?$" % re.escape(each[1]), re.MULTILINE).search(data, each.end())
        open_until.append((end.start() if end else len(data), 3 + len(each[1])))
        if sum(size for _, size in open_until) >= RUBY_BYTES:
            return data.rfind(b"\n", 0, each.start()) + 1
    return len(data)


LIMITS: Mapping[str, Callable[[bytes], int]] = {"yaml": _yaml, "ruby": _ruby}
