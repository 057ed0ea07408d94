"""SQLite databases: tables, columns, rows, values, indices, views and triggers that may go; the file is written anew.

A value that goes becomes NULL, and pages become as small as can be. What depends on something that is gone, or is now
against a constraint, goes with it. A database that is damaged is plain binary data here, so that the damage stays.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import groupby

from thresher.structures.container import Part

MAGIC = b"SQLite format 3\0"
JOURNAL = slice(18, 20)  # of the header: how changes are logged, which a database in memory does not know
NO_JOURNAL = b"\1\1"
MOST_VALUES = 100_000  # that are parts of their own; with more of them, rows go first
KEPT_PRAGMAS = ("encoding", "auto_vacuum", "user_version", "application_id")
PAGE, LEAST_PAGE = "page_size", "512"
ROW_NUMBERS = ("rowid", "_rowid_", "oid")

Stored = int | float | bytes | None


class DatabaseText(bytes):
    """A text in a database, which may be no UTF-8; a blob is plain bytes."""


@dataclass(frozen=True, eq=False)
class Database(Part):
    """Settings that are the file's, and how it logs changes."""

    pragmas: tuple[tuple[str, str], ...] = ()
    journal: bytes = NO_JOURNAL


@dataclass(frozen=True, eq=False)
class SchemaEntry(Part):
    """An entry of the schema by the statement that makes it; a table's columns as statements have them.

    The number of a row is the first of them, unless rows have none.
    """

    sql: str = ""
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class TableColumn(Part):
    """A column, with the values in it."""


@dataclass(frozen=True, eq=False)
class TableRow(Part):
    """All its values, or those that are not parts."""

    values: tuple[Stored, ...] = ()


@dataclass(frozen=True, eq=False)
class ColumnValue(Part):
    """The value of a column by number. A text or a blob is a content, which may change."""

    column: int = 0
    value: Stored = None


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if data.startswith(MAGIC) else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The schema's entries and the rows; None if the database is damaged, or needs what this SQLite lacks."""
    if not data.startswith(MAGIC) or len(data) < 512:
        return None
    try:
        with closing(_opened(data)) as connection:
            if connection.execute("PRAGMA integrity_check(1)").fetchall() != [(b"ok",)]:
                return None
            return _database(connection, data)
    except (sqlite3.Error, UnicodeDecodeError, OverflowError, MemoryError):
        return None


def write(part: Part) -> bytes:
    """The database with what is left, made anew from its own statements."""
    if part.raw is not None:
        return part.raw
    assert isinstance(part, Database)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.text_factory = DatabaseText
        page = next((each.content.decode() for each in part.parts if each.kind == PAGE), LEAST_PAGE)
        for name, value in ((PAGE, page), *part.pragmas):
            connection.execute(f"PRAGMA {name} = '{value}'")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("BEGIN")
        entries = [entry for entry in part.parts if isinstance(entry, SchemaEntry)]
        for table in (entry for entry in entries if entry.columns):
            _create(connection, table)
        for entry in (entry for entry in entries if not entry.columns):
            with suppress(sqlite3.Error):
                connection.execute(entry.sql)
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        data = connection.serialize()
    return data[: JOURNAL.start] + part.journal + data[JOURNAL.stop :]


def _opened(data: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.text_factory = DatabaseText
    connection.deserialize(data[: JOURNAL.start] + NO_JOURNAL + data[JOURNAL.stop :])
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _database(connection: sqlite3.Connection, data: bytes) -> Part | None:
    pragmas = [(name, _shown(connection.execute(f"PRAGMA {name}").fetchone()[0]).decode()) for name in KEPT_PRAGMAS]
    hidden = {name for _, name, kind, *_ in connection.execute("PRAGMA table_list") if kind == b"shadow"}
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    entries = [
        (kind, name.decode(), sql.decode())
        for kind, name, sql in found
        if name not in hidden and not name.startswith(b"sqlite_")
    ]
    tables = {name: _columns(connection, name) for kind, name, _ in entries if kind == b"table"}
    values = sum(_count(connection, name) * len(columns) for name, columns in tables.items())
    parts: tuple[Part, ...] = tuple(
        _table(connection, name, sql, tables[name], as_parts=values <= MOST_VALUES)
        if kind == b"table"
        else SchemaEntry(kind.decode(), sql=sql, content=sql.encode(), opaque=True)
        for kind, name, sql in entries
    )
    if not parts:
        return None
    page = str(connection.execute(f"PRAGMA {PAGE}").fetchone()[0])
    if page != LEAST_PAGE:
        parts = (Part(PAGE, content=page.encode(), opaque=True), *parts)
    return Database("database", parts=parts, raw=data, pragmas=tuple(pragmas), journal=data[JOURNAL])


def _columns(connection: sqlite3.Connection, table: str) -> list[tuple[str, bool]]:
    """The columns that are stored, and whether each is of the key."""
    told = connection.execute(f"PRAGMA table_xinfo({_quoted(table)})").fetchall()
    return [(name.decode(), bool(key)) for _, name, _, _, _, key, hidden in told if not hidden]


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {_quoted(table)}").fetchone()[0])


def _table(
    connection: sqlite3.Connection, name: str, sql: str, columns: list[tuple[str, bool]], *, as_parts: bool
) -> SchemaEntry:
    """Its columns and its rows."""
    keys = [*ROW_NUMBERS, *(_quoted(column) for column, is_key in columns if is_key)]
    names, rows = _rows(connection, name, [column for column, _ in columns])
    parts = (
        *(
            TableColumn("column", column, content=column.encode(), opaque=True)
            for column, is_key in columns
            if not is_key
        ),
        *(_row(names, keys, values, as_parts=as_parts) for values in rows),
    )
    return SchemaEntry("table", name, parts=parts, sql=sql, columns=tuple(names))


def _rows(
    connection: sqlite3.Connection, table: str, columns: Sequence[str]
) -> tuple[list[str], list[tuple[Stored, ...]]]:
    """All rows, and what they have as statements name it: first the number of the row, if rows have one."""
    names, lowered = [_quoted(column) for column in columns], {column.lower() for column in columns}
    number = [each for each in ROW_NUMBERS if each not in lowered][:1]
    for each in ([*number, *names], names):
        with suppress(sqlite3.OperationalError):  # in some tables they have none
            return each, connection.execute(f"SELECT {', '.join(each)} FROM {_quoted(table)}").fetchall()
    raise sqlite3.DataError("a table that cannot be read")


def _row(columns: Sequence[str], keys: Sequence[str], values: tuple[Stored, ...], *, as_parts: bool) -> TableRow:
    if not as_parts:
        return TableRow("row", content=repr(values).encode(), opaque=True, values=values)
    free = [at for at, column in enumerate(columns) if column not in keys and values[at] is not None]
    parts = tuple(_value(at, values[at]) for at in free)
    fixed = tuple(None if at in free else value for at, value in enumerate(values))
    return TableRow("row", parts=parts, values=fixed)


def _value(column: int, value: Stored) -> ColumnValue:
    return ColumnValue("value", content=_shown(value), opaque=not isinstance(value, bytes), column=column, value=value)


def _shown(value: Stored) -> bytes:
    return value if isinstance(value, bytes) else repr(value).encode()


def _create(connection: sqlite3.Connection, table: SchemaEntry) -> None:
    """A table with its rows; without those that it cannot hold."""
    try:
        connection.execute(table.sql)
    except sqlite3.Error:
        return
    left = {column.name for column in table.parts if isinstance(column, TableColumn)}
    rows = (_values(part) for part in table.parts if isinstance(part, TableRow))
    for kinds, alike in groupby(rows, key=lambda values: [type(value) is DatabaseText for value in values]):
        _insert(connection, table, kinds, [*alike])
    for column, is_key in _columns(connection, table.name):
        if column not in left and not is_key:
            with suppress(sqlite3.Error):
                connection.execute(f"ALTER TABLE {_quoted(table.name)} DROP COLUMN {_quoted(column)}")


def _insert(
    connection: sqlite3.Connection, table: SchemaEntry, is_text: list[bool], rows: list[tuple[Stored, ...]]
) -> None:
    """Rows that have texts in the same columns; all at once if none is against a constraint."""
    holes = ", ".join("CAST(? AS TEXT)" if each else "?" for each in is_text)
    statement = f"INSERT INTO {_quoted(table.name)} ({', '.join(table.columns)}) VALUES ({holes})"
    connection.execute("SAVEPOINT rows")
    try:
        connection.executemany(statement, rows)
    except (sqlite3.Error, OverflowError):
        connection.execute("ROLLBACK TO rows")
        for row in rows:
            with suppress(sqlite3.Error, OverflowError):
                connection.execute(statement, row)
    connection.execute("RELEASE rows")


def _values(row: TableRow) -> tuple[Stored, ...]:
    """The values that are not parts, and those of the parts that are left."""
    if not row.parts:
        return row.values
    changed = {part.column: _held(part) for part in row.parts if isinstance(part, ColumnValue)}
    return tuple(changed.get(at, value) for at, value in enumerate(row.values))


def _held(part: ColumnValue) -> Stored:
    if not isinstance(part.value, bytes):
        return part.value
    return type(part.value)(part.content)


def _quoted(name: str) -> str:
    """As a statement has it, whatever is in it."""
    inside = name.replace('"', '""')
    return f'"{inside}"'
