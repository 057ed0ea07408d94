"""Parquet: rows and columns of a table, read and written by pyarrow (`pip install thresher[data]`), in memory."""

from __future__ import annotations

from thresher.formats.tables.arrow import MOST_BYTES, ArrowTable, has_library, selected, table_part
from thresher.structures.container import Part

MAGIC = b"PAR1"


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes, if the library is there."""
    return 0.99 if data.startswith(MAGIC) and has_library() else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The rows and columns; None if the library cannot read it, or it would be too much."""
    if not data.startswith(MAGIC) or not has_library():
        return None
    import pyarrow as pa  # noqa: PLC0415 - slow to load, and not everybody has it
    from pyarrow import parquet  # noqa: PLC0415

    try:
        file = parquet.ParquetFile(pa.BufferReader(data), memory_map=False, pre_buffer=False)
        groups = range(file.metadata.num_row_groups)
        if sum(file.metadata.row_group(group).total_byte_size for group in groups) > MOST_BYTES:
            return None
        table = file.read(use_threads=False)
    except (pa.ArrowException, OSError, ValueError, MemoryError, NotImplementedError, KeyError):
        return None
    return table_part("parquet", data, table)


def write(part: Part) -> bytes:
    """The table with the rows and columns that are left."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, ArrowTable)
    import pyarrow as pa  # noqa: PLC0415 - slow to load
    from pyarrow import parquet  # noqa: PLC0415

    target = pa.BufferOutputStream()
    plain = {"use_dictionary": False, "write_statistics": False, "store_schema": False}
    parquet.write_table(selected(part), target, compression="NONE", **plain)
    data: bytes = target.getvalue().to_pybytes()
    return data
