"""Arrow and Feather files: rows and columns of a table, read and written by pyarrow (`pip install thresher[data]`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from thresher.formats.tables.grid import columns_left, grid_parts, rows_left
from thresher.structures.container import Part

if TYPE_CHECKING:
    from pyarrow import Table

MAGIC = b"ARROW1"
MOST_BYTES = 1 << 28  # of a table in memory


@dataclass(frozen=True, eq=False)
class ArrowTable(Part):
    """A table in memory, of which rows and columns are chosen; and its metadata, if that is left."""

    table: Table | None = None


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes, if the library is there."""
    return 0.99 if data.startswith(MAGIC) and has_library() else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The rows and columns; None if the library cannot read it."""
    if not data.startswith(MAGIC) or not has_library():
        return None
    import pyarrow as pa  # noqa: PLC0415 - slow to load, and not everybody has it

    try:
        table = pa.ipc.open_file(pa.BufferReader(data)).read_all()
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError, MemoryError, NotImplementedError, KeyError):
        return None
    return table_part("arrow", data, table)


def write(part: Part) -> bytes:
    """The table with the rows and columns that are left."""
    if part.raw is not None:
        return part.raw
    import pyarrow as pa  # noqa: PLC0415 - slow to load

    assert isinstance(part, ArrowTable)
    table, target = selected(part), pa.BufferOutputStream()
    with pa.ipc.new_file(target, table.schema) as writer:
        writer.write_table(table)
    data: bytes = target.getvalue().to_pybytes()
    return data


def table_part(kind: str, data: bytes, table: Table) -> Part | None:
    """A part with the rows, the columns and the metadata of a table; None if it is empty or too large."""
    if not table.num_rows or not table.num_columns or table.nbytes > MOST_BYTES:
        return None
    metadata = [Part("metadata")] if table.schema.metadata else []
    return ArrowTable(kind, parts=(*metadata, *grid_parts(table.num_rows, table.num_columns)), raw=data, table=table)


def selected(part: ArrowTable) -> Table:
    """What is left of a table, in one piece."""
    import pyarrow as pa  # noqa: PLC0415 - slow to load

    assert part.table is not None
    table = part.table.select(columns_left(part, part.table.num_columns))
    rows = [table.slice(start, stop - start) for start, stop in rows_left(part)]
    table = pa.concat_tables(rows) if rows else table.slice(0, 0)
    keeps = any(each.kind == "metadata" for each in part.parts)
    return (table if keeps else table.replace_schema_metadata(None)).combine_chunks()


@cache
def has_library() -> bool:
    return find_spec("pyarrow") is not None
