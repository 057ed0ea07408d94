"""Arrays of NumPy (.npy; .npz is a zip of these): slices of the first two axes; the shape in the header is put right.

The header is read as text. An array of Python objects, which only pickle can read, is not looked into.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import prod

from thresher.formats.tables.grid import columns_left, grid_parts, rows_left
from thresher.structures.container import Part

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 1 << 16
_SHAPE = re.compile(rb"'shape':\s*(\([0-9, L]{0,300}\))")
_ORDER = re.compile(rb"'fortran_order':\s*(True|False)")
_OBJECT = re.compile(rb"'[<>|=]?O[0-9]*'")


@dataclass(frozen=True, eq=False)
class NumpyArray(Part):
    """Slices of the two axes whose lengths are `major` and `minor`; where two slices meet there are `size` bytes."""

    header: bytes = b""
    source: bytes = b""
    shape: tuple[int, ...] = ()
    fortran: bool = False
    size: int = 0

    @property
    def major(self) -> int:
        return self.shape[-1 if self.fortran else 0]

    @property
    def minor(self) -> int:
        return 1 if len(self.shape) == 1 else self.shape[-2 if self.fortran else 1]


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The slices of an array; None for one without axes, of objects, or whose data is not what its shape says."""
    if not data.startswith(MAGIC) or len(data) < 12:
        return None
    width = 2 if data[6] == 1 else 4
    start = 8 + width + int.from_bytes(data[8 : 8 + width], "little")
    header = data[:start]
    shape, order = _SHAPE.search(header), _ORDER.search(header)
    if start > min(len(data), LONGEST_HEADER) or shape is None or order is None or _OBJECT.search(header):
        return None
    axes = tuple(int(number) for number in re.findall(rb"[0-9]{1,18}", shape[1]))
    size, rest = divmod(len(data) - start, prod(axes) or 1)
    if not axes or not prod(axes) or rest or not size:
        return None
    fortran = order[1] == b"True"
    array = NumpyArray("npy", raw=data, header=header, source=data[start:], shape=axes, fortran=fortran)
    item = len(array.source) // (array.major * array.minor)
    return replace(array, parts=grid_parts(array.major, array.minor), size=item)


def write(part: Part) -> bytes:
    """The array with the slices that are left; its header is as long as it was."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, NumpyArray)
    rows, columns = rows_left(part), columns_left(part, part.minor)
    line = part.size * part.minor
    if len(columns) == part.minor:
        content = b"".join(part.source[start * line : stop * line] for start, stop in rows)
    else:
        lines = (row * line for start, stop in rows for row in range(start, stop))
        starts = (begin + column * part.size for begin in lines for column in columns)
        content = b"".join(part.source[at : at + part.size] for at in starts)
    shape = [*part.shape]
    shape[-1 if part.fortran else 0] = sum(stop - start for start, stop in rows)
    if len(shape) > 1:
        shape[-2 if part.fortran else 1] = len(columns)
    text = b"'shape': (%b%b)" % (b",".join(b"%d" % axis for axis in shape), b"," if len(shape) == 1 else b"")
    header = _SHAPE.sub(text, part.header, count=1)
    return header[:-1] + b" " * (len(part.header) - len(header)) + header[-1:] + content
