"""Arguments as they are typed: what an option takes, or one line that says what it needs; and the types of argparse."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command adds its parser, or an action of a command its own."""

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class ListedNames:
    """Names for a help text, listed only when it is shown: `vars(action)["names"] = ListedNames(...)`, `%(names)s`."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def __str__(self) -> str:
        return ", ".join(self._names())


def positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a positive number is needed, not {text!r}")
    return int(text)


def probability(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.5 < value < 1.0:
        raise argparse.ArgumentTypeError(f"a number between 0.5 and 1 is needed, not {text!r}")
    return value


def size(text: str) -> int:
    """Bytes from `512M`, `2G`, `100k` or a plain number.

    >>> size("2k")
    2048
    """
    match = re.fullmatch(r"(\d+)([kmg]?)b?", text.lower())
    if match is None:
        raise argparse.ArgumentTypeError(f"a size is needed, such as 512M or 2G, not {text!r}")
    return int(match[1]) * _UNITS[match[2]]
