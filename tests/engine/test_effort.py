"""How much is tried: quick, normal and thorough searches."""

from __future__ import annotations

import re
import zlib

import pytest

import thresher
from thresher.plan import PlanOptions, other_route, plan_for
from thresher.plan.effort import Effort
from thresher.plan.stages import GeneralStage

PROGRAM = b"int a; int b; int foo(int x) { int y; y = x; if (y) { return y + 1; } return bar(x, y, 12); } int c;"


def test_quick_asks_less_than_normal_and_is_not_complete() -> None:
    asked: dict[str, int] = {}
    for effort in Effort:

        def fails(text: bytes, effort: str = effort.value) -> bool:
            asked[effort] = asked.get(effort, 0) + 1
            return b"bar(" in text and b"y" in text and b"12" in text

        done = thresher.reduce(PROGRAM, fails, name="a.c", effort=effort.value)
        assert fails(done.data)
        assert done.complete is (effort is not Effort.QUICK)
    assert asked["quick"] < asked["normal"] < asked["thorough"]


@pytest.mark.parametrize("effort", ["quick", "thorough"])
def test_the_result_is_the_same_for_any_number_of_workers(effort: str) -> None:
    def fails(text: bytes) -> bool:
        return text.count(b"y") >= 2 and b"bar" in text

    results = {thresher.reduce(PROGRAM, fails, name="a.c", effort=effort, jobs=jobs).data for jobs in (1, 3, 8)}
    assert len(results) == 1


def test_another_route_finds_what_no_single_removal_leads_to() -> None:
    """Removal by nodes ends with one of two ways to fail, of which lines find the shorter one."""

    def fails(text: bytes) -> bool:
        return b"f(1,2,3,4,5)" in text.replace(b" ", b"") or (b"{\ng" in text and b"f(1" not in text)

    text = b"int f(int);\nint main() {\nf(1, 2, 3, 4, 5);\n{\ng;\n}\n}\n"
    normal, thorough = (thresher.reduce(text, fails, name="a.c", effort=each).data for each in ("normal", "thorough"))
    assert len(thorough) <= len(normal)
    assert fails(thorough)


@pytest.mark.parametrize("salt", [3, 13, 17])
def test_thorough_never_leaves_more_than_normal(salt: int) -> None:
    """Whether a candidate fails is as good as random: different orders of questions end at very different results."""

    def fails(text: bytes) -> bool:
        return b"y" in text and (len(text) > 60 or zlib.crc32(text, salt) % 7 == 0)

    normal, thorough = (
        thresher.reduce(PROGRAM, fails, name="a.c", effort=each).data for each in ("normal", "thorough")
    )
    assert len(thorough) <= len(normal)


def test_five_tokens_that_can_only_go_together_go() -> None:
    text = b"CREATE TABLE a(b INT, FOREIGN KEY (b) REFERENCES a(b)); SELECT b FROM a;"
    needed = re.compile(rb"CREATE TABLE a\(b INT ?(, ?FOREIGN KEY ?\(b\) ?)?REFERENCES a\(b\)\);")
    assert b"KEY" not in thresher.reduce(text, lambda data: needed.search(data) is not None, name="a.sql").data


def test_a_thorough_search_has_another_route() -> None:
    plans = {effort: plan_for("a.c", PROGRAM, PlanOptions(effort=effort)) for effort in Effort}
    route = other_route(plans[Effort.THOROUGH])
    assert route is not None
    assert isinstance(route.stages[0], GeneralStage)
    assert other_route(plan_for("a.txt", b"a\n", PlanOptions(effort=Effort.THOROUGH))) is None


def test_a_user_who_wants_the_format_kept_gets_no_other_route() -> None:
    assert other_route(plan_for("a.c", PROGRAM, PlanOptions(effort=Effort.THOROUGH, valid=True))) is None
