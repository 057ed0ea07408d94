"""Parquet and Arrow: rows and columns go, and another read of what is left finds the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import thresher
from thresher import formats

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def parquet_file(table: Any) -> bytes:
    target = pa.BufferOutputStream()
    parquet.write_table(table, target)
    return target.getvalue().to_pybytes()


def arrow_file(table: Any) -> bytes:
    target = pa.BufferOutputStream()
    with pa.ipc.new_file(target, table.schema) as writer:
        writer.write_table(table, max_chunksize=50)
    return target.getvalue().to_pybytes()


def read(format: str, data: bytes) -> Any:
    file = pa.BufferReader(data)
    return parquet.read_table(file) if format == "parquet" else pa.ipc.open_file(file).read_all()


def orders(number: int) -> Any:
    columns = {
        "id": range(number),
        "city": [f"city {each % 9}" for each in range(number)],
        "amount": [None if each == number * 2 // 3 else each / 4 for each in range(number)],
        "tags": [["a", "b"]] * number,
    }
    return pa.table({name: [*values] for name, values in columns.items()}).replace_schema_metadata({"pandas": "{}"})


FORMATS: dict[str, Callable[[Any], bytes]] = {"parquet": parquet_file, "arrow": arrow_file}


@pytest.mark.parametrize("format", FORMATS)
def test_rows_columns_and_metadata_can_go(format: str) -> None:
    data = FORMATS[format](orders(120))
    assert formats.guess("input", data).name == format
    parsed = formats.format_named(format).container("input", data)
    assert parsed is not None
    assert parsed.data == data
    assert [parsed.nodes[each].kind for each in (1, 2, 121, 122, 125)] == ["metadata", "row", "row", "column", "column"]
    smaller = parsed.render(parsed.shape.without(parsed.everything, [1, *range(4, 122), 122, 125]))
    assert read(format, smaller).to_pylist() == [{"city": "city 0", "amount": 0.0}, {"city": "city 1", "amount": 0.25}]
    assert read(format, smaller).schema.metadata is None
    assert len(smaller) < len(data)
    assert smaller == parsed.render(parsed.shape.without(parsed.everything, [1, *range(4, 122), 122, 125]))


@pytest.mark.parametrize("format", FORMATS)
def test_the_data_set_of_a_pipeline_becomes_three_rows_and_two_columns(format: str) -> None:
    asked = 0

    def fails(data: bytes) -> bool:
        """A missing amount after those of two cities."""
        nonlocal asked
        asked += 1
        cities: set[str] = set()
        try:
            for row in read(format, data).to_pylist():
                if row["amount"] is None:
                    return len(cities) >= 2
                cities.add(row["city"])
        except (pa.ArrowException, OSError, KeyError):
            return False
        return False

    left = read(format, thresher.reduce(FORMATS[format](orders(300)), fails, name=f"orders.{format}").data)
    assert (left.num_rows, left.column_names) == (3, ["city", "amount"])
    assert asked < 60, asked


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_damaged_is_refused(format: str) -> None:
    data = FORMATS[format](orders(20))
    for broken in (data[:40], data[:6] + data[60:], data[: len(data) // 2] + data[-20:]):
        assert formats.format_named(format).container("input", broken) is None
