"""The token lines of the HDD thesis: `NAME : [|regex|] [|minimal text|];`, and `SKIP` for what the lexer ignores."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.grammars.grammar import Problem
from thresher.grammars.readers.reading import GrammarText
from thresher.grammars.readers.yacc.lex_patterns import BLANKS

SKIP = "SKIP"
LINE = re.compile(r"([A-Za-z_][\w.-]*)\s*:\s*\[\|(.*?)\|\]\s*(?:\[\|([\s\S]*?)\|\]\s*)?(?:;|$)", re.MULTILINE)
LINES = re.compile(r"^[ \t]*[A-Za-z_][\w.-]*\s*:\s*\[\|", re.MULTILINE)
FILLER = re.compile(r"(?:\s+|/\*[\s\S]*?\*/|//.*)*")
SEPARATOR = re.compile(r"^%%.*$", re.MULTILINE)
BACKSLASHES = re.compile(r"\\+")
PRINTED = {r'"/*"([^\\*]|\\*[^\\/])*"/"': r'"/*"([^*]|\*+[^*/])*\*+"/"'}
"""Patterns of Figure 7.1 that match no comment, however their backslashes are read; and what they are meant to be."""


def token_lines(text: GrammarText, start: int) -> Iterator[re.Match[str]]:
    """The lines from an offset on, as matches of LINE."""
    while True:
        filler = FILLER.match(text.text, start)
        start = filler.end() if filler else start
        if start >= len(text.text):
            return
        if separator := SEPARATOR.match(text.text, start):
            start = separator.end()
            continue
        line = LINE.match(text.text, start)
        if line is None:
            raise text.error(start, "expected a line like NAME : [|regular expression|] [|minimal text|];")
        yield line
        start = line.end()


def as_meant(text: GrammarText, start: int) -> tuple[GrammarText, list[Problem]]:
    r"""The same text with single backslashes in the SKIP lines that have double ones only, as Figure 7.1 prints them.

    As lex reads it, `\\n` is a backslash and an n; the figure means a newline. A warning says how each line is read.
    All offsets stay.
    """
    pieces, problems, done = [], [], 0
    for line in token_lines(text, start):
        start_at, end = stripped(text, *line.span(2))
        pattern = text.text[start_at:end]
        meant = _meant(pattern) if line[1] == SKIP else pattern
        if meant != pattern:
            pieces += [text.text[done:start_at], meant.ljust(len(pattern))]
            done = end
            message = f"this SKIP line has double backslashes, as in the HDD thesis; it is read as {meant}"
            problems.append(Problem(text.place(start_at), message))
    return GrammarText(text.name, "".join([*pieces, text.text[done:]])), problems


def _meant(pattern: str) -> str:
    if pattern in PRINTED:
        return PRINTED[pattern]
    doubled = all(len(run) % 2 == 0 for run in BACKSLASHES.findall(pattern))
    return BACKSLASHES.sub(lambda run: run[0][: len(run[0]) // 2], pattern) if doubled else pattern


def stripped(text: GrammarText, start: int, end: int) -> tuple[int, int]:
    """The same span without the blanks at its ends, save one after a backslash."""
    part = text.text[start:end]
    bare = part.strip(BLANKS)
    start += len(part) - len(part.lstrip(BLANKS))
    return start, start + len(bare) + (bare.endswith("\\") and not bare.endswith("\\\\") and start + len(bare) < end)
