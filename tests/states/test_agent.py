"""The agent: values are described, compared and changed, for any values; and it runs alone."""

from __future__ import annotations

import ast
import copy
import sys
import threading
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from thresher.states import agent
from thresher.states.agent_values import Describer
from thresher.states.python_program import PythonRun


class Point:
    """An object with attributes."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


ATOMS = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.binary(max_size=3))
NAMES = st.sampled_from(["a", "b", "c"])
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(st.one_of(ATOMS.filter(lambda key: key is not None)), inner, max_size=3),
        st.dictionaries(NAMES, inner, max_size=3).map(lambda attributes: Point(**attributes)),
        st.sets(st.integers(), max_size=3),
    ),
    max_leaves=8,
)


def frame(**variables: Any) -> Any:
    return SimpleNamespace(f_locals=variables, f_globals={})


def changes_between(before: dict[str, Any], after: dict[str, Any]) -> Any:
    known = agent.described(agent.state_of(frame(**before)), Describer())
    return agent.compared(frame(**after), known)


@given(st.dictionaries(NAMES, VALUES, max_size=3), st.dictionaries(NAMES, VALUES, max_size=3))
def test_all_changes_lead_from_one_state_to_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    found = changes_between(before, after)
    passing = frame(**copy.deepcopy(before))
    agent.apply(passing, found["changes"])
    staying = before.keys() - after.keys() if sys.version_info >= (3, 13) else set()  # locals cannot be removed there
    assert set(found["left"]) == staying
    assert repr_of(passing.f_locals) == repr_of({**{name: before[name] for name in staying}, **after})


def repr_of(value: Any) -> str:
    """A text in which 1 and True differ."""
    if isinstance(value, Point):
        return f"Point {repr_of(vars(value))}"
    if isinstance(value, dict):
        return str(sorted(f"{key!r}: {repr_of(each)}" for key, each in value.items()))
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__} {list(map(repr_of, value))}"
    return repr(sorted(value)) if isinstance(value, set) else repr(value)


@given(st.dictionaries(NAMES, VALUES, max_size=3))
def test_equal_states_have_no_changes(state: dict[str, Any]) -> None:
    assert changes_between(state, copy.deepcopy(state)) == {"changes": [], "left": []}


def test_differences_are_as_small_as_can_be() -> None:
    before = {"a": [1, 2, 3], "p": Point(x=1, y={"k": [0]}), "t": (1, 2)}
    after = {"a": [1, 5, 3, 4], "p": Point(x=1, y={"k": [7], "n": 0}), "t": (1, 3)}
    assert [change["shown"] for change in changes_between(before, after)["changes"]] == [
        "a[1]: 2 -> 5",
        "a[3:]: [] -> [4]",
        "p.y['k'][0]: 0 -> 7",
        "p.y['n']: nothing -> 0",
        "t: (1, 2) -> (1, 3)",
    ]


def test_values_are_shown_as_they_are() -> None:
    before = {"a": 1, "p": (Point(x=1), ("é", [2])), "s": ("x" * 300,), "u": {"k": (1,)}}
    after = {"a": (2,), "p": 3, "s": 4, "u": 5}
    assert [change["shown"] for change in changes_between(before, after)["changes"]] == [
        "a: 1 -> (2,)",
        "p: (Point, ('é', [2])) -> 3",
        f"s: ('{'x' * 55}... -> 4",
        "u: {'k': (1,)} -> 5",
    ]


def test_what_cannot_be_copied_is_named() -> None:
    found = changes_between({"a": 1}, {"a": 1, "lock": threading.Lock(), "more": [threading.Lock()]})
    assert found["changes"] == []
    assert found["left"] == ["lock", "more", "more[0]"]


def test_a_cycle_ends() -> None:
    loop: list[Any] = [1]
    loop.append(loop)
    other: list[Any] = [2]
    other.append(other)
    (change,) = changes_between({"a": loop}, {"a": other})["changes"]
    assert change["shown"] == "a[0]: 1 -> 2"


def test_the_candidate_runs_alone_and_on_old_versions() -> None:
    tree = ast.parse(PythonRun("in.txt", b"1").render(), feature_version=(3, 8))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not guarded(tree, node)]
    assert {node.module for node in imported} == {"__future__", "typing"}


def guarded(tree: ast.Module, wanted: ast.ImportFrom) -> bool:
    """Whether an import is for type checkers only."""
    tests = [node for node in tree.body if isinstance(node, ast.If)]
    return any(wanted in ast.walk(each) for each in tests)
