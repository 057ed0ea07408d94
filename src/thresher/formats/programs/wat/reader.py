"""WebAssembly's text as a program: the fields of modules, which refer to each other by name or number."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count, product
from string import ascii_lowercase

from thresher.formats.programs.wasm.numbers import InsideCuts
from thresher.formats.programs.wat.fields import WatFields, WatIndex
from thresher.formats.programs.wat.functions import WatFunctions
from thresher.formats.programs.wat.lists import TOKEN, WatAtom, WatList, gaps, parsed
from thresher.structures.program import ItemReference, LinkedProgram, SeparatedList
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Cut


def read(data: bytes) -> LinkedProgram:
    """The program; without items if there is no module."""
    outer = parsed(data)
    modules = [each for each in outer if isinstance(each, WatList) and each.head == b"module"]
    if not modules:
        modules = [WatList(0, len(data), [WatAtom(0, 0, b"module"), *outer])]
    fields = [WatFields(module) for module in modules]
    functions = [WatFunctions(each) for each in fields]
    items = sorted({item for each in fields for item in each.items}, key=lambda item: (item.start, -item.stop))
    spans = {(item.start, item.stop): number for number, item in enumerate(items)}
    numbers = [index for each in fields for index in each.indices]
    return LinkedProgram(
        data,
        items,
        sorted(_references(numbers, spans)),
        [SeparatedList(elements) for each in fields for elements in each.lists],
        arguments=[edit for each in functions for edit in each.results],
        more={
            "operands": [edit for each in functions for edit in each.neutral],
            "promotions": [edit for each in functions for edit in each.promoted],
        },
        renamings=_renamings(data),
        tidying=tuple((*gap, b"") for gap in gaps(data)),
        unresolved=frozenset(index.atom.text for index in numbers if index.is_unknown and index.atom.is_name),
        settle=partial(_renumbered, numbers),
    )


def _references(indices: Iterable[WatIndex], items: dict[tuple[int, int], int]) -> Iterator[ItemReference]:
    for each in indices:
        target = each.target
        if target is None or target not in items:
            continue
        start, stop = (each.atom.start, each.atom.stop) if each.element else each.whole
        yield ItemReference(start, stop, items[target], each.neutral, each.element)


def _renumbered(indices: Sequence[WatIndex], cuts: Sequence[Cut]) -> list[Cut]:
    """Numbers after what was before them is gone."""
    gone, made = InsideCuts(cuts), [*cuts]
    lost: dict[int, list[int]] = {}
    for each in indices:
        if each.is_number and not gone(each.atom.start, each.atom.stop):
            if id(each.space) not in lost:
                spans = enumerate(each.space.spans)
                lost[id(each.space)] = [number for number, span in spans if span is not None and gone(*span)]
            less = bisect_left(lost[id(each.space)], int(each.atom.text))
            if less:
                made.append((each.atom.start, each.atom.stop, str(int(each.atom.text) - less).encode()))
    return sorted(made)


def _renamings(data: bytes) -> list[Rewrite]:
    """A shorter name for each that has one, at all its places; the most gain is last."""
    places: dict[bytes, list[tuple[int, int]]] = {}
    for token in TOKEN.finditer(data):
        if token.lastgroup == "atom" and token.group().startswith(b"$"):
            places.setdefault(token.group(), []).append(token.span())
    words = ("$" + "".join(word) for size in count(1) for word in product(ascii_lowercase, repeat=size))
    free = (word.encode() for word in words if word.encode() not in places)
    found = []
    for name in sorted(places, key=lambda name: len(name) * len(places[name]), reverse=True):
        new = next(free)
        if len(new) < len(name):
            found.append(Rewrite(tuple((*span, new) for span in places[name]), "rename"))
    return found[::-1]
