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


def read_record(path: Path) -> Mapping[str, Any]:
    """The object in a file; a UsageError if there is no such object, an OSError if there is no such file."""
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
    """A string that can be printed, and be a part of a path or of a command; a ValueError if it is none."""
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("not a string")
    os.fsencode(value)
    return value


def texts(value: object) -> list[str]:
    """A list of strings."""
    if not isinstance(value, list):
        raise ValueError("not a list")
    return [text(each) for each in value]


def count(value: object) -> int:
    """A number of things."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST_NUMBER:
        raise ValueError("not a count")
    return value
