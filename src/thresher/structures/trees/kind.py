"""What a node of a tree is, and in whose place it may stand."""

from __future__ import annotations

from typing import NamedTuple


class NodeKind(NamedTuple):
    """What a node is. A node may stand in the place of another that has or takes one of its labels."""

    name: str
    labels: frozenset[str]
    takes: frozenset[str] = frozenset()
