"""Which parts of one sequence correspond to which of another: equal ones first, then those most alike in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from re import findall
from typing import TypeVar

T = TypeVar("T")

MOST_WEIGHED = 10_000  # pairs of one stretch that are compared one by one
MOST_MATCHED = 10**7  # pairs beyond which frequent units do not anchor a match
SAME_KIND = 0.1  # what it counts that two parts are of a kind, though nothing else is alike


def aligned(before: Sequence[T], after: Sequence[T], alike: Callable[[int, int], float]) -> list[tuple[int, int]]:
    """Pairs of positions, increasing on both sides. Equal parts pair first; `alike` is 0 for those that never may.

    >>> aligned(["a", "b1", "c"], ["x", "a", "b2", "c"], lambda i, j: 1.0)
    [(0, 1), (1, 2), (2, 3)]
    """
    pairs: list[tuple[int, int]] = []
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        pairs.append((start, start))
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    matcher = SequenceMatcher(None, old, new, autojunk=len(old) * len(new) > MOST_MATCHED)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag == "equal":
            pairs += zip(range(start + i, start + j), range(start + k, start + m), strict=True)
        elif tag == "replace":
            pairs += _weighed(range(start + i, start + j), range(start + k, start + m), alike)
    pairs += zip(range(len(before) - end, len(before)), range(len(after) - end, len(after)), strict=True)
    return pairs


def _weighed(old: range, new: range, alike: Callable[[int, int], float]) -> list[tuple[int, int]]:
    """The pairs with the largest sum of likeness; of too long stretches, those at the same places from the start."""
    if len(old) * len(new) > MOST_WEIGHED:
        return [(i, j) for i, j in zip(old, new, strict=False) if alike(i, j) > 0]
    pairs = most_alike([[alike(i, j) for j in new] for i in old], len(new))
    return [(old[i], new[j]) for i, j in pairs]


def most_alike(likeness: Sequence[Sequence[float]], width: int) -> list[tuple[int, int]]:
    """The pairs in order with the largest sum of likeness, from a table of this `width`; none that are not alike."""
    best = [[0.0] * (width + 1) for _ in range(len(likeness) + 1)]
    for i in reversed(range(len(likeness))):
        for j in reversed(range(width)):
            together = best[i + 1][j + 1] + likeness[i][j] if likeness[i][j] > 0 else 0.0
            best[i][j] = max(best[i + 1][j], best[i][j + 1], together)
    pairs, i, j = [], 0, 0
    while i < len(likeness) and j < width:
        if likeness[i][j] > 0 and best[i][j] == best[i + 1][j + 1] + likeness[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def words_of(text: bytes) -> Counter[bytes]:
    """The words and symbols of a text, counted."""
    return Counter(findall(rb"\w+|\S", text))


def likeness(left: Counter[bytes], right: Counter[bytes]) -> float:
    """From SAME_KIND up to 1 more: how many of the words of both are common to them."""
    total = left.total() + right.total()
    return SAME_KIND + (2 * (left & right).total() / total if total else 1.0)
