"""Rules in a file."""

from __future__ import annotations

import json

import pytest

from tests.carts import figure_2
from thresher.errors import UsageError
from thresher.rewriting.mining import mine
from thresher.rewriting.saving import dump_rules, load_rules


def test_rules_survive() -> None:
    rules = mine([figure_2()])
    text = dump_rules(rules, ["figure2.jsonl"])
    assert load_rules(text) == rules
    first = json.loads(text)["rules"][0]
    assert first["rule"].startswith("[")
    assert first["examples"][0][0][0] == "figure2.jsonl"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"rules": 3, "logs": []}',
        '{"rules": [{"pattern": "jump"}], "logs": []}',
        '{"rules": [{"pattern": "skip", "events": ["a", "b"]}], "logs": []}',
    ],
)
def test_other_files_are_not_rules(text: str) -> None:
    with pytest.raises(UsageError, match=r"r\.json has no rules.*thresher events mine"):
        load_rules(text, "r.json")
