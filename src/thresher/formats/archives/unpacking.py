"""Files that are one packed stream: what is in them is reduced by its own format and packed again."""

from __future__ import annotations

from lzma import LZMAError
from typing import Protocol

from thresher.formats.archives.deflate import Allowance
from thresher.formats.content import has_suffix
from thresher.structures.container import Part


class Decompressor(Protocol):
    """A decompressor of the standard library."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, max_length: int) -> bytes: ...


def stream(kind: str, name: str, data: bytes, reader: Decompressor, endings: dict[str, str]) -> Part | None:
    """A container with one content; None if it cannot be unpacked, is more than is allowed, or more is after it.

    `endings` map to what a file is called when it is unpacked: `.tbz2` becomes `.tar`.
    """
    try:
        content = reader.decompress(data, Allowance(len(data)).left)
    except (OSError, EOFError, LZMAError, MemoryError):
        return None
    if not reader.eof or reader.unused_data:
        return None
    return Part(kind, parts=(Part("content", inner_name(name, endings), content),), raw=data)


def inner_name(name: str, endings: dict[str, str]) -> str:
    """What the content is called.

    >>> inner_name("a.json.gz", {".tgz": ".tar", ".gz": ""}), inner_name("a.tgz", {".tgz": ".tar"})
    ('a.json', 'a.tar')
    """
    ending = next((each for each in endings if has_suffix(name, each)), "")
    return name[: len(name) - len(ending)] + endings.get(ending, "")
