"""Tables as text (CSV, TSV): rows and columns, then the text in cells; quotes as in RFC 4180.

Rows need not have the same number of cells. A row that nothing was changed in stays as it is, with its end of line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from thresher.formats.content import has_suffix, is_binary
from thresher.structures.container import Part

PACKS = False
DELIMITERS = {".tsv": b"\t", ".tab": b"\t", ".psv": b"|"}
SUFFIXES = (".csv", *DELIMITERS)
MARK = b"\xef\xbb\xbf"
SAMPLE = 1 << 12  # bytes in which delimiters are counted
MOST_COLUMNS = 1 << 14  # of a wider table only rows go
MOST_CELLS = 1 << 12  # cells of a table that are looked into; of a larger one whole rows and columns go


@dataclass(frozen=True, eq=False)
class CsvTable(Part):
    """Rows and columns; `width` is how many columns can go."""

    delimiter: bytes = b","
    width: int = 0


@dataclass(frozen=True, eq=False)
class CsvCell(Part):
    """The text of a cell, without its quotes."""

    quoted: bool = False


@dataclass(frozen=True, eq=False)
class CsvRow(Part):
    """`raw` as long as nothing was changed; `end` is the end of the line. Its cells are parts in a small table."""

    end: bytes = b""


@dataclass(frozen=True, eq=False)
class CsvColumn(Part):
    """Which cells of the rows it is about."""

    at: int = 0


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the name."""
    return 0.97 if has_suffix(name, *SUFFIXES) and not is_binary(data) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The byte order mark if there is one, the rows and the columns; None for an empty file."""
    start = len(MARK) if data.startswith(MARK) else 0
    delimiter = next((sign for suffix, sign in DELIMITERS.items() if has_suffix(name, suffix)), _sniffed(data))
    lines = [*_lines(data, delimiter, start)]
    if not lines:
        return None
    widths = [1 + line.count(delimiter) if b'"' not in line else len(_cells(line, delimiter)) for line in lines]
    width = max(widths) if 1 < max(widths) <= MOST_COLUMNS else 0
    is_small = sum(widths) <= MOST_CELLS
    mark = [Part("mark", raw=MARK)] if start else []
    rows = [_parsed_row(line, delimiter) if is_small else CsvRow("row", raw=line) for line in lines]
    columns = [CsvColumn("column", at=at) for at in range(width)]
    return CsvTable("table", parts=(*mark, *rows, *columns), raw=data, delimiter=delimiter, width=width)


def write(part: Part) -> bytes:
    """The table with the columns that are left."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, CsvTable)
    columns = [each.at for each in part.parts if isinstance(each, CsvColumn)]
    whole = len(columns) == part.width
    rows = (each for each in part.parts if not isinstance(each, CsvColumn))
    return b"".join(_written(row, part.delimiter, None if whole else columns) for row in rows)


def _written(row: Part, delimiter: bytes, columns: Sequence[int] | None) -> bytes:
    """A row, with some of its cells if `columns` says which."""
    if not isinstance(row, CsvRow) or (row.raw is not None and columns is None):
        return row.raw or b""
    end = _end(row.raw) if row.raw is not None else row.end
    cells = [_quoted(cell, delimiter) for cell in row.parts] if row.parts else _cells(row.raw or b"", delimiter)
    return delimiter.join(cells if columns is None else [cells[at] for at in columns if at < len(cells)]) + end


def _parsed_row(line: bytes, delimiter: bytes) -> CsvRow:
    cells = tuple(_parsed_cell(cell) for cell in _cells(line, delimiter))
    return CsvRow("row", parts=cells, raw=line, end=_end(line))


def _parsed_cell(raw: bytes) -> CsvCell:
    quoted = len(raw) > 1 and raw[:1] == raw[-1:] == b'"'
    content = raw[1:-1].replace(b'""', b'"') if quoted else raw
    return CsvCell("cell", "cell.txt", content, raw=raw, fixed=True, quoted=quoted)


def _quoted(cell: Part, delimiter: bytes) -> bytes:
    """A cell that was changed is in quotes if it was before and still needs them."""
    if cell.raw is not None:
        return cell.raw
    content = cell.content
    needs = any(sign in content for sign in (delimiter, b'"', b"\r", b"\n"))
    was = isinstance(cell, CsvCell) and cell.quoted
    return b'"' + content.replace(b'"', b'""') + b'"' if was and needs else content


def _sniffed(data: bytes) -> bytes:
    """The sign that separates most cells in the first rows; a comma if there is none."""
    head = data[:SAMPLE]
    return max((b",", b";", b"\t", b"|"), key=lambda sign: sum(len(_cells(row, sign)) for row in _lines(head, sign)))


def _lines(data: bytes, delimiter: bytes, start: int = 0) -> Iterator[bytes]:
    return (match.group() for match in _row(delimiter).finditer(data, start) if match.group())


def _cells(line: bytes, delimiter: bytes) -> list[bytes]:
    line = line[: len(line) - len(_end(line))]
    if b'"' not in line:
        return line.split(delimiter)
    return [match.group() for match in _cell(delimiter).finditer(line)]


def _end(line: bytes) -> bytes:
    return next((end for end in (b"\r\n", b"\n", b"\r") if line.endswith(end)), b"")


def _text(delimiter: bytes) -> bytes:
    """A pattern for a cell: in quotes, which may never end, or up to the next delimiter."""
    plain = rb"[^%b\r\n]*+" % re.escape(delimiter)
    return rb'(?:"(?:[^"]++|"")*+(?:"|\Z)' + plain + rb"|" + plain + rb")"


@lru_cache
def _row(delimiter: bytes) -> re.Pattern[bytes]:
    text, sign = _text(delimiter), re.escape(delimiter)
    return re.compile(rb"%b(?:%b%b)*+(?:\r\n|\n|\r|\Z)" % (text, sign, text))


@lru_cache
def _cell(delimiter: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\A|(?<=%b))%b" % (re.escape(delimiter), _text(delimiter)))
