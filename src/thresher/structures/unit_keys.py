"""When two units are the same to any test function: a hashable key for each unit, equal only then.

Python's == is not enough: 1 == True and 0.0 == -0.0, yet a test can distinguish them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from hashlib import blake2b
from typing import Any


def unit_key(unit: Any) -> Hashable:
    """Equal for units of the same type and value; where that cannot be known, only for the very same object.

    >>> unit_key([1, "a"]) == unit_key([1, "a"]), unit_key(1) == unit_key(True), unit_key((0.0,)) == unit_key((-0.0,))
    (True, False, False)
    """
    try:
        return _key(unit)
    except (TypeError, RecursionError):  # it cannot be hashed, or is too deep
        return object, id(unit)


def _key(unit: Any) -> Hashable:
    kind = type(unit)
    if kind is str or kind is bytes or kind is int:
        return kind, unit
    if kind is float or kind is complex:
        return kind, repr(unit)
    if kind is list or kind is tuple:
        return kind, tuple(map(_key, unit))
    if kind is dict:
        return kind, tuple((_key(name), _key(value)) for name, value in unit.items())
    hash(unit)
    return kind, unit


class ContentKeys:
    """Keys for sequences, equal where type and units are; of constant size, whatever the length."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def of(self, units: Sequence[Any]) -> bytes:
        """The key of a sequence, all of whose units stay alive as long as keys are compared.

        >>> keys = ContentKeys()
        >>> keys.of([1, 2]) == keys.of([1, 2]), keys.of([1, 2]) == keys.of([2, 1]), keys.of("ab") == keys.of("ab")
        (True, False, True)
        """
        if isinstance(units, str):
            return blake2b(units.encode("utf-8", "surrogatepass")).digest()
        if isinstance(units, (bytes, bytearray)):
            return blake2b(units).digest()
        numbers = self._numbers
        text = ",".join([str(numbers.setdefault(unit_key(unit), len(numbers))) for unit in units])
        return blake2b(text.encode()).digest()


def all_different(units: Sequence[Any]) -> bool:
    """Whether no unit occurs twice."""
    return len({unit_key(unit) for unit in units}) == len(units)
