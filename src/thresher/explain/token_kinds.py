"""The kind of a piece of text, recognized by its form, and others of its kind: numbers, strings, operators, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MOST = 3  # others of a kind that are tried
_NUMBER = re.compile(rb"[-+]?(?:0[xX][0-9a-fA-F]+|\.?[0-9][0-9_'.]*(?:[eE][-+]?[0-9]+)?)[uUlLfFnm]*")
_STRING = re.compile(rb"""([A-Za-z@$]{0,3})(\"\"\"|'''|["'`])(.*)\2""", re.DOTALL)
WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")

FAMILIES: dict[str, tuple[str, ...]] = {
    "arithmetic operator": ("+", "-", "*", "/", "%"),
    "comparison": ("<", ">", "==", "!=", "<=", ">="),
    "logical operator": ("&&", "||"),
    "bit operator": ("&", "|", "^", "<<", ">>"),
    "assignment": ("+=", "-=", "*=", "/=", "|=", "&=", "^="),
    "step": ("++", "--"),
    "prefix operator": ("!", "~"),
    "type": ("int", "char", "long", "double", "float", "short", "bool", "boolean", "unsigned", "signed", "void"),
    "truth value": ("true", "false"),
    "constant": ("True", "False", "None"),
    "access": ("public", "private", "protected"),
    "kind of variable": ("let", "var", "const"),
    "and/or": ("and", "or"),
    "kind of record": ("struct", "union", "class", "enum"),
    "jump": ("break", "continue", "return"),
}
_FAMILY = {word.encode(): family for family, words in FAMILIES.items() for word in words}


@dataclass(frozen=True, slots=True)
class TokenKind:
    """A noun for the user, and other texts of the kind, the most different first."""

    noun: str
    others: tuple[bytes, ...]


def kind_of(text: bytes) -> TokenKind | None:
    """The kind of a token; None for punctuation such as brackets, and for words that belong to no family.

    >>> kind_of(b"42"), kind_of(b"<=").noun, kind_of(b"("), kind_of(b"'a'").noun
    (TokenKind(noun='number', others=(b'7', b'0', b'1000')), 'comparison', None, 'string')
    """
    family = _FAMILY.get(text)
    if family is not None:
        return _kind(family, text, (word.encode() for word in FAMILIES[family]))
    if _NUMBER.fullmatch(text):
        return _kind("number", text, (b"7", b"0", b"1000", b"1"))
    string = _STRING.fullmatch(text)
    if string is not None and string[2] not in string[3]:
        prefix, quote, inside = string[1], string[2], string[3]
        insides = (b"z", b"0") if len(inside) == 1 else (b"other", b"", b"0")
        return _kind("string", text, (prefix + quote + each + quote for each in insides))
    return None


def kind_of_unit(text: bytes) -> TokenKind:
    """The kind of a unit of a list: a character, or else a piece of text.

    >>> kind_of_unit(b"a").noun, kind_of_unit(b"7").noun, kind_of_unit(b"word").noun, kind_of_unit(b"a line").noun
    ('letter', 'digit', 'word', 'text')
    """
    if len(text) == 1:
        return _kind(*_character(text))
    kind = kind_of(text)
    if kind is not None:
        return kind
    if WORD.fullmatch(text):
        return _kind("word", text, (b"q", b"other", b"Zebra"))
    return _kind("text", text, (b"other", b"x y", b"0"))


def _character(text: bytes) -> tuple[str, bytes, tuple[bytes, ...]]:
    if text.isalpha():
        return "letter", text, (b"q", b"Z", b"e", b"M")
    if text.isdigit():
        return "digit", text, (b"7", b"0", b"3", b"9")
    if text.isspace():
        return "white space", text, (b" ", b"\n", b"\t")
    if 32 < text[0] < 127:
        return "mark", text, (b"#", b"-", b";", b"=")
    return "byte", text, (b"\x01", b"\x80", b"\xfe", b"A")


def _kind(noun: str, text: bytes, others: Iterator[bytes] | tuple[bytes, ...]) -> TokenKind:
    return TokenKind(noun, tuple(other for other in others if other != text)[:MOST])
