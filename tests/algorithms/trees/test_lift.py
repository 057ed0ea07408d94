"""A list search inside something larger."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from tests.trees import bracketed, depths
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.trees.lift import NodeRow, lifted
from thresher.kernel.place import Action, Move, Place
from thresher.kernel.probe import Probe, Search
from thresher.kernel.selection import Selection


def test_probes_are_lifted_one_by_one_and_handed_down_again() -> None:
    seen = []

    def inner() -> Search[Selection, Selection]:
        first = Probe(Selection.of([0]), move=Move(Action.HALF, (1,)), origin="mine")
        hit = yield iter([first, Probe(Selection.of([1]))])
        assert hit is not None
        seen.append((hit.candidate, hit.label, hit.origin))
        missed = yield []
        assert missed is None
        return hit.candidate

    def into(base: str, positions: Selection) -> str:
        return "".join(base[position] for position in positions)

    search = lifted(inner(), "xy", into=into, back=lambda text: Selection.of([0]), place=Place(1, 1, "level 1"))
    stream = iter(next(search))
    probe = next(stream)
    assert (probe.candidate, probe.label) == ("x", "level 1: half 1")
    assert search.send(probe) is not None
    assert seen == [(Selection.of([0]), "half 1", "mine")]


def test_a_smaller_hit_is_the_base_from_then_on() -> None:
    def into(base: tuple[str, Selection], positions: Selection) -> tuple[str, Selection]:
        return base[0], base[1] & positions

    search = lifted(ddmin(Selection.all(4)), ("long", Selection.all(4)), into=into, back=lambda outer: outer[1])
    result = answered(search, lambda outer: 2 in outer[1], shrink=lambda outer: ("short", outer[1])).result
    assert result == ("short", Selection.of([2]))


@given(depths(20), st.data())
def test_a_row_drops_whole_subtrees(levels: list[int], data: st.DataObject) -> None:
    tree = bracketed(levels)
    depth = data.draw(st.integers(1, max(*levels, 1)))
    kept = tree.everything - Selection.of(data.draw(st.sets(st.integers(1, len(tree)), max_size=3)))
    row = NodeRow(tree, tree.level(kept, depth))
    positions = Selection.of(data.draw(st.sets(st.sampled_from(range(len(row.nodes))) if row.nodes else st.nothing())))
    dropped = [node for index, node in enumerate(row.nodes) if index not in positions]
    expected = kept
    for node in dropped:
        expected -= Selection((node, tree.end(node)))
    assert row.within(kept, positions) == expected
    assert row.positions(expected) == positions
