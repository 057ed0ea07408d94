"""Steps that are exchanged for removed ones, so that fewer are enough."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.fakes import answered
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.algorithms.sequences.detours import MISSES, StepTraits, detours
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection

Step = tuple[str, str]

KINDS = {"code": "click", "shell": "click"}
CODE, SHELL, ENTER = ("code", ""), ("shell", ""), ("enter", "")


def typed(text: str) -> Step:
    return "type", text


def fails(steps: Sequence[Step]) -> Outcome:
    """An editor and a shell: what is saved, and then run with a brace too many, fails."""
    focus, depth, saved, line = "", 0, False, ""
    for kind, text in steps:
        if kind in ("code", "shell"):
            focus = kind
        elif focus == "code":
            depth += text.count("{") - text.count("}")
        elif kind == "type" and focus == "shell":
            line += text
        elif focus == "shell":
            saved = saved or line == "save"
            if line == "run" and saved and depth < 0:
                return Outcome.FAIL
            line = ""
    return Outcome.PASS


def reduced(steps: Sequence[Step]) -> tuple[list[Step], int, int]:
    """What is left, the runs, and the runs for 1-minimality alone."""

    def outcome(kept: Selection) -> Outcome:
        return fails([steps[unit] for unit in kept])

    minimal = answered(one_by_one(Selection.all(len(steps))), outcome, cached=True)
    traits = [StepTraits(f"{kind} {text}", kind, KINDS.get(kind, kind)) for kind, text in steps]
    found = answered(detours(Selection.all(len(steps)), traits), outcome, cached=True)
    return [steps[unit] for unit in found.result], found.runs, minimal.runs


SAVE, RUN = [SHELL, typed("save"), ENTER], [typed("run"), ENTER]
EARLY = [CODE, typed("}"), typed("{"), *SAVE, CODE, typed("// }"), SHELL, *RUN]
LATE = [*SAVE, CODE, typed("}"), SHELL, typed("lines"), ENTER, *SAVE, *RUN]


def test_a_brace_typed_before_saves_the_way_back_to_the_shell() -> None:
    left, _, _ = reduced(EARLY)
    assert left == [CODE, typed("}"), *SAVE, *RUN]


def test_what_is_not_smaller_is_not_tried() -> None:
    left, _, _ = reduced([typed("}" + 40 * " ") if step == typed("}") else step for step in EARLY])
    assert left == [*SAVE, CODE, typed("// }"), SHELL, *RUN]


def test_a_later_occasion_saves_a_way_as_well() -> None:
    left, _, _ = reduced(LATE)
    assert left == [CODE, typed("}"), *SAVE, *RUN]


def test_without_equal_steps_nothing_is_asked() -> None:
    _, runs, minimal = reduced([CODE, typed("}"), SHELL, typed("save"), ENTER, typed("run"), ("enter", "2")])
    assert runs == minimal


STEPS = st.sampled_from([CODE, SHELL, ENTER, typed("{"), typed("}"), typed("save"), typed("run")])


@given(st.lists(STEPS, max_size=14))
def test_the_result_fails_is_1_minimal_and_costs_little_more(steps: list[Step]) -> None:
    whole = [*LATE, *steps, *EARLY]
    left, runs, minimal = reduced(whole)
    assert fails(left) is Outcome.FAIL
    assert all(fails([*left[:place], *left[place + 1 :]]) is not Outcome.FAIL for place in range(len(left)))
    places = iter(whole)
    assert all(step in places for step in left)
    assert runs <= minimal + (MISSES + len(left)) * len(whole)
