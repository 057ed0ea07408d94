"""No decision hangs on a word: with every label, reason and shown name changed, the same questions are asked."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from benchmarks.simulation import simulated

from thresher.algorithms.trees import heaviest, levels
from thresher.kernel import place
from thresher.kernel.place import Place
from thresher.plan import PlanOptions, stages

RECORDS = json.dumps([{"id": number, "tags": ["a", "b"], "price": number * 3} for number in range(12)]).encode()
PROGRAM = b"int f(int a, int b) { if (a) { return b; } return 7; }\nint g() { return f(1, 2); }\nint h;\n"


def fails(text: bytes) -> bool:
    return b"7" in text and text.count(b"{") == text.count(b"}")


def questions(jobs: int) -> list[tuple[bytes, int]]:
    """The results and the numbers of tests of some reductions, on a virtual clock."""
    inputs = ((RECORDS, "a.json"), (PROGRAM, "a.c"))
    done = [simulated(*each, fails, jobs=jobs, seconds=lambda _: 60.0, plan_options=PlanOptions()) for each in inputs]
    return [(each.result, each.tests) for each in done]


def nonsense(original: Callable[..., Place]) -> Callable[..., Place]:
    def renamed(*arguments: object) -> Place:
        found = original(*arguments)
        return Place(found.which, found.kind, "x")

    return renamed


def test_labels_reasons_and_shown_names_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [questions(jobs) for jobs in (1, 8)]
    monkeypatch.setattr(place, "WORDS", dict.fromkeys(place.WORDS, "x"))
    monkeypatch.setattr(heaviest, "Place", nonsense(Place))
    monkeypatch.setattr(levels, "Place", nonsense(Place))
    monkeypatch.setattr(stages.TreeStage, "name", property(lambda _: "x"))
    monkeypatch.setattr(stages.ListStage, "name", property(lambda _: "x"))
    monkeypatch.setattr(stages.PassStage, "name", property(lambda _: "x"))
    assert [questions(jobs) for jobs in (1, 8)] == before
