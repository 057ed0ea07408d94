"""Arrays of NumPy: slices go, the header says so."""

from __future__ import annotations

import io
from tokenize import TokenError

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher
from tests.formats.containers import npy
from thresher import formats
from thresher.formats.tables.grid import MOST_ROWS, GridColumn, GridRows, columns_left, grid_parts, rows_left
from thresher.structures.container import Container, Part


def array(data: bytes) -> Container:
    assert formats.guess("input", data).name == "npy"
    found = formats.format_named("npy").container("input", data)
    assert found is not None
    assert found.data == data
    return found


def left(parsed: Container, rows: set[int], columns: set[int]) -> bytes:
    """Without some slices."""
    gone = [
        node
        for node, part in enumerate(parsed.nodes)
        if (isinstance(part, GridRows) and part.start in rows) or (isinstance(part, GridColumn) and part.at in columns)
    ]
    return parsed.render(parsed.shape.without(parsed.everything, gone))


@pytest.mark.parametrize("fortran", [False, True])
def test_rows_and_columns_of_a_matrix_can_go(fortran: bool) -> None:
    parsed = array(npy((2, 3), b"abcdef", fortran=fortran))
    smaller = left(parsed, {0}, {1})
    assert smaller.endswith(b"\ndf" if not fortran else b"\nce")
    assert b"'shape': (1,2)" in smaller
    assert (len(smaller) - 2) % 64 == 0


@given(st.integers(1, 5), st.integers(2, 4), st.integers(1, 3), st.data())
def test_the_remaining_items_are_read_back(rows: int, columns: int, depth: int, data: st.DataObject) -> None:
    items = bytes(range(rows * columns * depth))
    gone_rows = data.draw(st.sets(st.integers(0, rows - 1), max_size=rows - 1))
    gone_columns = data.draw(st.sets(st.integers(0, columns - 1), max_size=columns - 1))
    smaller = left(array(npy((rows, columns, depth), items)), gone_rows, gone_columns)
    expected = bytes(
        (row * columns + column) * depth + each
        for row in range(rows)
        for column in range(columns)
        for each in range(depth)
        if row not in gone_rows and column not in gone_columns
    )
    assert smaller.endswith(b"\n" + expected)
    assert len(smaller) <= len(npy((rows, columns, depth), items))


@pytest.mark.parametrize(
    "data",
    [
        npy((), b"a"),
        npy((2,), b"abc"),
        npy((0, 3), b""),
        npy((2,), bytes(16), descr="'|O'"),
        npy((10**17, 10**17), b"ab"),
        b"\x93NUMPY\1\0\xff\xff{",
    ],
)
def test_what_has_no_slices_is_refused(data: bytes) -> None:
    assert formats.format_named("npy").container("input", data) is None


def test_many_rows_are_few_parts() -> None:
    parts = grid_parts(10 * MOST_ROWS, 2)
    assert len(parts) == MOST_ROWS + 2
    root = Part("grid", parts=parts)
    assert rows_left(root) == [(0, 10 * MOST_ROWS)]
    assert columns_left(root, 2) == [0, 1]
    assert columns_left(root, 1 << 20) == [*range(1 << 20)]


def test_an_array_with_a_value_that_its_reader_does_not_expect() -> None:
    """Two rows are needed, and the one column with that value in it."""
    numpy = pytest.importorskip("numpy")
    values = numpy.arange(4000, dtype="<f4").reshape(400, 10)
    values[333, 7] = numpy.nan
    file = io.BytesIO()
    numpy.savez_compressed(file, a=values, b=numpy.arange(5))
    asked = 0

    def fails(data: bytes) -> bool:
        nonlocal asked
        asked += 1
        try:
            there = numpy.load(io.BytesIO(data), allow_pickle=False)["a"]
        except (ValueError, KeyError, OSError, EOFError, TokenError):  # the last one from Python 3.12 on
            return False
        return getattr(there, "ndim", 0) == 2 and len(there) >= 2 and bool(numpy.isnan(there).any())

    result = thresher.reduce(file.getvalue(), fails, name="weights.npz").data
    assert numpy.load(io.BytesIO(result))["a"].shape == (2, 1)
    assert asked < 80, asked
