"""The tokens of LLVM's textual language, and its statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_NAME = rb'(?:"[^"]*"|[-a-zA-Z$._0-9]+)'
_TOKEN = re.compile(
    rb"(?P<space>[\s]+)|(?P<comment>;[^\n]*)|(?P<label>" + _NAME + rb":)"
    rb"|(?P<name>[@%$]" + _NAME + rb"|![-a-zA-Z$._0-9\\]+|#\d+|\^\d+)"
    rb'|(?P<string>[c!]?"[^"]*")|(?P<word>[#]?[-+\w$.]+)|(?P<open>[(\[{<])|(?P<close>[)\]}>])|(?P<mark>.)',
    re.DOTALL,
)
STATEMENTS = frozenset((b"define", b"declare", b"target", b"source_filename", b"module", b"attributes"))
ORDERS = frozenset((b"uselistorder", b"uselistorder_bb"))
_CONTINUED = frozenset((b"to", b"unwind", b"catch", b"cleanup", b"filter", b"within", b"from"))


class LlvmToken(NamedTuple):
    """A piece of text; `depth` counts the brackets around it, and `first` says that it begins a line."""

    kind: str
    text: bytes
    start: int
    stop: int
    depth: int
    first: bool


class LlvmTokens(NamedTuple):
    """The tokens of a text, and its comments."""

    tokens: Sequence[LlvmToken]
    comments: Sequence[tuple[int, int]]


def tokenized(data: bytes) -> LlvmTokens:
    """All tokens; what is unknown is a token of one byte."""
    tokens, comments, depth, first = list[LlvmToken](), list[tuple[int, int]](), 0, True
    for match in _TOKEN.finditer(data):
        kind = match.lastgroup or ""
        if kind == "space":
            first |= b"\n" in match.group()
        elif kind == "comment":
            comments.append(match.span())
        else:
            depth = max(depth - (kind == "close"), 0)
            tokens.append(LlvmToken(kind, match.group(), match.start(), match.end(), depth, first))
            depth += kind == "open"
            first = False
    return LlvmTokens(tokens, comments)


def statements(tokens: Sequence[LlvmToken]) -> Iterator[tuple[int, int]]:
    """The statements of a module: where the tokens of each begin and end."""
    begin = 0
    for at, token in enumerate(tokens):
        if token.depth == 0 and at > begin and _begins_statement(tokens, at):
            yield begin, at
            begin = at
    if tokens:
        yield begin, len(tokens)


def _begins_statement(tokens: Sequence[LlvmToken], at: int) -> bool:
    token = tokens[at]
    if token.kind == "word":
        return token.text in STATEMENTS or token.text in ORDERS
    return token.kind == "name" and token.text[:1] != b"#" and _is_defined(tokens, at)


def _is_defined(tokens: Sequence[LlvmToken], at: int) -> bool:
    return at + 1 < len(tokens) and tokens[at + 1].text == b"="


def instructions(tokens: Sequence[LlvmToken], begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The labels and instructions of a body: where the tokens of each begin and end. A label is one token."""
    start, depth = begin, tokens[begin].depth if begin < end else 0
    for at in range(begin, end):
        token = tokens[at]
        if at > start and token.depth == depth and (tokens[start].kind == "label" or _begins(tokens, at)):
            yield start, at
            start = at
    if start < end:
        yield start, end


def _begins(tokens: Sequence[LlvmToken], at: int) -> bool:
    token = tokens[at]
    if token.kind == "label" or (token.kind == "name" and _is_defined(tokens, at)):
        return True
    return token.first and token.kind == "word" and token.text not in _CONTINUED


def groups(tokens: Sequence[LlvmToken], opening: int) -> tuple[list[tuple[int, int]], int]:
    """The elements between a bracket and the one that closes it, by their tokens; and where that one is."""
    found, begin, at, depth = list[tuple[int, int]](), opening + 1, opening + 1, tokens[opening].depth
    while at < len(tokens) and tokens[at].depth > depth:
        if tokens[at].text == b"," and tokens[at].depth == depth + 1:
            found.append((begin, at))
            begin = at + 1
        at += 1
    if begin < at:
        found.append((begin, at))
    return found, at


def type_end(tokens: Sequence[LlvmToken], at: int) -> int:
    """Where the type ends that begins with a token."""
    if tokens[at].kind == "open":
        at = groups(tokens, at)[1]
    at += 1
    while at < len(tokens):
        if tokens[at].text == b"*":
            at += 1
        elif tokens[at].text == b"addrspace":
            at = groups(tokens, at + 1)[1] + 1
        elif tokens[at].text == b"(":
            at = groups(tokens, at)[1] + 1
        else:
            break
    return at
