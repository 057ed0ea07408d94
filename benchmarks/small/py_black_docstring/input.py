"""Readers for tables with fixed columns."""

from __future__ import annotations

import io
import re
from typing import Dict, Iterator, List, Optional


class Column:
    """A column from one position to another.

    :param start: where it begins
    :param stop: where it ends, or None for the rest of the line
    """

    def __init__(self, name: str, start: int, stop: Optional[int] = None) -> None:
        self.name, self.start, self.stop = name, start, stop

    def of(self, line: str) -> str:
        """The text of the column in a line."""
        return line[self.start : self.stop].strip()


def parse_header(line):
    '''
    Columns by the names in a header, such as

        NAME     SIZE
        a.txt    12

    A name ends at two blanks. Long headers are continued with a backslash \ '''
    columns: List[Column] = []
    for found in re.finditer(r"\S+(?: \S+)*", line):
        if columns:
            columns[-1].stop = found.start()
        columns.append(Column(found.group().lower(), found.start()))
    return columns


class Table:
    def __init__(self, file: io.TextIOBase, *, skip: int = 0, comment: str = "#") -> None:
        for _ in range(skip):
            file.readline()
        self.columns, self.file = parse_header(file.readline()), file
        self.comment = comment

    def __iter__(self) -> Iterator[Dict[str, str]]:
        for line in self.file:
            if not line.startswith(self.comment):
                yield {column.name: column.of(line) for column in self.columns}


def main(path="-"):
    rows = list(Table(open(path, encoding="utf-8"), skip=1))
    assert rows, "empty"
    widest = max(rows, key=lambda row: len(row["name"]))
    print(f"{len(rows)} rows", widest["name"], sep=", ", end="\n\n")
