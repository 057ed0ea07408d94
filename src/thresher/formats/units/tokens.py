"""Tokens of no language in particular: words, numbers, short strings, operators, single marks.

The blanks after a token belong to it, so that taking a token out never glues its neighbours together. A line end and
the indentation after it are one unit. A string of up to 32 bytes is one token; what is inside a longer one can go.
"""

from __future__ import annotations

import re

from thresher.formats.content import is_binary
from thresher.structures.sequence import Units, units_ending

_TOKEN = re.compile(
    rb"""
      \r?\n[ \t]*                                        # a line end and the indentation behind it
    | (?: [A-Za-z0-9_$\x80-\xff]+                        # a word or number, a letter outside ASCII included
        | "(?:[^"\\\n]|\\.){0,32}" | '(?:[^'\\\n]|\\.){0,32}'
        | <<=|>>=|\.\.\.|===|!==|[=!<>+\-*/%&|^]=|&&|\|\||->|=>|::|<<|>>|\+\+|--|//|/\*|\*/|<!--|-->|</|/>
        | .
      ) [ \t]*
    """,
    re.VERBOSE | re.DOTALL,
)


def confidence(name: str, data: bytes) -> float:
    """Possible for any text."""
    return 0.05 if is_binary(data) else 0.2


def parse(data: bytes) -> Units:
    r"""One unit per token.

    >>> len(parse(b"if (x >= 10)\n  y += 'a';"))
    11
    """
    return units_ending(data, (match.end() for match in _TOKEN.finditer(data)))


def count_tokens(data: bytes) -> int:
    r"""How many tokens there are, line ends not counted.

    >>> count_tokens(b"int x;\n\n")
    3
    """
    return sum(1 for match in _TOKEN.finditer(data) if not match.group().isspace())
