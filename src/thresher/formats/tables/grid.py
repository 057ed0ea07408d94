"""Rows and columns of a table whose bytes cannot be cut: which of them are left."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.structures.container import Part

MOST_ROWS = 1 << 14  # parts; of a longer table, several rows are one part until fewer are left
MOST_COLUMNS = 1 << 14  # of a wider table only rows go


@dataclass(frozen=True, eq=False)
class GridRows(Part):
    """The rows from `start` to `stop` - 1."""

    start: int = 0
    stop: int = 0


@dataclass(frozen=True, eq=False)
class GridColumn(Part):
    """A column by its place."""

    at: int = 0


def grid_parts(rows: int, columns: int) -> tuple[Part, ...]:
    """A part for each row, or for several where there are many, and one for each column if there are several."""
    step = -(-rows // MOST_ROWS) or 1
    found: list[Part] = [GridRows("row", start=at, stop=min(at + step, rows)) for at in range(0, rows, step)]
    found += [GridColumn("column", at=at) for at in range(columns if 1 < columns <= MOST_COLUMNS else 0)]
    return tuple(found)


def rows_left(part: Part) -> list[tuple[int, int]]:
    """The rows that are left, as stretches in order; neighbours are one stretch."""
    found: list[tuple[int, int]] = []
    for each in part.parts:
        if isinstance(each, GridRows):
            if found and found[-1][1] == each.start:
                found[-1] = (found[-1][0], each.stop)
            else:
                found.append((each.start, each.stop))
    return found


def columns_left(part: Part, columns: int) -> list[int]:
    """The columns that are left; all if there is only one, or there are too many."""
    if not 1 < columns <= MOST_COLUMNS:
        return [*range(columns)]
    return [each.at for each in part.parts if isinstance(each, GridColumn)]
