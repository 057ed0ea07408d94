"""Reading the JSON files of a session folder, which anybody may have written: every value is checked for its type."""

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
    """What to say of a file that is not as it was written."""
    return UsageError(f"{path} is damaged; run the original command again instead")


def damaged_journal() -> UsageError:
    """What to say of events that nobody can have written down."""
    return UsageError("the journal of this session is damaged; start again with --fresh")


def read_record(path: Path) -> Mapping[str, Any]:
    """The object in a file; a UsageError if there is no such object, an OSError if there is no such file."""
    if path.exists() and not path.is_file():  # a FIFO, for instance, would be waited for
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
    """A string that can be printed; a ValueError if it is none."""
    if not isinstance(value, str):
        raise ValueError("not a string")
    os.fsencode(value)
    return value


def texts(value: object) -> list[str]:
    """A list of strings."""
    if not isinstance(value, list):
        raise ValueError("not a list")
    return [text(each) for each in value]


def argument(value: object) -> str:
    """A string that can be a path or an argument of a command."""
    if "\0" in text(value):
        raise ValueError("not an argument")
    return text(value)


def count(value: object) -> int:
    """A number of things."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_NUMBER:
        raise ValueError("not a count")
    return value
