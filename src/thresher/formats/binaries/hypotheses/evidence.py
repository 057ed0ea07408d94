"""How much a column of bytes says about a layout, in bits: what it takes less to write it apart from the other bytes.

Bytes at the same place of each record are alike: the upper bytes of a length are zero, a tag is one of a few. Bytes
at places that have nothing in common are as different as those of the whole content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log2

PRIOR = 0.05  # how often each byte is taken to have occurred before the first one


class ByteCosts:
    """The bits that each byte takes by how often it occurs in a content."""

    def __init__(self, data: bytes) -> None:
        counts = Counter(data)
        self._bits = [log2(len(data) + 256 * PRIOR) - log2(counts[byte] + PRIOR) for byte in range(256)]

    def of(self, column: bytes) -> float:
        return sum(self._bits[byte] for byte in column)

    def gain(self, column: bytes) -> float:
        """Bits that are saved by writing a column apart; negative if its bytes have nothing in common.

        >>> costs = ByteCosts(bytes(range(256)))
        >>> costs.gain(bytes(20)) > 100, costs.gain(bytes(range(0, 200, 10))) > 0
        (True, False)
        """
        return self.of(column) - min(_adaptive(column), _in_range(column))


def _adaptive(column: Iterable[int]) -> float:
    """Each byte by how often it has occurred in the column before it."""
    counts: Counter[int] = Counter()
    bits = 0.0
    for number, byte in enumerate(column):
        bits += log2(number + 256 * PRIOR) - log2(counts[byte] + PRIOR)
        counts[byte] += 1
    return bits


def _in_range(column: bytes) -> float:
    """The least and the greatest byte, and each as one of those between."""
    return 16 + len(column) * log2(max(column) - min(column) + 1) if column else 0.0
