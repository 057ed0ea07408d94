"""Reads the JSON files of a session folder. Anybody may have written them, so every value's type is checked."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from thresher.errors import UsageError

LARGEST = 1 << 26  # bytes of a file
LARGEST_NUMBER = 1 << 62


def damaged(path: Path) -> UsageError:
    """The error for a damaged file."""
    return UsageError(f"{path} is damaged; run the original command again instead")


def damaged_journal() -> UsageError:
    """The error for a journal with impossible events."""
    return UsageError("the journal of this session is damaged; start again with --fresh")


def read_record(path: Path) -> Mapping[str, Any]:
    """The JSON object in a file; UsageError if it is damaged, OSError if it cannot be read."""
    if path.exists() and not path.is_file():  # reading a FIFO, for example, would block
        raise damaged(path)
    with path.open("rb") as file:
        text = file.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise damaged(path)
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise damaged(path) from None
    if not isinstance(record, dict):
        raise damaged(path)
    return record


def text(value: object) -> str:
    """A printable string; ValueError for anything else."""
    if not isinstance(value, str):
        raise ValueError("not a string")
    os.fsencode(value)
    return value


def texts(value: object) -> list[str]:
    """A list of printable strings; ValueError for anything else."""
    if not isinstance(value, list):
        raise ValueError("not a list")
    return [text(each) for each in value]


def argument(value: object) -> str:
    """A string that can be a path or argument; ValueError for anything else."""
    if "\0" in text(value):
        raise ValueError("not an argument")
    return text(value)


def count(value: object) -> int:
    """A non-negative integer; ValueError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_NUMBER:
        raise ValueError("not a count")
    return value
