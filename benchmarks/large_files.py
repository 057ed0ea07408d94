"""Generated files of any size, in several formats, for measures of time and memory."""

from __future__ import annotations

import io
import sqlite3
import tempfile
import wave
from itertools import count
from pathlib import Path
from random import Random

NEEDLE = b"user1003"  # is in each of the texts once


def _repeated(size: int, pattern: str, *, before: bytes = b"", between: bytes = b"", after: bytes = b"") -> bytes:
    parts, length = [], 0
    for number in count(1000):
        part = (pattern % {"n": number, "square": number * number % 9973}).encode()
        parts.append(part)
        length += len(part) + len(between)
        if length >= size:
            return before + between.join(parts) + after
    raise AssertionError


def records(size: int) -> bytes:
    """JSON: a list of objects."""
    pattern = '{"id": %(n)d, "name": "user%(n)d", "tags": ["a", "b%(square)d"], "place": {"x": %(square)d, "y": 0.5}}'
    return _repeated(size, pattern, before=b"[\n", between=b",\n", after=b"\n]\n")


def dump(size: int) -> bytes:
    """SQL: inserts of one row each."""
    pattern = "INSERT INTO users VALUES (%(n)d, 'user%(n)d', 'street %(square)d', %(square)d.5, NULL);\n"
    return _repeated(size, pattern, before=b"CREATE TABLE users (id INT, name TEXT, street TEXT, x REAL, y TEXT);\n")


def document(size: int) -> bytes:
    """XML: a list of elements."""
    pattern = '<user id="%(n)d"><name>user%(n)d</name><place x="%(square)d" y="0"/></user>\n'
    return _repeated(size, pattern, before=b"<users>\n", after=b"</users>\n")


def program(size: int) -> bytes:
    """C: functions."""
    pattern = (
        "int user%(n)d(int a) {\n  int x = a + %(square)d;\n  if (x > %(n)d) {\n    x = x * 2;\n  }\n  return x;\n}\n"
    )
    return _repeated(size, pattern)


def lines(size: int) -> bytes:
    """Lines of text."""
    return _repeated(size, "%(n)d: user%(n)d was seen %(square)d times\n")


def database(size: int) -> bytes:
    """SQLite: one table with an index."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "users.sqlite"
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, street TEXT)")
        rows = ((number, f"user{number}", f"street {number * number % 9973}" * 3) for number in range(1000, size // 70))
        connection.executemany("INSERT INTO users VALUES (?, ?, ?)", rows)
        connection.execute("CREATE INDEX names ON users (name)")
        connection.commit()
        connection.close()
        return path.read_bytes()


def sound(size: int) -> bytes:
    """WAV: noise."""
    target = io.BytesIO()
    with wave.open(target, "wb") as writer:
        writer.setparams((1, 2, 44100, 0, "NONE", "not compressed"))
        writer.writeframes(Random(1).randbytes(size // 2 * 2))
    return target.getvalue()


FILES = {
    "records.json": records,
    "program.c": program,
    "dump.sql": dump,
    "document.xml": document,
    "lines.txt": lines,
    "users.sqlite": database,
    "sound.wav": sound,
}
