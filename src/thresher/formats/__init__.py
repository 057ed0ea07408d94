"""Bytes to structure and back, one format per file; `index.py` lists them.

A unit format has `parse(data) -> Units`. A composite format has `STAGES`, the names of unit formats from coarse to
fine. A tree format has `parse_document(name, data, language) -> Document`. A container format has
`parse_container(name, data) -> Part | None`, None for data that turns out not to be such a container, and `write(part)
-> bytes`; `PACKS` is False if its bytes are those of its parts, with little around them. All have `confidence(name,
data)` from 0 to 1. Outsiders register modules under the entry point group `thresher.formats`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from thresher.errors import UsageError, suggestion
from thresher.formats.content import HEAD
from thresher.formats.index import FORMATS, Check, always
from thresher.plugins import plugins

if TYPE_CHECKING:
    from thresher.grammars.language import Language
    from thresher.structures.container import Container, Part
    from thresher.structures.document import Document
    from thresher.structures.sequence import Units

GRAMMAR = "grammar"  # the format for what the user has a grammar for
EVENTS = "events"  # the format for what a user did, step by step
STEPS = "steps"  # the same without tasks
DIRECTORY = "directory"
BRACKETS = "brackets"  # the format for texts that no grammar understands
SOURCE = "source"  # the format for everything that tree-sitter has a language for
PROGRAMS = ("llvm", "spirv", "spvasm", "wasm", "wat")  # the formats that know what refers to what
ITEM_PROGRAMS = ("spirv", "spvasm", "wasm")  # those whose nodes are their items
DEEPEST = 8  # containers in each other that are opened
MOST_WEIGHED = 1 << 28  # bytes that are unpacked to weigh one content
ParseDocument: TypeAlias = "Callable[[str, bytes, Language | str | None], Document]"


@dataclass(frozen=True, slots=True)
class Format:
    """A format by its module, which is imported when it is first needed.

    `possible` is a quick check: where it is False, the confidence is 0.
    """

    name: str
    load: Callable[[], ModuleType]
    possible: Check = always

    def confidence(self, name: str, data: bytes) -> float:
        """From 0 to 1, how sure it is that a file of that name and beginning is in this format."""
        return float(self.load().confidence(name, data)) if self.possible(name, data) else 0.0

    @property
    def stages(self) -> tuple[str, ...]:
        """The unit formats from coarse to fine; the format itself for a unit format."""
        stages: tuple[str, ...] = getattr(self.load(), "STAGES", (self.name,))
        return stages

    @property
    def parse(self) -> Callable[[bytes], Units] | None:
        return getattr(self.load(), "parse", None)

    @property
    def parse_document(self) -> ParseDocument | None:
        return getattr(self.load(), "parse_document", None)

    @property
    def parse_container(self) -> Callable[[str, bytes], Part | None] | None:
        return getattr(self.load(), "parse_container", None)

    @property
    def packs(self) -> bool:
        """Whether the bytes of a container are others than those of its parts."""
        return bool(getattr(self.load(), "PACKS", True))

    @property
    def is_file(self) -> bool:
        """Whether its bytes are those of a file, which a program reads; those of a directory are not."""
        return self.name != DIRECTORY

    @property
    def is_flat(self) -> bool:
        """Whether it has units in a row and nothing inside them."""
        return self.parse_document is None and self.parse_container is None

    def container(self, name: str, data: bytes) -> Container | None:
        """The parts of a container; None if it is none of this format."""
        from thresher.structures.container import Container  # noqa: PLC0415 - most inputs are no containers

        write: Callable[[Part], bytes] | None = getattr(self.load(), "write", None)
        if self.parse_container is None or write is None:
            return None
        root = self.parse_container(name, data)
        return None if root is None else Container(root, write)


@cache
def formats() -> dict[str, Format]:
    """Every format by name, those of installed packages included."""
    named = {
        name: Format(name, partial(import_module, f"{__name__}.{entry.module}"), entry.possible)
        for name, entry in FORMATS.items()
    }
    for name, module in plugins("formats").items():
        if isinstance(module, ModuleType) and hasattr(module, "confidence"):
            named[name] = Format(name, partial(_same, module))
    return named


def _same(module: ModuleType) -> ModuleType:
    return module


def format_named(name: str) -> Format:
    """The format of that name; a UsageError names the ones there are."""
    try:
        return formats()[name]
    except KeyError:
        from thresher.formats.source.languages import is_language  # noqa: PLC0415 - needed for this error only

        if is_language(name):
            raise UsageError(f"{name} is a language, not a format; use --language {name}") from None
        meant = suggestion(name, formats())
        raise UsageError(f"unknown format {name!r}{meant or '; choose from ' + ', '.join(formats())}") from None


def guess(name: str, data: bytes, *, flat: bool = False) -> Format:
    """The most confident format for a file name and content; with `flat`, only formats without trees or parts."""
    head = data[:HEAD]
    possible = [each for each in formats().values() if not flat or each.is_flat]
    surest = sorted(possible, key=lambda candidate: candidate.confidence(name, head), reverse=True)
    return next(each for each in surest if each.parse_container is None or each.container(name, data) is not None)


def weight(name: str, data: bytes) -> int:
    """How much a content is for a search: its bytes, or what the parts of a container come to when nothing is packed.

    Something that was taken out of a packed content makes it lighter, though it may now be packed in more bytes. What
    is packed more than `DEEPEST` times, or is more than `MOST_WEIGHED` in all, counts as it is: an archive may have
    itself in it.
    """
    return _Scale().weight(name, data, depth=0)


class _Scale:
    """Weighs contents in contents; `left` are the bytes that may still be unpacked for that."""

    def __init__(self) -> None:
        self.left = MOST_WEIGHED

    def weight(self, name: str, data: bytes, *, depth: int) -> int:
        if depth >= DEEPEST or self.left <= 0:
            return len(data)
        head = data[:HEAD]
        for each in formats().values():
            packs = each.possible(name, head) and each.parse_container is not None and each.packs
            if not packs or not each.confidence(name, head):
                continue
            if (container := each.container(name, data)) is not None:
                self.left -= len(data) + sum(len(part.content) for part in container.nodes)
                return len(container) + sum(self._part(part, depth=depth + 1) for part in container.nodes)
        return len(data)

    def _part(self, part: Part, *, depth: int) -> int:
        return len(part.content) if part.opaque else self.weight(part.name, part.content, depth=depth)


def parse(name: str, data: bytes) -> Units:
    """Cuts data into the units of a unit format."""
    found = format_named(name).parse
    if found is None:
        raise UsageError(f"format {name!r} has no units of its own; use one of its stages")
    return found(data)


@lru_cache(maxsize=1)
def parse_document(format_name: str, name: str, data: bytes, language: Language | str | None) -> Document:
    """Parses data, the content of a file of that name, with a tree format; a language may be named or given.

    The last document is cached: many stages leave a content unchanged for the next one.
    """
    found = format_named(format_name).parse_document
    if found is None:
        raise UsageError(f"format {format_name!r} has no trees")
    return found(name, data, language)
