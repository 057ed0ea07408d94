"""Synthetic tests with a known smallest answer, to count the tests of an algorithm."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from zlib import crc32

from thresher.kernel.selection import Selection

Test = Callable[[Selection], bool]


@dataclass(frozen=True, slots=True)
class Instance:
    """A test over so many units, and the size of the smallest selection known to fail."""

    units: int
    test: Test
    needed: int


def instance(units: int, needed: int, *, kind: str, shape: str, seed: int) -> Instance:
    """The same arguments make the same instance, in every process."""
    random = Random(f"{units}/{needed}/{kind}/{shape}/{seed}")
    answer = SHAPES[shape](random, units, needed)
    return KINDS[kind](random, units, answer)


# Which units are needed.


def scattered(random: Random, units: int, needed: int) -> set[int]:
    """Anywhere."""
    return set(random.sample(range(units), needed))


def _windows(random: Random, units: int, needed: int, pick: Callable[[int], Iterable[int]]) -> set[int]:
    answer: set[int] = set()
    while len(answer) < needed:
        for unit in pick(random.randrange(units)):
            if unit < units and len(answer) < needed:
                answer.add(unit)
    return answer


def clustered(random: Random, units: int, needed: int) -> set[int]:
    """In runs of about seven."""
    length = max(1, needed // max(1, round(needed / 7)))
    return _windows(random, units, needed, lambda start: range(start, start + length))


def mixed(random: Random, units: int, needed: int) -> set[int]:
    """Half of them anywhere, half in runs of twelve."""
    answer = scattered(random, units, needed - needed // 2)
    rest = Random(random.random())
    while len(answer) < needed:
        start = rest.randrange(units)
        answer.update(range(start, min(units, start + 12, start + needed - len(answer))))
    return answer


def ramp(random: Random, units: int, needed: int) -> set[int]:
    """Dense at the start, sparse at the end."""
    if needed == units:
        return set(range(units))
    return _windows(random, units, needed, lambda _: (int(units * random.random() ** 3),))


def patches(random: Random, units: int, needed: int) -> set[int]:
    """Windows of twenty units of which half are needed."""
    return _windows(random, units, needed, lambda start: random.sample(range(start, start + 20), 10))


def bursts(random: Random, units: int, needed: int) -> set[int]:
    """Heavy-tailed gaps: bursts at every scale."""
    answer: set[int] = set()
    unit = random.randrange(units)
    while len(answer) < needed:
        unit = (unit + min(units // 2 + 1, int(random.paretovariate(0.6)))) % units
        while unit in answer:
            unit = (unit + 1) % units
        answer.add(unit)
    return answer


SHAPES = {
    "scattered": scattered,
    "clustered": clustered,
    "mixed": mixed,
    "ramp": ramp,
    "patches": patches,
    "bursts": bursts,
}


# What the test says about a selection.


def monotone(_: Random, units: int, answer: set[int]) -> Instance:
    """Fails if all needed units are there."""
    return Instance(units, _holds(answer), len(answer))


def alternatives(random: Random, units: int, answer: set[int]) -> Instance:
    """Fails if all units of one of two answers are there."""
    first, second = _holds(answer), _holds(scattered(random, units, len(answer)))
    return Instance(units, lambda kept: first(kept) or second(kept), len(answer))


def noise(random: Random, units: int, answer: set[int]) -> Instance:
    """One candidate in five is unresolved, always the same ones but without any pattern."""
    holds, salt = _holds(answer), random.randrange(2**32)
    return Instance(units, lambda kept: holds(kept) and crc32(repr(kept).encode(), salt) >= 2**32 / 5, len(answer))


def depends_backward(random: Random, units: int, answer: set[int]) -> Instance:
    """Half of the units use one of the fifty units before them, and do not build without it."""
    return _depends(random, units, answer, lambda one, other: (max(one, other), min(one, other)))


def depends_forward(random: Random, units: int, answer: set[int]) -> Instance:
    """Half of the units use one of the fifty units after them."""
    return _depends(random, units, answer, lambda one, other: (min(one, other), max(one, other)))


def depends_both(random: Random, units: int, answer: set[int]) -> Instance:
    """Half of the units use one nearby, before or after them."""
    return _depends(random, units, answer, lambda one, other: (one, other))


def pairs(random: Random, units: int, answer: set[int]) -> Instance:
    """One unit in five belongs to another, wherever: both are there or both are gone."""
    chosen = random.sample(range(units), min(units, max(2, units // 5)) // 2 * 2)
    couples = list(zip(chosen[::2], chosen[1::2], strict=True))
    answer = answer | {unit for couple in couples if answer & set(couple) for unit in couple}
    holds = _holds(answer)

    def test(kept: Selection) -> bool:
        if not holds(kept):
            return False
        there = bytearray(units)
        for start, stop in kept.runs():
            there[start:stop] = b"\1" * (stop - start)
        return all(there[one] == there[other] for one, other in couples)

    return Instance(units, test, len(answer))


KINDS = {
    "mono": monotone,
    "alt": alternatives,
    "noise": noise,
    "depsB": depends_backward,
    "depsF": depends_forward,
    "depsM": depends_both,
    "pairs": pairs,
}


def _holds(answer: Iterable[int]) -> Test:
    needed = sorted(answer)
    return lambda kept: all(unit in kept for unit in needed)


def _depends(random: Random, units: int, answer: set[int], order: Callable[[int, int], tuple[int, int]]) -> Instance:
    uses: dict[int, set[int]] = defaultdict(set)
    for unit in range(units):
        other = unit
        if units > 1 and random.random() < 0.5:
            while other == unit:
                other = min(units - 1, max(0, unit + random.choice((-1, 1)) * random.randint(1, 50)))
            user, used = order(unit, other)
            uses[user].add(used)
    answer = _closed(answer, uses)
    holds, edges = _holds(answer), _by_distance(uses)

    def test(kept: Selection) -> bool:
        if not holds(kept):
            return False
        there = sum((1 << stop) - (1 << start) for start, stop in kept.runs())
        return all(_satisfied(there, users & there, distance) for distance, users in edges)

    return Instance(units, test, len(answer))


def _satisfied(there: int, users: int, distance: int) -> bool:
    return users & (there >> distance if distance > 0 else there << -distance) == users


def _by_distance(uses: dict[int, set[int]]) -> list[tuple[int, int]]:
    """For every distance from a user to what it uses, the users as bits of a number."""
    users: dict[int, int] = defaultdict(int)
    for user, all_used in uses.items():
        for used in all_used:
            users[used - user] |= 1 << user
    return sorted(users.items())


def _closed(answer: set[int], uses: dict[int, set[int]]) -> set[int]:
    closed, todo = set(answer), list(answer)
    while todo:
        for used in uses.get(todo.pop(), ()):
            if used not in closed:
                closed.add(used)
                todo.append(used)
    return closed
