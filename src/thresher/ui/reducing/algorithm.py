"""How a session is reduced."""

from __future__ import annotations

from enum import StrEnum, auto


class UiAlgorithm(StrEnum):
    """`hierarchical` reduces tasks first, then steps."""

    DDMIN = auto()
    HIERARCHICAL = auto()
