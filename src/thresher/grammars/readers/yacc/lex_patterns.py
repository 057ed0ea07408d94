"""The regular expressions of lex and flex as Python's.

Three things differ in more than spelling. A backslash before a letter is mostly that letter. `^` and `$` are special at
the ends only. And the longest of several alternatives counts, where Python takes the first that fits: hence `Regexes`
gives the alternatives of a whole expression one by one, for the lexer to compare, and puts long ones first elsewhere.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from thresher.errors import GrammarError
from thresher.grammars.grammar import Problem
from thresher.grammars.readers.reading import GrammarText

BLANKS = " \t\r\n\f\v"
END_OF_FILE = "<<EOF>>"
LAST_BYTE, LAST_CHARACTER = 0xFF, 0x10FFFF
DEEPEST, LONGEST, MOST_TIMES = 40, 200_000, 10_000

POSIX = {
    "alpha": string.ascii_letters,
    "digit": string.digits,
    "alnum": string.ascii_letters + string.digits,
    "upper": string.ascii_uppercase,
    "lower": string.ascii_lowercase,
    "space": " \t\n\r\f\v",
    "blank": " \t",
    "punct": string.punctuation,
    "print": "".join(map(chr, range(32, 127))),
    "graph": "".join(map(chr, range(33, 127))),
    "cntrl": "".join(map(chr, [*range(32), 127])),
    "xdigit": string.hexdigits,
}
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))")
LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
REPETITION = re.compile(r"[*+?]|\{(\d+)(?:(,)(\d*))?\}")
STOP = re.compile(r"[|)/ \t\r\n\f\v]|\$?\Z|\$[ \t\r\n\f\v]")
REFERENCE = re.compile(r"\{([A-Za-z_][\w-]*)\}")
FLAGS = re.compile(r"\?([is]*)(?:-([is]+))?:")
NAMED_CLASS = re.compile(r"\[:(\^?)(\w+):\]")


class Regex(NamedTuple):
    """Python patterns of which the longest match counts, and where the expression ends in its file."""

    branches: tuple[str, ...]
    end: int


def unescape(escape: re.Match[str]) -> str:
    """The character that a match of `ESCAPE` stands for.

    >>> ESCAPE.sub(unescape, r"\\x41\\102\\t\\q")
    'AB\\tq'
    """
    code, octal, letter = escape.groups()
    if letter is None:
        return chr(int(code, 16) if code else int(octal, 8))
    return LETTERS.get(letter, letter)


class MeasuredPattern(NamedTuple):
    """A Python pattern and how long its matches are, at least and at most."""

    pattern: str
    least: float = 1
    most: float = 1


def choice(branches: list[MeasuredPattern]) -> MeasuredPattern:
    """One pattern for several, the longer ones first: right if each has one length, and a good guess if not.

    >>> choice([MeasuredPattern("<"), MeasuredPattern("<=", 2, 2)])
    MeasuredPattern(pattern='<=|<', least=1, most=2)
    """
    ordered = sorted(branches, key=lambda piece: (piece.most, piece.least), reverse=True)
    pattern = "|".join(piece.pattern for piece in ordered)
    return MeasuredPattern(pattern, min(piece.least for piece in branches), ordered[0].most)


class Regexes:
    """The expressions of one lexical section. They may name each other; `definitions` has the position of each."""

    def __init__(self, text: GrammarText, definitions: Mapping[str, tuple[int, int]]) -> None:
        self.text, self.definitions = text, definitions
        self.problems: list[Problem] = []
        self.used: set[str] = set()
        self.depth = 0
        self._known: dict[str, MeasuredPattern] = {}
        self._open: list[str] = []

    def read(self, start: int, end: int) -> Regex:
        """The expression from `start` to the first blank, or `end`. Raises an error that names the place."""
        branches = (scan := _ExpressionScan(self, start, end)).whole()
        if all(branch.least == branch.most for branch in branches):
            branches = [choice(branches)]
        regex = Regex(tuple(branch.pattern for branch in branches), scan.position)
        for branch in regex.branches:
            try:
                re.compile(branch)
            except (re.error, RecursionError, OverflowError) as problem:
                raise self.text.error(start, f"this expression does not work ({problem}); simplify it") from None
        return regex

    def definition(self, name: str, offset: int) -> MeasuredPattern:
        """The pattern that `{name}` at `offset` stands for."""
        if name not in self.definitions:
            raise self.text.error(offset, f'{{{name}}} has no definition; add one, or write "{{" for the character')
        if name in self._open:
            raise self.text.error(offset, f"{{{name}}} is defined by itself; write it as a rule of the grammar")
        self.used.add(name)
        if name not in self._known:
            self._open.append(name)
            piece = choice(_ExpressionScan(self, *self.definitions[name]).whole())
            self._known[name] = piece._replace(pattern=f"(?:{piece.pattern})")
            self._open.pop()
        if len(self._known[name].pattern) > LONGEST:
            raise self.text.error(offset, f"{{{name}}} becomes too long; define it with less repetition")
        return self._known[name]


class _ExpressionScan:
    """Reads one expression from left to right."""

    def __init__(self, regexes: Regexes, start: int, end: int) -> None:
        self.regexes, self.text = regexes, regexes.text
        self.source, self.position, self.limit = regexes.text.text, start, end

    def error(self, message: str, offset: int | None = None) -> GrammarError:
        return self.text.error(self.position if offset is None else offset, message)

    def at(self, text: str) -> bool:
        return self.source.startswith(text, self.position, self.limit)

    def take(self, text: str) -> bool:
        """Whether `text` comes next; if so goes past it."""
        found = self.at(text)
        self.position += len(text) if found else 0
        return found

    def taken(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What the pattern matches next, having gone past it."""
        match = pattern.match(self.source, self.position, self.limit)
        self.position = match.end() if match else self.position
        return match

    def whole(self) -> list[MeasuredPattern]:
        """An expression with its anchors and what must follow it."""
        before = "(?m:^)" if self.take("^") else ""
        branches, after = self.branches(), ""
        if self.at("/"):
            message = "what follows / must match, but does not add to the length of the match as it does in lex"
            self.regexes.problems.append(Problem(self.text.place(self.position), message))
            self.position += 1
            after = f"(?={choice(self.branches()).pattern})"
        if self.take("$"):
            after += "(?=\\n)"
        if self.position < self.limit and self.source[self.position] not in BLANKS:
            raise self.error(
                f'{self.source[self.position]} is out of place here; for the character write it in "quotes"'
            )
        if before or after:
            return [piece._replace(pattern=f"{before}(?:{piece.pattern}){after}") for piece in branches]
        return branches

    def branches(self) -> list[MeasuredPattern]:
        self.regexes.depth += 1
        if self.regexes.depth > DEEPEST:
            raise self.error("this expression is nested too deeply; simplify it")
        found = [self.sequence()]
        while self.take("|"):
            found.append(self.sequence())
        self.regexes.depth -= 1
        return found

    def sequence(self) -> MeasuredPattern:
        start, parts = self.position, list[MeasuredPattern]()
        while not STOP.match(self.source, self.position, self.limit):
            parts.append(self.repeated())
        if self.position == start:
            raise self.error('part of a regular expression is missing here; for the empty text write ""')
        least, most = sum(part.least for part in parts), sum(part.most for part in parts)
        return MeasuredPattern("".join(part.pattern for part in parts), least, most)

    def repeated(self) -> MeasuredPattern:
        """An atom with its repetitions, in groups where Python would read `+?` and `*+` as other things."""
        (pattern, least, most), again = self.atom(), False
        while match := self.taken(REPETITION):
            single = pattern[:1] in "([" or re.fullmatch(r"\\?.", pattern, re.DOTALL)
            pattern = (pattern if single and not again else f"(?:{pattern})") + match[0]
            fewest, times = self.times(match)
            least, most, again = least * fewest, most * times if most and times else 0, True
            if len(pattern) > LONGEST:
                raise self.error("this expression is too long; simplify it")
        return MeasuredPattern(pattern, least, most)

    def times(self, match: re.Match[str]) -> tuple[int, float]:
        """How often a repetition allows, at least and at most."""
        least, comma, most = match.groups()
        if least is None:
            return int(match[0] == "+"), 1 if match[0] == "?" else inf
        counts = [int(count[:9]) for count in (least, most) if count]
        if counts[0] > counts[-1] or counts[-1] > MOST_TIMES:
            raise self.error(f"{match[0]} is not a range of numbers up to {MOST_TIMES}", match.start())
        return counts[0], inf if comma and not most else counts[-1]

    def atom(self) -> MeasuredPattern:
        start = self.position
        if self.at("["):
            return MeasuredPattern(self.combined())
        if self.take('"'):
            return self.quoted(start)
        if self.take("("):
            return self.group(start)
        if self.take("."):
            return MeasuredPattern(".")
        if reference := self.taken(REFERENCE):
            return self.regexes.definition(reference[1], start)
        if self.source[start] in "*+?{":
            raise self.error(f'nothing to repeat before {self.source[start]}; for the character write it in "quotes"')
        return MeasuredPattern(re.escape(self.character()))

    def character(self) -> str:
        if escape := self.taken(ESCAPE):
            return unescape(escape)
        if self.at("\\"):
            raise self.error("a character is missing after this backslash")
        self.position += 1
        return self.source[self.position - 1]

    def quoted(self, start: int) -> MeasuredPattern:
        characters = []
        while not self.take('"'):
            if self.position >= self.limit or self.at("\n"):
                raise self.error('this " is never closed', start)
            characters.append(self.character())
        return MeasuredPattern(re.escape("".join(characters)), len(characters), len(characters))

    def group(self, start: int) -> MeasuredPattern:
        flags = self.taken(FLAGS)
        if flags is None and self.at("?"):
            raise self.error("only (?i: and (?s: are known here; write the expression without the others")
        piece = choice(self.branches())
        if not self.take(")"):
            raise self.error("this ( is never closed before a blank or the end; put blanks in quotes", start)
        return piece._replace(pattern=f"({flags[0] if flags else '?:'}{piece.pattern})")

    def combined(self) -> str:
        """A class, with what flex adds to it or takes from it: `[a-z]{-}[aeiou]`."""
        pattern = self.one_class()
        while self.at("{-}[") or self.at("{+}["):
            less = self.at("{-}")
            self.position += 3
            other = self.one_class()
            pattern = f"(?:(?!{other}){pattern})" if less else f"(?:{pattern}|{other})"
        return pattern

    def one_class(self) -> str:
        start = self.position
        self.position += 1
        opening = "[^" if self.take("^") else "["
        members: list[str] = []
        while not members or not self.at("]"):
            if self.position >= self.limit or self.at("\n"):
                raise self.error("this [ is never closed", start)
            members.append(self.named_class(named) if (named := self.taken(NAMED_CLASS)) else self.member())
        self.position += 1
        return f"{opening}{''.join(members)}]"

    def member(self) -> str:
        """A character or a range. To lex characters are bytes: a range up to the last byte has all that follow."""
        start = self.position
        low = high = self.character()
        if self.at("-") and not self.at("-]") and self.position + 1 < self.limit:
            self.position += 1
            high = self.character()
        if low > high:
            raise self.error(f"{low}-{high} is not a range: the first character comes after the last", start)
        if low < high and ord(high) == LAST_BYTE:
            high = chr(LAST_CHARACTER)
        return _shown(low) if low == high else f"{_shown(low)}-{_shown(high)}"

    def named_class(self, match: re.Match[str]) -> str:
        negated, name = match.groups()
        if name not in POSIX:
            raise self.error(f"there is no class {name}; known are {', '.join(POSIX)}", match.start())
        members = [_shown(chr(code)) for code in range(128) if (chr(code) in POSIX[name]) != bool(negated)]
        return "".join(members) + (f"\\x80-{_shown(chr(LAST_CHARACTER))}" if negated else "")


def _shown(character: str) -> str:
    """A character as a member of a Python class."""
    if character.isascii() and character.isprintable():
        return character if character.isalnum() else f"\\{character}"
    return f"\\x{ord(character):02x}" if ord(character) <= LAST_BYTE else f"\\U{ord(character):08x}"
