"""Neutral values in LLVM's textual language, by the type that stands before an operand."""

from __future__ import annotations

from collections.abc import Sequence

from thresher.formats.programs.llvm.tokens import LlvmToken, type_end
from thresher.structures.trees.splice import Cut

LINKAGE = frozenset(
    b"private internal available_externally linkonce weak common appending linkonce_odr weak_odr external dso_local"
    b" extern_weak".split()
)
FLOATS = frozenset(b"half bfloat float double".split())
SAME_TYPE = frozenset(
    b"add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg freeze select".split()
)
NULL, ZERO, ANYTHING = b"null", b"0", b"zeroinitializer"


def zero(text: bytes) -> bytes:
    """A value of the type that ends with a token; the word for any type is longer."""
    if text in (b"ptr", b"*"):
        return NULL
    if text[:1] == b"i" and text[1:].isdigit():
        return ZERO
    return b"0.0" if text in FLOATS else ANYTHING


def operand(tokens: Sequence[LlvmToken], at: int) -> bytes:
    """A value of the type of an operand."""
    if tokens[at - 1].text == b"," and tokens[at - 2].kind in ("name", "word"):
        return zero(tokens[at - 3].text) if tokens[at - 3].kind in ("word", "mark") else ANYTHING
    before = at - 1
    while tokens[before].kind == "word" and zero(tokens[before].text) == ANYTHING:
        before -= 1
    return zero(tokens[before].text)


def uninitialised(tokens: Sequence[LlvmToken], begin: int, end: int) -> tuple[Cut, ...]:
    """What makes a global variable external: its value and all behind it go."""
    at = next((at for at in range(begin, end) if tokens[at].text in (b"global", b"constant")), end)
    words = [token for token in tokens[begin + 2 : at] if token.text in LINKAGE]
    if at + 1 >= end or any(word.text.startswith(b"extern") for word in words):
        return ()
    stop = type_end(tokens, at + 1)
    if stop >= end:
        return ()
    first = tokens[begin + 2]
    external = (words[0].start, words[0].stop, b"external") if words else (first.start, first.start, b"external ")
    cuts = [external, *((word.start, word.stop, b"") for word in words[1:])]
    return (*sorted(cuts), (tokens[stop - 1].stop, tokens[end - 1].stop, b""))


def promotable(tokens: Sequence[LlvmToken], operation: int, end: int) -> list[int]:
    """The operands of an instruction that have the type of its result, as far as that is easy to see."""
    code = tokens[operation].text
    values = [at for at in range(operation + 1, end) if tokens[at].text[:1] == b"%" and tokens[at - 1].text != b"label"]
    if code == b"select":
        return [at for at in values if tokens[at - 1].text != b"i1"]
    if code == b"getelementptr":
        return [at for at in values if tokens[at - 1].text == b"ptr"][:1]
    return values if code in SAME_TYPE else []
