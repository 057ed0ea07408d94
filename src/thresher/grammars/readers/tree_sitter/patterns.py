"""Regular expressions as tree-sitter understands them, rewritten for Python's `re`.

They are those of Rust: `\\p{L}` and `\\u{1F600}` are known, lookaround is not, and a match is always the longest.
Python takes the first alternative that matches instead, so alternatives are put in order here: those that can match
more, and those that must, come first. Every group becomes one that captures nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from lark.utils import get_regexp_width

CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
HEXADECIMAL = re.compile(r"[uUx]\{([0-9A-Fa-f]{1,8})\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})")
PROPERTY = re.compile(r"([pP])(?:\{(\^?)([^{}]+)\}|([A-Z]))")
QUANTIFIER = re.compile(r"[*+?]|\{\d+(?:,\d*)?\}")
GROUP = re.compile(r"\?(?:P?<\w+>|([a-z]*)(?:-[a-z]*)?([:)]))")
ASSIGNED = (range(0x32400), range(0xE0000, 0xE0200))
UNASSIGNED = ([0x32400, 0xDFFFF], [0xE0200, 0x10FFFF])  # too many to examine each; none has a property

TESTS: dict[str, Callable[[str], bool]] = {
    "XID_START": str.isidentifier,
    "XID_CONTINUE": lambda character: ("a" + character).isidentifier(),
    "ALPHABETIC": str.isalpha,
    "UPPERCASE": str.isupper,
    "LOWERCASE": str.islower,
    "WHITE_SPACE": str.isspace,
    "EMOJI": lambda character: unicodedata.category(character) == "So",  # nearly; Python does not know them
    "ANY": lambda _character: True,
    "ASCII": str.isascii,
}
ALIASES = {"XIDS": "XID_START", "XIDC": "XID_CONTINUE", "ID_START": "XID_START", "ID_CONTINUE": "XID_CONTINUE"}
LONG_CATEGORIES = {
    "LETTER": "L",
    "UPPERCASE_LETTER": "Lu",
    "LOWERCASE_LETTER": "Ll",
    "MARK": "M",
    "NUMBER": "N",
    "DECIMAL_NUMBER": "Nd",
    "LETTER_NUMBER": "Nl",
    "PUNCTUATION": "P",
    "CONNECTOR_PUNCTUATION": "Pc",
    "SYMBOL": "S",
    "SEPARATOR": "Z",
    "SPACE_SEPARATOR": "Zs",
    "OTHER": "C",
}


def translated(pattern: str, flags: str = "") -> str:
    """The same as a Python pattern, safe to put beside others; raises ValueError with what is wrong.

    >>> translated(r"0|0x[\\u{61}-f\\/]+")
    '(?:0x[a-f/]+|0)'
    """
    reader = _PatternReader(pattern)
    expression = reader.alternatives()
    if reader.at < len(pattern):
        raise ValueError(f"unmatched ) at position {reader.at}")
    kept = "".join(flag for flag in "ims" if flag in flags)
    return checked(f"(?{kept}:{expression})" if kept else expression)


def checked(expression: str) -> str:
    """The expression itself if Python compiles it; else a ValueError."""
    try:
        re.compile(expression)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"Python cannot compile it: {error}") from error
    return expression


def longest(alternatives: Iterable[str]) -> str:
    """One of the expressions, those that match more first. With a single one that is the expression itself."""
    distinct = dict.fromkeys(alternatives)
    if len(distinct) == 1:
        return next(iter(distinct))
    return f"(?:{'|'.join(sorted(distinct, key=_shortness))})"


def _shortness(expression: str) -> tuple[int, int]:
    least, most = get_regexp_width(checked(expression))
    return -most, -least


@lru_cache(maxsize=64)
def property_ranges(name: str, *, negated: bool = False) -> str:
    """The characters of a Unicode property as they stand within [...]; raises ValueError for one unknown here."""
    key = re.sub(r"^(?:general_category|gc)=", "", name, flags=re.IGNORECASE).replace(" ", "_").replace("-", "_")
    test = TESTS.get(ALIASES.get(key.upper(), key.upper()))
    category = LONG_CATEGORIES.get(key.upper(), key)
    if test is None:
        if not re.fullmatch(r"[LMNPSZC][a-z]?", category):
            raise ValueError(f"the Unicode property {name} is not known")
        test = lambda character: unicodedata.category(character).startswith(category)  # noqa: E731 - closes over one name
    ranges: list[list[int]] = []
    for code in (code for block in ASSIGNED for code in block):
        if test(chr(code)) != negated:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    if test(chr(UNASSIGNED[0][0])) != negated:
        ranges.extend(UNASSIGNED)
    if not ranges:
        raise ValueError(f"the Unicode property {name} has no characters")
    return "".join(_escaped(chr(first)) + ("-" + _escaped(chr(last)) if last > first else "") for first, last in ranges)


def _escaped(character: str) -> str:
    """A character as it can stand within [...] and outside."""
    if character < " ":
        return f"\\x{ord(character):02x}"
    return "\\" + character if character in r"\[]^-&~|(){}*+?.$# " else character


class _PatternReader:
    """Reads a pattern from left to right. An escape or a class is given as it stands within [...] or as a whole."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0

    def peek(self, count: int = 1) -> str:
        return self.pattern[self.at : self.at + count]

    def take(self) -> str:
        character = self.peek()
        if not character:
            raise ValueError("the pattern ends too early")
        self.at += 1
        return character

    def matched(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        match = expression.match(self.pattern, self.at)
        self.at = match.end() if match else self.at
        return match

    def alternatives(self) -> str:
        """Up to the end or the ) of a group, which is left."""
        if self.peek(2) == "(?" and (match := GROUP.match(self.pattern, self.at + 1)) and match[2] == ")":
            self.at = match.end()
            flags = "".join(flag for flag in "ims" if flag in match[1])
            return f"(?{flags}:{self.alternatives()})"
        branches = [self.branch()]
        while self.peek() == "|":
            self.at += 1
            branches.append(self.branch())
        return longest(branches)

    def branch(self) -> str:
        parts = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated())
        return "".join(parts)

    def repeated(self) -> str:
        atom = self.atom()
        match = self.matched(QUANTIFIER)
        while match:
            atom += match[0]
            if self.peek() == "?":
                self.at += 1  # lazy: of no meaning where the longest match is taken
            match = self.matched(QUANTIFIER)
            if match:
                atom = f"(?:{atom})"
        return atom

    def atom(self) -> str:
        character = self.take()
        match character:
            case "(":
                return self.group()
            case "[":
                return self.characters()
            case "\\":
                inside, is_set = self.escape()
                return f"[{inside}]" if is_set else inside
            case "." | "^" | "$":
                return character
            case "*" | "+" | "?":
                raise ValueError(f"nothing to repeat at position {self.at - 1}")
        return _escaped(character)

    def group(self) -> str:
        flags = ""
        if self.peek() == "?":
            match = self.matched(GROUP)
            if not match or match[2] == ")":
                raise ValueError(f"a group that tree-sitter does not know at position {self.at}")
            flags = "".join(flag for flag in "ims" if flag in (match[1] or ""))
        inside = self.alternatives()
        if self.peek() != ")":
            raise ValueError("a group is not closed")
        self.at += 1
        return f"(?{flags}:{inside})"

    def escape(self) -> tuple[str, bool]:
        """What follows a backslash, and whether it stands for many characters."""
        if match := self.matched(HEXADECIMAL):
            code = int(next(filter(None, match.groups())), 16)
            if code > 0x10FFFF:
                raise ValueError(f"there is no character {code:X}")
            return _escaped(chr(code)), False
        if match := self.matched(PROPERTY):
            negated = (match[1] == "P") != bool(match[2])
            return property_ranges(match[3] or match[4], negated=negated), True
        character = self.take()
        if character in "dDwWsS":
            return "\\" + character, True
        if character in "bB":
            return "\\" + character, False
        if character in CONTROLS:
            return _escaped(CONTROLS[character]), False
        if character.isascii() and character.isalnum():
            raise ValueError(f"the escape \\{character} is not known")
        return _escaped(character), False

    def characters(self) -> str:
        """A class in brackets, up to and with its ]."""
        negation = "^" if self.peek() == "^" else ""
        self.at += len(negation)
        parts: list[str] = []
        while self.peek() != "]" or not parts:
            if self.peek() == "[" or self.peek(2) in ("&&", "--", "~~"):
                raise ValueError("sets within sets, as in [a-z&&[^b]], are not supported")
            first, is_set = self.member()
            if self.peek() == "-" and self.peek(2) != "-]" and not is_set:
                self.at += 1
                last, is_set = self.member()
                first += ("\\-" if is_set else "-") + last
            parts.append(first)
        self.at += 1
        return f"[{negation}{''.join(parts)}]"

    def member(self) -> tuple[str, bool]:
        character = self.take()
        if character != "\\":
            return _escaped(character), False
        if self.peek() in ("b", "B"):
            raise ValueError(f"the escape \\{self.peek()} means nothing within [...]")
        return self.escape()
