"""Isolation along trees: the planted difference is found, and only what parses is asked."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from thresher import formats
from thresher.engine.driver import Driver
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.executors import executor_for
from thresher.isolate.tree_isolation import isolate_trees
from thresher.oracle.answer import CallOracle

CAUSE = 42
values: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, 1, 2, "a b", CAUSE]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("pqrs"), inner, max_size=4),
    max_leaves=25,
)


def fails(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(map(fails, value.values() if isinstance(value, dict) else value))
    return bool(value == CAUSE)


@given(good=values, bad=values)
@settings(max_examples=80)
def test_the_difference_is_the_cause(good: Any, bad: Any) -> None:
    assume(fails(bad) and not fails(good))
    texts = [json.dumps(value, indent=1).encode() for value in (good, bad)]
    documents = [formats.parse_document("source", "a.json", text, None) for text in texts]
    asked: list[bytes] = []

    def test(content: bytes) -> bool:
        asked.append(content)
        return fails(json.loads(content))  # raises on what does not parse

    def valid(text: bytes) -> bool:
        return any(document.valid_text(text) for document in documents)

    with executor_for(1) as executor:
        driver = Driver(CallOracle(test), executor, Record(SmallestContent(texts[1]), name="a.json"))
        passing, failing = isolate_trees(documents[0].tree, documents[1].tree, driver, valid, lambda _: None)
    assert not fails(json.loads(passing))
    assert fails(json.loads(failing))
    assert len(asked) <= 40
