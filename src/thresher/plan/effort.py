"""How much is tried before a search ends."""

from __future__ import annotations

from enum import Enum


class Effort(Enum):
    """QUICK ends when little more is to be expected, NORMAL proves that no single unit can go, THOROUGH looks for other
    results as well, and takes the smallest.
    """

    QUICK = "quick"
    NORMAL = "normal"
    THOROUGH = "thorough"
