"""What a node of a tree is, and which nodes it may replace."""

from __future__ import annotations

from typing import NamedTuple


class NodeKind(NamedTuple):
    """What a node is. A node may replace another that has or takes one of its labels."""

    name: str
    labels: frozenset[str]
    takes: frozenset[str] = frozenset()
