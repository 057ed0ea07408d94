"""Which time that a line is reached to compare, if the user names none: where the states of the two runs differ."""

from __future__ import annotations

from collections.abc import Sequence


def visits_to_compare(passing: Sequence[int], failing: Sequence[int]) -> list[int]:
    """Times to compare, the best first: the first one that differs, then the last one of the failing run.

    The last one is where a line of a traceback failed. The arguments are checksums of the variables, one for each time
    that the line was reached. The first time, if none differs: the comparison says so.

    >>> visits_to_compare([7, 8, 5, 9], [7, 3, 5, 4])
    [2, 4]
    >>> visits_to_compare([7, 8], [7, 8, 9])
    [1]
    """
    different = [at for at, (one, other) in enumerate(zip(passing, failing, strict=False), 1) if one != other]
    last = [len(failing)] if different and different[-1] == len(failing) else []
    return list(dict.fromkeys([*different[:1], *last])) or [1]
