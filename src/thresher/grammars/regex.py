"""Short texts that a regular expression matches (section 5.3 of the thesis).

A repetition is taken as few times as it may, a set of characters is one of them, an alternative is its shorter branch.
Python's own parser for regular expressions does the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, product
from re import _constants as code
from re import _parser as parser
from typing import Any

PREFERRED = "a0b1cdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ23456789_ .,;:+-*/=<>!?()[]{}'\"\n\t"
BEYOND = "é中😀\x00\x01\x7f"  # for sets that have nothing on an English keyboard
FEW = 6  # branches of each choice that are examined
MANY = 400  # texts that are tried before giving up
LONGEST = 1 << 12  # characters of a text that a repetition is written out to


def shortest(pattern: str, limit: int = 50) -> list[str]:
    """Up to `limit` short texts that match as a whole, the shortest first; [] if none is found.

    What looks around (assertions, references back) is left out when texts are made up, and then each is tried.

    >>> shortest('"[^"]*"', 1), shortest("(if|else)+", 2), shortest("[0-9]+[.]", 1)
    (['""'], ['if', 'else'], ['0.'])
    """
    compiled = re.compile(pattern)
    found: dict[str, None] = {}
    for text in islice(_texts(parser.parse(pattern)), MANY):
        if compiled.fullmatch(text):
            found[text] = None
    return sorted(found, key=len)[:limit]


def _texts(items: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """Texts for a sequence: the shortest of each part, then with one part, or several, changed."""
    parts = [list(islice(_part(operation, argument), MANY // 4)) for operation, argument in items]
    yield "".join(part[0] for part in parts if part)
    if any(not part for part in parts):
        return
    for index, part in enumerate(parts):
        for other in part[1:]:
            yield "".join(other if index == place else same[0] for place, same in enumerate(parts))
    for choice in product(*(part[:FEW] for part in parts)):
        yield "".join(choice)


def _part(operation: Any, argument: Any) -> Iterator[str]:
    """Texts for one part, short ones first; none if nothing can match."""
    if operation is code.LITERAL:
        yield chr(argument)
    elif operation in (code.NOT_LITERAL, code.IN, code.ANY, code.CATEGORY):
        yield from _characters(operation, argument)
    elif operation is code.BRANCH:
        yield from sorted(chain.from_iterable(islice(_texts(branch), FEW) for branch in argument[1]), key=len)
    elif operation is code.SUBPATTERN:
        yield from _texts(argument[3])
    elif operation is code.ATOMIC_GROUP:
        yield from _texts(argument)
    elif operation in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
        yield from _repeated(*argument)
    else:  # assertions and references have no text of their own
        yield ""


def _repeated(least: int, most: int, body: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    texts = list(islice(_texts(body), 60))
    if least == 0:
        yield ""
    for count in range(max(least, 1), min(most, least + 2) + 1):
        yield from (text * count for text in texts if count * len(text) <= LONGEST)


def _characters(operation: Any, argument: Any) -> Iterator[str]:
    """The characters of a set, the plainest first."""
    if operation is code.IN:
        listed = [value for kind, value in argument if kind is code.LITERAL]
        listed += [value[0] for kind, value in argument if kind is code.RANGE]
    else:
        listed = []
    for character in dict.fromkeys(chain(PREFERRED, map(chr, listed), BEYOND)):
        if matches_character(operation, argument, character):
            yield character


def matches_character(operation: Any, argument: Any, character: str) -> bool:
    """Whether a character is one of those that a set, as `re` has parsed it, stands for."""
    if operation is code.ANY:
        return character != "\n"
    if operation is code.NOT_LITERAL:
        return ord(character) != int(argument)
    if operation is code.IN:
        negated = argument[0][0] is code.NEGATE
        return (
            any(matches_character(kind, value, character) for kind, value in argument if kind is not code.NEGATE)
            != negated
        )
    if operation is code.LITERAL:
        return ord(character) == int(argument)
    if operation is code.RANGE:
        return bool(argument[0] <= ord(character) <= argument[1])
    return re.match(_CATEGORIES[argument], character) is not None


_CATEGORIES = {
    code.CATEGORY_DIGIT: r"\d",
    code.CATEGORY_NOT_DIGIT: r"\D",
    code.CATEGORY_SPACE: r"\s",
    code.CATEGORY_NOT_SPACE: r"\S",
    code.CATEGORY_WORD: r"\w",
    code.CATEGORY_NOT_WORD: r"\W",
}
