"""The tokens of an ANTLR 4 grammar file, one at a time, because the meaning of brackets and braces depends on the
context.

`[` opens a set of characters in a lexer rule and arguments in a parser rule, `{` opens options or code of the target
language. Only the reader of the rule knows which, so both are tokens of one character, and `code` and `set` read on.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from thresher.errors import GrammarError
from thresher.grammars.readers.reading import GrammarText

_BLANK = re.compile(r"(?:\s+|//[^\r\n]*|/\*.*?\*/|\ufeff)+", re.DOTALL)
_TOKEN = re.compile(
    r"(?P<name>[^\W\d]\w*)|(?P<number>\d+)|(?P<literal>'(?:\\.|[^'\\\r\n])*')"
    r"|(?P<sign>->|\+=|\.\.|::|[:;,=?*+|().~#<>@{}\[\]-])"
)
_SET = re.compile(r"\[(?:\\[^\r\n]|[^\]\\\r\n])*\]")
# A quote without a partner on its line is taken for an apostrophe, as in a comment of the target language.
_CODE = re.compile(
    r"//[^\r\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\r\n])*\"|'(?:\\.|[^'\\\r\n])*'|\\.|(?P<bracket>[][{}])", re.DOTALL
)
_CLOSING = {"{": "}", "[": "]"}


class AntlrToken(NamedTuple):
    """`kind` is name, number, literal, end, or for a symbol the symbol itself."""

    kind: str
    text: str
    offset: int

    def __str__(self) -> str:
        return "the end of the file" if self.kind == "end" else f"`{self.text}`"


class Scanner:
    """Looks one token ahead."""

    def __init__(self, text: GrammarText) -> None:
        self.text = text
        self._ahead = self._scan(0)

    def peek(self) -> AntlrToken:
        """The next token, which stays."""
        return self._ahead

    def take(self) -> AntlrToken:
        """The next token, which is consumed."""
        token = self._ahead
        self._ahead = self._scan(token.offset + len(token.text))
        return token

    def skip(self, *kinds: str) -> bool:
        """Consumes the next token if it is of one of these kinds."""
        found = self._ahead.kind in kinds
        if found:
            self.take()
        return found

    def expect(self, kind: str, what: str = "") -> AntlrToken:
        """The next token, which must be of this kind."""
        if self._ahead.kind != kind:
            raise self.wrong(what or f"`{kind}`")
        return self.take()

    def sees_word(self, *words: str) -> bool:
        """Whether one of these words is next."""
        return self._ahead.kind == "name" and self._ahead.text in words

    def sees_block(self, word: str) -> bool:
        """Whether this word and an opening brace are next."""
        if not self.sees_word(word):
            return False
        return self._scan(self._ahead.offset + len(word)).kind == "{"

    def wrong(self, what: str) -> GrammarError:
        """The error to raise when something else was expected next."""
        return self.text.error(self._ahead.offset, f"expected {what}, found {self._ahead}")

    def code(self) -> int:
        """Consumes target code in braces or arguments in brackets, which are next; its offset.

        Brackets in its strings and comments do not count.
        """
        start = self._ahead.offset
        opening = self._ahead.text
        depth = 0
        for found in _CODE.finditer(self.text.text, start):
            bracket = found["bracket"]
            depth += (bracket == opening) - (bracket == _CLOSING[opening])
            if depth == 0 and bracket:
                self._ahead = self._scan(found.end())
                return start
        raise self.text.error(start, f"this `{opening}` is never closed")

    def set(self) -> tuple[int, int]:
        """Consumes a set of characters, which is next; where its inside begins and ends."""
        start = self._ahead.offset
        found = _SET.match(self.text.text, start)
        if not found:
            raise self.text.error(start, "this `[` is not closed on its line")
        self._ahead = self._scan(found.end())
        return start + 1, found.end() - 1

    def _scan(self, offset: int) -> AntlrToken:
        text = self.text.text
        blank = _BLANK.match(text, offset)
        start = blank.end() if blank else offset
        if start == len(text):
            return AntlrToken("end", "", start)
        found = _TOKEN.match(text, start)
        if not found:
            raise self.text.error(start, _complaint(text[start : start + 2]))
        kind = found.lastgroup or ""
        return AntlrToken(found[0] if kind == "sign" else kind, found[0], start)


def _complaint(beginning: str) -> str:
    if beginning == "/*":
        return "this comment is never closed"
    if beginning[0] == "'":
        return "this literal is not closed on its line"
    if beginning[0] == '"':
        return "literals are written in single quotes"
    return f"`{beginning[0]}` means nothing in a grammar"
