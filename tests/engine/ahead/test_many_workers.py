"""Many workers speed up a reduction, as measured with a virtual clock, which no slow machine affects."""

from __future__ import annotations

import json

from benchmarks.scaling_inputs import miscompiled, program
from benchmarks.simulation import simulated

from thresher.plan import PlanOptions

RECORDS = [{"id": number, "name": f"user{number}", "place": {"x": number, "y": 0}} for number in range(16)]
NEEDED = {1, 6, 11, 14}


def fails(data: bytes) -> bool:
    """Four of the records are there, each with its x."""
    try:
        records = json.loads(data)
    except ValueError:
        return False
    found = [each for each in records if isinstance(each, dict)] if isinstance(records, list) else []
    places = [each["id"] for each in found if "id" in each and isinstance(each.get("place"), dict) and each["place"]]
    return {each for each in places if isinstance(each, int)} >= NEEDED


def test_the_default_plan_on_a_tree() -> None:
    data = json.dumps(RECORDS, indent=1).encode()
    one, two, eight = (
        simulated(data, "records.json", fails, jobs=jobs, seconds=lambda _: 60.0, plan_options=PlanOptions())
        for jobs in (1, 2, 8)
    )
    assert one.result == two.result == eight.result
    assert one.tests == two.tests
    assert one.seconds / two.seconds > 1.6
    assert one.seconds / eight.seconds > 3.5
    assert eight.tests + eight.cancelled < 2 * one.tests


def test_any_number_of_workers_goes_the_same_way() -> None:
    """Functions that call each other, so that the search gives up on some lists."""
    runs = [
        simulated(program(), "program.c", miscompiled, jobs=jobs, seconds=lambda _: 60.0, plan_options=PlanOptions())
        for jobs in (1, 4, 9)
    ]
    for run in runs:
        assert run.result == runs[0].result
        assert run.sizes == runs[0].sizes


def test_lookahead_on_a_list() -> None:
    """Neither answer is likelier than the other, so a prediction gains little; look-ahead tests know."""
    needed = {b"%d" % number for number in range(7, 400, 37)}
    data = b"".join(b"%d\n" % number for number in range(400))

    def fails(data: bytes) -> bool:
        return needed <= set(data.split())

    one, eight, many = (
        simulated(
            data, "numbers.txt", fails, jobs=jobs, seconds=lambda _: 60.0, plan_options=PlanOptions(format="lines")
        )
        for jobs in (1, 8, 64)
    )
    assert one.result == eight.result == many.result
    assert one.seconds / eight.seconds > 3
    assert one.seconds / many.seconds > 5
    assert eight.tests < 2.2 * one.tests
