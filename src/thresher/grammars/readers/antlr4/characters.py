"""Characters as ANTLR 4 writes them, in literals and sets, and the regular expressions for them."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from thresher.grammars.readers.reading import GrammarText

_HEXADECIMAL = re.compile(r"\\u(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{4}))")
_PROPERTY = re.compile(r"\\([pP])\{([^}]*)\}")
_SHORT = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}

_LETTER = r"^\W\d_"
_ALIKE = {
    **dict.fromkeys(("l", "letter", "alpha", "alphabetic", "idstart", "xidstart"), _LETTER),
    **dict.fromkeys(("idcontinue", "xidcontinue"), r"\w"),
    **dict.fromkeys(("nd", "digit", "decimalnumber"), r"\d"),
    **dict.fromkeys(("whitespace", "space", "wspace"), r"\s"),
    **dict.fromkeys(("any", "assigned"), r"\s\S"),
}
_CATEGORIES = {
    **{"uppercaseletter": "lu", "uppercase": "lu", "upper": "lu", "lowercaseletter": "ll", "lowercase": "ll"},
    **{"lower": "ll", "titlecaseletter": "lt", "modifierletter": "lm", "otherletter": "lo", "letternumber": "nl"},
    **{"number": "n", "mark": "m", "punctuation": "p", "punct": "p", "symbol": "s", "separator": "z", "other": "c"},
}
_FOREIGN = r"^\x00-\x7f"


class Class(NamedTuple):
    """The characters of a set: `members` as inside of `[...]`, and patterns for one character that cannot be there."""

    members: str
    others: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """A regular expression for one of the characters."""
        parts = [*([f"[{self.members}]"] if self.members else []), *self.others]
        return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


def decode(text: GrammarText, start: int, end: int) -> str:
    r"""The characters between two offsets, escapes resolved.

    >>> decode(GrammarText("a.g4", r"\u{1F600}\n"), 0, 11)
    '😀\n'
    """
    characters = []
    while start < end:
        character, start = _character(text, start, end)
        characters.append(character)
    return "".join(characters)


def member(character: str) -> str:
    """The character as it is written in `[...]`, next to any other."""
    if character.isascii():
        return character if character.isalnum() else f"\\x{ord(character):02x}"
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"


def span(first: str, last: str) -> str:
    """A range as it is written in `[...]`."""
    return member(first) if first == last else f"{member(first)}-{member(last)}"


def read_set(text: GrammarText, start: int, end: int) -> Class:
    """The set whose inside is between two offsets. Properties that are not known are taken for all but ASCII."""
    if start == end:
        raise text.error(start - 1, "this set is empty")
    members: list[str] = []
    others: list[str] = []
    unknown: list[str] = []
    while start < end:
        if found := _PROPERTY.match(text.text, start, end):
            inside = _property(found[2])
            unknown += [found[0]] if inside is None else []
            _add_property(inside or _FOREIGN, members, others, negative=found[1] == "P")
            start = found.end()
            continue
        first, after = _character(text, start, end)
        last = first
        if text.text[after : after + 1] == "-" and after + 1 < end:
            last, after = _character(text, after + 1, end)
        if last < first:
            raise text.error(start, f"this range ends before it begins: `{text.text[start:after]}`")
        members.append(span(first, last))
        start = after
    return Class("".join(members), tuple(others), tuple(unknown))


def _character(text: GrammarText, start: int, end: int) -> tuple[str, int]:
    """The character at an offset and the offset after it. A needless backslash is allowed, as in `\\"`."""
    if text.text[start] != "\\":
        return text.text[start], start + 1
    if found := _HEXADECIMAL.match(text.text, start, end):
        number = int(found[1] or found[2], 16)
        if number > sys.maxunicode:
            raise text.error(start, f"there is no character {found[0]}")
        return chr(number), found.end()
    escaped = text.text[start + 1]
    if escaped == "u":
        raise text.error(start, "expected four hexadecimal digits after \\u, or some in braces")
    if escaped in "pP":
        raise text.error(start, f"expected a property in braces after \\{escaped}, in a set and not in a range")
    return _SHORT.get(escaped, escaped), start + 2


def _add_property(inside: str, members: list[str], others: list[str], *, negative: bool) -> None:
    """What is to be negated cannot be in one pair of brackets with the rest; twice negated it is plain again."""
    if inside.startswith("^") == negative:
        members.append(inside.removeprefix("^"))
    else:
        others.append(f"[{inside if inside.startswith('^') else '^' + inside}]")


def _property(name: str) -> str | None:
    """The inside of `[...]` for a Unicode property; None if it is not known."""
    plain = re.sub(r"[\s_-]", "", name).lower().removeprefix("generalcategory=").removeprefix("gc=")
    if plain in _ALIKE:
        return _ALIKE[plain]
    category = _CATEGORIES.get(plain, plain)
    return _category(category.capitalize()) if len(category) in (1, 2) else None


@cache
def _category(name: str) -> str | None:
    """All characters of a general category (`Lu`), or of those that begin so (`P`)."""
    spans = [span(chr(first), chr(last)) for category, first, last in _runs() if category.startswith(name)]
    return "".join(spans) or None


@cache
def _runs() -> tuple[tuple[str, int, int], ...]:
    """Each longest run of characters of one category."""

    def each() -> Iterator[tuple[str, int, int]]:
        start = 0
        for category, run in groupby(unicodedata.category(chr(code)) for code in range(sys.maxunicode + 1)):
            size = sum(1 for _ in run)
            yield category, start, start + size - 1
            start += size

    return tuple(each())
