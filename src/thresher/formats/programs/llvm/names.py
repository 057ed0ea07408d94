"""New names in LLVM's textual language: for numbers, which count what is before them, and for what is long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from string import ascii_letters
from typing import NamedTuple

from thresher.formats.programs.llvm.tokens import LlvmToken
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut

_LETTERS = [letter.encode() for letter in ascii_letters]
_INTRINSIC = b"@llvm."


class LlvmScope(NamedTuple):
    """A statement by its tokens; the locals of a function by name, and the name of its first block if not written."""

    begin: int
    end: int
    items: Mapping[bytes, int]
    unlabelled: bytes = b""


def naming(
    tokens: Sequence[LlvmToken], scopes: Sequence[LlvmScope], known: Iterable[bytes]
) -> tuple[list[Cut], list[Rewrite], dict[int, bytes]]:
    """Names for all numbers, to be given at once, and edits that shorten the other names one by one.

    Also what the locals are called after that, by their items.
    """
    called: dict[int, bytes] = {}
    names = {name for name in known if name[:1] in (b"@", b"%") and not name.startswith(_INTRINSIC)}
    shared, counted, renamed = _new_names(names, names), list[Cut](), dict[tuple[int, bytes], list[Cut]]()
    types = {name for name in (*names, *shared.values()) if name[:1] == b"%"}
    for number, scope in enumerate(scopes, 1):
        local = _new_names(scope.items, types | scope.items.keys()) if scope.items else {}
        called |= {item: local[name] if name[1:].isdigit() else name for name, item in scope.items.items()}
        for name, cut in _occurrences(tokens, scope, shared | local):
            if name[1:].isdigit():
                counted.append(cut)
            elif len(cut[2]) < cut[1] - cut[0]:
                renamed.setdefault((number if name in local else 0, name[1:]), []).append(cut)
    return counted, [Rewrite(tuple(cuts), "rename") for _, cuts in sorted(renamed.items(), key=_gain)], called


def _gain(each: tuple[tuple[int, bytes], list[Cut]]) -> int:
    return sum(stop - start - len(text) for start, stop, text in each[1])


def _new_names(names: Iterable[bytes], used: set[bytes]) -> dict[bytes, bytes]:
    """Different short names, and the same for what differs in its sigil only: a comdat has the name of a function."""
    words = (b"".join(word) for size in count(1) for word in product(_LETTERS, repeat=size))
    free = (word for word in words if not {b"%" + word, b"@" + word, b"$" + word} & used)
    new: dict[bytes, bytes] = {}
    for name in sorted(names, key=lambda name: (not name[1:].isdigit(), len(name), name)):
        new.setdefault(name[1:], b"")
        new[name[1:]] = new[name[1:]] or next(free)
    return {name: name[:1] + new[name[1:]] for name in names}


def _occurrences(
    tokens: Sequence[LlvmToken], scope: LlvmScope, new: Mapping[bytes, bytes]
) -> Iterator[tuple[bytes, Cut]]:
    """Each place of a name that has a new one. A first block that is referred to by its number gets a label."""
    inside = tokens[scope.begin : scope.end]
    start = next((token.start for token in inside if token.depth and token.first), None)
    if start is not None and scope.unlabelled in new and any(token.text == scope.unlabelled for token in inside):
        yield scope.unlabelled, (start, start, new[scope.unlabelled][1:] + b":\n")
    for token in inside:
        sigil = token.text[:1]
        name = b"@" + token.text[1:] if sigil == b"$" else token.text
        if token.kind == "name" and name in new:
            yield name, (token.start, token.stop, sigil + new[name][1:])
        elif token.kind == "label" and scope.items and (label := b"%" + token.text[:-1]) in new:
            yield label, (token.start, token.stop - 1, new[label][1:])
