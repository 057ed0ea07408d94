"""Lines and columns of an image that is not compressed."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.formats.tables.grid import columns_left, grid_parts, rows_left
from thresher.structures.container import Part


@dataclass(frozen=True, eq=False)
class Raster(Part):
    """Lines of `line` bytes with `width` pixels of `bits` each; columns go only where a pixel has whole bytes."""

    source: bytes = b""
    line: int = 0
    width: int = 0
    bits: int = 0

    @property
    def columns(self) -> list[int]:
        """Those that are left."""
        return [*range(self.width)] if self.bits % 8 else columns_left(self, self.width)

    @property
    def lines(self) -> list[bytes]:
        """Those that are left, with the columns that are left of them; they are as long as they were if all are."""
        lines = [
            self.source[at * self.line : (at + 1) * self.line]
            for start, stop in rows_left(self)
            for at in range(start, stop)
        ]
        columns, pixel = self.columns, self.bits // 8
        if len(columns) == self.width:
            return lines
        return [b"".join(line[at * pixel : (at + 1) * pixel] for at in columns) for line in lines]


def raster(source: bytes, line: int, width: int, bits: int) -> Raster:
    """A raster with a part for each line, and for each column if these can go."""
    parts = grid_parts(len(source) // line, 1 if bits % 8 else width)
    return Raster("image", parts=parts, fixed=True, source=source, line=line, width=width, bits=bits)
