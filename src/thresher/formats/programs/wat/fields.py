"""The fields of a module in WebAssembly's text: what each defines, by name and by number, and what it refers to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from thresher.formats.programs.wat.lists import WatAtom, WatList
from thresher.structures.program import ProgramItem

Span = tuple[int, int]
SPACES = (b"type", b"func", b"table", b"memory", b"global", b"elem", b"data")
_ROOTS = (b"import", b"export", b"start", b"elem", b"data")
_FIXED = (b"type", b"table", b"memory")


class WatSignature(NamedTuple):
    """The types of what a function takes and gives."""

    parameters: tuple[bytes, ...]
    results: tuple[bytes, ...]


@dataclass(slots=True)
class WatSpace:
    """What numbers stand for: the spans of items, None for what cannot go alone; `numbers` has those of the names."""

    spans: list[Span | None] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def add(self, span: Span | None, name: bytes) -> None:
        if name:
            self.numbers.setdefault(name, len(self.spans))
        self.spans.append(span)

    def number(self, atom: WatAtom) -> int:
        """The number that a name or number is; -1 if there is none."""
        number = int(atom.text) if atom.text.isdigit() else self.numbers.get(atom.text, -1)
        return number if number < len(self.spans) else -1


@dataclass(frozen=True, slots=True, eq=False)
class WatIndex:
    """A name or number in a space, and what is cut if its target goes: see `ItemReference`."""

    atom: WatAtom
    space: WatSpace
    whole: Span
    neutral: bytes | None = None
    element: Span | None = None

    @property
    def target(self) -> Span | None:
        number = self.space.number(self.atom)
        return self.space.spans[number] if number >= 0 else None

    @property
    def is_number(self) -> bool:
        """Whether it is a number that is written."""
        return self.atom.text.isdigit() and self.atom.start < self.atom.stop

    @property
    def is_unknown(self) -> bool:
        return self.space.number(self.atom) < 0


class WatFields:
    """A module: its index spaces, the items in it, and the references outside of functions."""

    def __init__(self, module: WatList) -> None:
        self.module = module
        self.spaces = {space: WatSpace() for space in SPACES}
        self.items: list[ProgramItem] = []
        self.indices: list[WatIndex] = []
        self.lists: list[tuple[Span, ...]] = []
        self.signatures: list[WatSignature] = []
        self.globals: list[bytes] = []
        self.functions: list[WatList] = []  # by number; those that are imported have no code
        found = [each for each in module.items[1:] if isinstance(each, WatList)]
        for each in found:
            self._define(each)
        for each in found:
            self._refer(each)

    def signature(self, function: WatList) -> WatSignature:
        """As it is written, or that of the type it refers to."""
        parameters, results = function.lists(b"param"), function.lists(b"result")
        if not parameters and not results:
            for each in function.lists(b"type"):
                number = self.spaces[b"type"].number(each.atoms()[0]) if each.atoms() else -1
                if 0 <= number < len(self.signatures):
                    return self.signatures[number]
        return WatSignature(types_of(parameters), types_of(results))

    def _define(self, each: WatList) -> None:
        head, span = each.head, (each.start, each.stop)
        what, around = each, each
        if head == b"import":
            inner = each.lists(*SPACES)
            if not inner:
                return
            what = inner[0]
        if what.head in self.spaces:
            self.spaces[what.head].add(span, what.name)
        if what.head == b"type":
            functions = what.lists(b"func")
            parts = (functions[0].lists(b"param"), functions[0].lists(b"result")) if functions else ([], [])
            self.signatures.append(WatSignature(types_of(parts[0]), types_of(parts[1])))
        elif what.head == b"func":
            self.functions.append(what)
        elif what.head == b"global":
            plain = [atom.text for atom in what.atoms() if not atom.is_name]
            mutable = [atom.text for each in what.lists(b"mut") for atom in each.atoms()]
            self.globals.append((*plain, *mutable, b"")[0])
        inline = what.lists(b"export")
        self.items += [ProgramItem(one.start, one.stop) for one in inline]
        if head not in (b"func",):  # the reader of functions makes their items
            root = head in _ROOTS or bool(inline)
            self.items.append(ProgramItem(around.start, around.stop, root, head not in _FIXED))

    def _refer(self, each: WatList) -> None:
        span = (each.start, each.stop)
        if each.head == b"export":
            for inner in each.lists(*SPACES):
                self.indices += [WatIndex(atom, self.spaces[inner.head], span) for atom in inner.atoms()[:1]]
        elif each.head == b"start":
            self.indices += [WatIndex(atom, self.spaces[b"func"], span) for atom in each.atoms()[:1]]
        elif each.head == b"import":
            for inner in each.lists(b"func"):
                self.refer_to_type(inner, span)
        elif each.head in (b"elem", b"table"):
            self._elements(each)
            for inner in each.lists(b"elem"):
                self._elements(inner)
        elif each.head == b"data":
            found = [atom for inner in each.lists(b"memory") for atom in inner.atoms()[:1]]
            found = found or ([implied(each.start)] if any(isinstance(one, WatList) for one in each.items) else [])
            self.indices += [WatIndex(atom, self.spaces[b"memory"], span) for atom in found]
        if each.head in (b"elem", b"data", b"global"):
            self._constants(each)

    def refer_to_type(self, function: WatList, whole: Span) -> None:
        """The type that a function, a block or a call refers to."""
        for each in function.lists(b"type"):
            self.indices += [WatIndex(atom, self.spaces[b"type"], whole) for atom in each.atoms()[:1]]

    def _elements(self, each: WatList) -> None:
        """The functions in a table."""
        found = [atom for inner in each.lists(b"table") for atom in inner.atoms()[:1]]
        is_active = each.head == b"elem" and any(isinstance(one, WatList) for one in each.items)
        found = found or ([implied(each.start)] if is_active else [])
        self.indices += [WatIndex(atom, self.spaces[b"table"], (each.start, each.stop)) for atom in found]
        atoms = [atom for atom in each.atoms() if atom.is_reference][bool(each.head == b"elem" and each.name) :]
        spans: list[Span] = [(atom.start, atom.stop) for atom in atoms] if each.head == b"elem" else []
        references = [
            inner for inner in each.items if isinstance(inner, WatList) and inner.head in (b"ref.func", b"item")
        ]
        for atom, element in zip(atoms, spans, strict=False):
            self.indices.append(WatIndex(atom, self.spaces[b"func"], element, element=element))
        for inner in references:
            target = inner if inner.head == b"ref.func" else (*inner.lists(b"ref.func"), inner)[0]
            element = (inner.start, inner.stop)
            spans.append(element)
            found = [atom for atom in target.items[1:] if isinstance(atom, WatAtom) and atom.is_reference]
            self.indices += [WatIndex(atom, self.spaces[b"func"], element, element=element) for atom in found[:1]]
        if spans:
            self.lists.append(tuple(spans))

    def _constants(self, each: WatList) -> None:
        """What the value of a global or an offset refers to."""
        for inner in (node for node in each.items if isinstance(node, WatList)):
            space = {b"global.get": b"global", b"ref.func": b"func"}.get(inner.head)
            if space and inner.atoms() and each.head == b"global":
                self.indices.append(WatIndex(inner.atoms()[0], self.spaces[space], (each.start, each.stop)))
            elif inner.head in (b"offset", b"item") or space == b"global":
                target = inner if space else (*inner.lists(b"global.get"), inner)[0]
                if target.head == b"global.get" and target.atoms():
                    whole = (each.start, each.stop)
                    self.indices.append(WatIndex(target.atoms()[0], self.spaces[b"global"], whole))


def types_of(lists: list[WatList]) -> tuple[bytes, ...]:
    """The types in lists of parameters, results or locals."""
    return tuple(atom.text for each in lists for atom in each.atoms() if not atom.is_name)


def implied(place: int) -> WatAtom:
    """The number 0, where none is written."""
    return WatAtom(place, place, b"0")
