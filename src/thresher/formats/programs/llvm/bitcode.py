"""LLVM bitcode (`.bc`), reduced as text: read by `llvm-dis` and written by the `llvm-as` beside it, where installed.

Text that cannot be assembled is written as nothing: no test is run for it, since the empty input was tried first.
"""

from __future__ import annotations

from dataclasses import dataclass

from thresher.structures.container import Part
from thresher.translators import translated, versions

PACKS = False  # to weigh the text of each candidate would run a program twice
MAGIC = b"BC\xc0\xde"
READER, WRITER = "llvm-dis", "llvm-as"
ARGUMENTS = ("-o", "-", "-")


@dataclass(frozen=True, eq=False)
class Bitcode(Part):
    """A module as text, with the program that writes it."""

    writer: str = ""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes, where the programs are installed."""
    return 0.99 if data.startswith(MAGIC) and _readers() else 0.0


def missing_programs(data: bytes) -> str:
    """What to install, if this is bitcode and the programs for it are not there."""
    if not data.startswith(MAGIC) or _readers():
        return ""
    return (
        f"LLVM bitcode is reduced as bytes, since {READER} and {WRITER} are not installed; install LLVM (package llvm)"
    )


def parse_container(name: str, data: bytes) -> Part | None:
    """One part, the module as text; None if no installed version can read it and write it again."""
    for reader, writer in _readers() if data.startswith(MAGIC) else ():
        text = translated((reader, *ARGUMENTS), data)
        if text and translated((writer, *ARGUMENTS), text):
            return Bitcode("module", f"{name.removesuffix('.bc')}.ll", text, raw=data, writer=writer)
    return None


def write(part: Part) -> bytes:
    """Bitcode, or nothing for text that is not a module."""
    assert isinstance(part, Bitcode)
    return part.raw if part.raw is not None else translated((part.writer, *ARGUMENTS), part.content) or b""


def _readers() -> list[tuple[str, str]]:
    """The programs that read and write bitcode, in pairs of the same version."""
    pairs = ((reader, reader.replace(READER, WRITER)) for reader in versions(READER))
    return [pair for pair in pairs if pair[1] in versions(WRITER)]
