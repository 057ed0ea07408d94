"""What follows from cuts: no reference to what is gone is left, and nothing goes that something left needs."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.selection import Selection
from thresher.structures.consequences import apart, repaired
from thresher.structures.joint_edits import JointEdits
from thresher.structures.program import ItemReference, LinkedProgram, ProgramItem, SeparatedList, Supply
from thresher.structures.rewrites import Rewrite
from thresher.structures.trees.splice import Spacing, spliced

USES = ("v", "w", "e")  # a value becomes neutral, a whole item goes, an element of the list goes


@st.composite
def programs(draw: st.DrawFn) -> LinkedProgram:
    """Items `N:v1,w2,e3;`: their number, and references to others with what happens to them."""
    count = draw(st.integers(1, 8))
    text, items, references, lists = "", list[ProgramItem](), list[ItemReference](), list[SeparatedList]()
    for number in range(count):
        start = len(text)
        text += f"{number}:"
        spans = []
        for use in draw(st.lists(st.sampled_from(USES), max_size=3)):
            target, weak = draw(st.integers(0, count - 1)), draw(st.booleans())
            span = len(text), len(text) + len(f"{use}{target}")
            spans.append(span)
            text += f"{use}{target},"
            element = span if use == "e" else None
            references.append(ItemReference(*span, target, b"0" if use == "v" else None, element, weak=weak))
        text = text.rstrip(",") + ";"
        if spans:
            lists.append(SeparatedList(tuple(spans), number if draw(st.booleans()) else -1))
        items.append(ProgramItem(start, len(text), root=draw(st.booleans())))
    return LinkedProgram(text.encode(), items, references, lists)


@given(programs(), st.data())
def test_what_is_left_refers_to_what_is_left(program: LinkedProgram, data: st.DataObject) -> None:
    removed = data.draw(st.sets(st.integers(0, len(program.items) - 1)))
    cuts = [(program.items[item].start, program.items[item].stop, b"") for item in removed]
    left = spliced(program.data, repaired(program, cuts), 0, len(program.data), Spacing.EXACT)
    there = {int(number) for number in re.findall(rb"(\d+):", left)}
    assert not there & removed
    assert {int(number) for number in re.findall(rb"[vwe](\d+)", left)} <= there
    assert re.fullmatch(rb"(?:\d+:(?:(?:[vwe]\d+|0)(?:,(?:[vwe]\d+|0))*)?;)*", left)


@given(programs())
def test_without_cuts_nothing_goes(program: LinkedProgram) -> None:
    assert repaired(program, []) == []


def test_what_nothing_needs_any_more_goes_even_in_a_circle() -> None:
    data = b"a:b;b:c;c:b;d;"
    items = [
        ProgramItem(0, 4),
        ProgramItem(4, 8, root=False),
        ProgramItem(8, 12, root=False),
        ProgramItem(12, 14, root=False),
    ]
    program = LinkedProgram(data, items, [ItemReference(2, 3, 1), ItemReference(6, 7, 2), ItemReference(10, 11, 1)])
    assert repaired(program, [(0, 4, b"")]) == [(0, 12, b"")]  # nothing ever referred to d


def test_a_neutral_value_can_need_something_that_is_inserted_once() -> None:
    data = b"T;x:T;y:xx;"
    items = [ProgramItem(0, 2, root=False), ProgramItem(2, 6), ProgramItem(6, 11)]
    uses = [ItemReference(8, 9, 1, b"u", needs=0), ItemReference(9, 10, 1, b"u", needs=0)]
    program = LinkedProgram(data, items, [ItemReference(4, 5, 0), *uses], supplies=[Supply(2, b"u:T;", (0,))])
    edits = JointEdits(program, [Rewrite(((2, 6, b""),))], Spacing.EXACT)
    assert edits.render(Selection()) == b"T;u:T;y:uu;"


def test_of_edits_in_one_group_the_first_is_made() -> None:
    program = LinkedProgram(b"abc", [ProgramItem(0, 3)], [])
    edits = [Rewrite(((0, 1, b"x"),), groups=(1,)), Rewrite(((1, 2, b"y"),), groups=(0, 1)), Rewrite(((2, 3, b"z"),))]
    assert JointEdits(program, edits, Spacing.EXACT).render(Selection()) == b"xbz"
    assert JointEdits(program, edits, Spacing.EXACT).render(Selection.of([0])) == b"ayz"
    assert JointEdits(program, edits).render(Selection.all(3)) == b"abc"


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5), st.sampled_from([b"", b"x"]))))
def test_cuts_that_are_apart_are_sorted_and_do_not_overlap(spans: list[tuple[int, int, bytes]]) -> None:
    found = apart((start, start + length, text) for start, length, text in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(found))
