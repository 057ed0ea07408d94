"""The parts of a container in the order in which they are reduced, and the first question about each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.structures.container import Container


def heaviest_first(container: Container) -> Iterator[tuple[int, tuple[str, str, int]]]:
    """The parts with contents, each with a key that it most likely keeps in the next round."""
    counts: Counter[tuple[str, str]] = Counter()
    keys = {}
    for leaf in container.leaves():
        part = container.nodes[leaf]
        counts[part.kind, part.name] += 1
        keys[leaf] = (part.kind, part.name, counts[part.kind, part.name])
    return iter(sorted(keys.items(), key=lambda item: -len(container.nodes[item[0]].content)))


def emptied(content: bytes) -> Search[bytes, bytes]:
    """The empty content, if it still fails."""
    hit = yield [Probe(b"", move=Move(Action.EMPTY_PART))]
    return content if hit is None else hit.candidate
