"""CSV and TSV: rows, columns and cells; a real reader of tables reads what is left."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher
from thresher import formats
from thresher.formats.tables.csv import CsvColumn, CsvRow, CsvTable, parse_container, write
from thresher.structures.container import Container

cells = st.text(alphabet='ab,;"\t\r\né ', max_size=4)
tables = st.lists(st.lists(cells, min_size=1, max_size=4), min_size=1, max_size=5)


def written(rows: list[list[str]], *, end: str = "\r\n") -> bytes:
    target = io.StringIO(newline="")
    if end == "\r\n":
        csv.writer(target).writerows(rows)
    else:
        csv.writer(target, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    return target.getvalue().encode()


def read(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def table(data: bytes, name: str = "a.csv") -> Container:
    found = formats.format_named("csv").container(name, data)
    assert found is not None
    return found


@given(tables, st.sampled_from(["\n", "\r\n"]), st.data())
def test_without_rows_and_columns_it_is_the_table_without_them(
    rows: list[list[str]], end: str, data: st.DataObject
) -> None:
    content = written(rows, end=end)
    parsed = parse_container("a.csv", content)
    assert isinstance(parsed, CsvTable)
    if parsed.delimiter != b",":
        return
    assert write(parsed) == content
    gone_rows = data.draw(st.sets(st.integers(0, len(rows) - 1)))
    gone_columns = data.draw(st.sets(st.integers(0, parsed.width - 1)) if parsed.width > 1 else st.just(set()))
    all_rows = [each for each in parsed.parts if isinstance(each, CsvRow)]
    kept_rows = [each for at, each in enumerate(all_rows) if at not in gone_rows]
    kept_columns = [each for each in parsed.parts if isinstance(each, CsvColumn) and each.at not in gone_columns]
    left = write(parsed.with_parts((*kept_rows, *kept_columns)))
    expected = [
        [cell for at, cell in enumerate(row) if at not in gone_columns]
        for number, row in enumerate(read(content))
        if number not in gone_rows
    ]
    assert [row or [""] for row in read(left)] == [row or [""] for row in expected]
    assert len(left) <= len(content)


@given(st.binary(max_size=60))
def test_anything_is_split_and_joined_again(content: bytes) -> None:
    for name in ("a.csv", "a.tsv"):
        parsed = parse_container(name, content)
        if parsed is not None:
            rows = [replace(part, raw=None) if isinstance(part, CsvRow) else part for part in parsed.parts]
            assert write(replace(parsed, parts=tuple(rows), raw=None)) == content


def test_cells_keep_their_quotes_as_long_as_they_need_them() -> None:
    parsed = table(b'x,"a, b"\n5" disk,"c"\n')
    leaves = {parsed.nodes[leaf].content: leaf for leaf in parsed.leaves()}
    assert parsed.holding(leaves[b"a, b"], b"a,").data == b'x,"a,"\n5" disk,"c"\n'
    assert parsed.holding(leaves[b"a, b"], b"a").data == b'x,a\n5" disk,"c"\n'
    assert parsed.holding(leaves[b'5" disk'], b'5"').data == b'x,"a, b"\n5","c"\n'


@pytest.mark.parametrize(
    ("name", "data", "delimiter"),
    [
        ("a.csv", b"a;b;c\n1,5;2;3\n", b";"),
        ("a.csv", b"a\tb\n1\t2\n", b"\t"),
        ("a.tsv", b"a,b,c\td\n", b"\t"),
        ("a.csv", b"one\ntwo\n", b","),
        ("a.csv", b'"a;b;c;d",1\n', b","),
    ],
)
def test_the_delimiter_is_found_out(name: str, data: bytes, delimiter: bytes) -> None:
    parsed = parse_container(name, data)
    assert isinstance(parsed, CsvTable)
    assert parsed.delimiter == delimiter


def test_a_large_table_is_rows_and_columns_alone() -> None:
    parsed = table(b"a,b,c\n" * 5000)
    assert len(parsed) == 1 + 5000 + 3
    assert not parsed.leaves()
    assert parsed.render(parsed.shape.without(parsed.everything, [*range(2, 5001), 5002])) == b"a,c\n"


def pipeline(data: bytes) -> bool:
    """Sums amounts by city, and stumbles over one that is a text; a header is needed."""
    sums: dict[str, float] = {}
    try:
        for row in csv.DictReader(io.StringIO(data.decode(), newline="")):
            sums[row["city"]] = sums.get(row["city"], 0.0) + float(row["amount"])
    except ValueError as error:
        return "could not convert" in str(error) and len(sums) >= 2
    except (KeyError, TypeError, UnicodeDecodeError):
        return False
    return False


def test_the_data_set_of_a_pipeline_becomes_four_rows_and_two_columns() -> None:
    rows = [["id", "name", "city", "street, number", "amount", "date"]]
    rows += [[str(at), f"n{at}", f"city {at % 9}", 'the "long" road', str(at / 4), "2024-01-01"] for at in range(300)]
    rows[217][4] = "12,50"
    asked = 0

    def fails(data: bytes) -> bool:
        nonlocal asked
        asked += 1
        return pipeline(data)

    left = thresher.reduce(written(rows), fails, name="orders.csv").data
    assert [len(row) for row in read(left)] == [2, 2, 2, 2], left
    assert len(left) < 50, left
    assert asked < 150, asked
