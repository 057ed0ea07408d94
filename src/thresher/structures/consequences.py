"""What follows from cuts in a program: uses of what is gone become neutral, and what nothing needs any more is gone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from itertools import pairwise

from thresher.structures.program import LinkedProgram, Marks, SeparatedList, Supply
from thresher.structures.trees.splice import Cut


def repaired(
    program: LinkedProgram, cuts: Iterable[Cut], needs: Iterable[int] = (), stand_ins: Mapping[int, int] | None = None
) -> list[Cut]:
    """The cuts with their consequences and with the supplies that they need, sorted and apart.

    What refers to an item that is gone refers to the one that stands in for it, if there is one.
    """
    found = _Repair(program, cuts, needs, stand_ins or {}).cuts()
    return program.settle(found) if program.settle is not None else found


class _Repair:
    """Follows the consequences of cuts until there are no more."""

    def __init__(
        self, program: LinkedProgram, cuts: Iterable[Cut], needs: Iterable[int], stand_ins: Mapping[int, int]
    ) -> None:
        self._stand_ins, self._held = stand_ins, set[int]()
        self._program = program
        self._marks = Marks.of(program)
        self._gone, self._dead = self._marks.gone, self._marks.dead
        self._cuts: list[Cut] = []
        self._elements: dict[int, set[tuple[int, int]]] = {}
        self._supplies = set(needs)
        self._waiting: list[int] = []
        for cut in cuts:
            self._cut(*cut)

    def cuts(self) -> list[Cut]:
        while self._waiting or self._collected():
            self._neutralise(self._waiting.pop())
        for number, spans in self._elements.items():
            self._cuts += _from_list(self._program.lists[number], spans)
        supplied = ((supply.position, supply.position, supply.text) for supply in self._supplied())
        return apart([*self._cuts, *supplied, *self._program.tidying])

    def _cut(self, start: int, stop: int, text: bytes = b"") -> None:
        """Makes a cut, or removes an element from its list."""
        number = None if text else self._program.element_lists.get((start, stop))
        if text and (use := self._program.neutral_uses.get((start, stop, text))) is not None:
            self._supplies.add(use)
        if number is None:
            self._cuts.append((start, stop, text))
        else:
            removed = self._elements.setdefault(number, set())
            removed.add((start, stop))
            elements = self._program.lists[number]
            if len(removed) == len(elements.spans) and elements.owner >= 0:
                self._remove(elements.owner)
        self._mark(start, stop)

    def _mark(self, start: int, stop: int) -> None:
        """What is in a cut is gone."""
        program = self._program
        for item in range(bisect_left(program.item_starts, start), len(program.items)):
            if program.items[item].start >= stop:
                break
            if program.items[item].stop <= stop and not self._gone[item]:
                self._gone[item] = 1
                self._waiting.append(item)
        for number in range(bisect_left(program.reference_starts, start), len(program.references)):
            if program.references[number].start >= stop:
                break
            self._dead[number] |= program.references[number].stop <= stop

    def _remove(self, item: int) -> None:
        if not self._gone[item]:
            self._cut(self._program.items[item].start, self._program.items[item].stop)

    def _neutralise(self, item: int) -> None:
        """What refers to an item that is gone."""
        stand_in, seen = item, set[int]()  # code that is not reached may use its own values
        while self._gone[stand_in] and stand_in in self._stand_ins and stand_in not in seen:
            seen.add(stand_in)
            stand_in = self._stand_ins[stand_in]
        for number in self._program.uses[item]:
            if self._dead[number]:
                continue
            reference = self._program.references[number]
            self._dead[number] = 1
            if not self._gone[stand_in] and not reference.weak:
                self._cuts.append((reference.start, reference.stop, self._program.names[stand_in]))
                self._held.add(stand_in)
            elif reference.element is not None:
                self._cut(*reference.element)
            elif reference.neutral is not None:
                self._cuts.append((reference.start, reference.stop, reference.neutral))
                self._supplies |= {reference.needs} - {-1}
            elif self._program.owners[number] >= 0:
                self._remove(self._program.owners[number])

    def _collected(self) -> bool:
        """Removes what nothing refers to any more; whether there was any."""
        program = self._program
        targets = {target for supply in self._supplied() for target in supply.targets} | self._held
        for item, there in enumerate(program.reach(self._marks.again(targets))):
            if not there:
                self._remove(item)
        return bool(self._waiting)

    def _supplied(self) -> list[Supply]:
        return [self._program.supplies[number] for number in sorted(self._supplies)]


def _from_list(elements: SeparatedList, removed: set[tuple[int, int]]) -> Iterable[Cut]:
    """Each element with what is before it; as long as no element is kept, with what is after it."""
    kept_before, end = False, 0
    for (start, stop), (following, _) in pairwise([*elements.spans, (elements.spans[-1][1], 0)]):
        if (start, stop) not in removed:
            kept_before, end = True, stop
        elif kept_before:
            yield (end, stop, b"")
            end = stop
        else:
            yield (start, following, b"")


def apart(cuts: Iterable[Cut]) -> list[Cut]:
    """Sorted, without those inside others; of two that overlap the first is made, of two deletions both.

    >>> apart([(5, 6, b"x"), (0, 3, b""), (1, 2, b"y"), (4, 8, b""), (2, 4, b"")])
    [(0, 8, b'')]
    """
    found: list[Cut] = []
    for start, stop, text in sorted(cuts, key=lambda cut: (cut[0], cut[0] != cut[1], -cut[1])):
        last = found[-1] if found else (0, 0, b"-")
        if start <= last[1] and not text and not last[2]:
            found[-1] = (last[0], max(stop, last[1]), b"")
        elif start >= last[1]:
            found.append((start, stop, text))
    return found
