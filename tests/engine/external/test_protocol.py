from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from thresher.engine.external.protocol import (
    Feedback,
    Idle,
    ReduceRequest,
    Suggestion,
    encoded,
    from_reducer,
    to_reducer,
)


@given(st.binary(max_size=60), st.booleans())
def test_messages_survive(content: bytes, interesting: bool) -> None:
    for said in (Suggestion(content), Idle()):
        assert from_reducer(encoded(said)) == said
    for told in (ReduceRequest(content), Feedback(content, interesting)):
        assert to_reducer(encoded(told)) == told


VALUES = st.recursive(st.none() | st.booleans() | st.text(), st.lists)


@given(st.binary(max_size=60) | VALUES.map(json.dumps).map(str.encode))
def test_other_lines_are_ignored(line: bytes) -> None:
    assert from_reducer(line) is None
    assert to_reducer(line) is None


def test_both_forms_of_a_request_are_in_one_line() -> None:
    record = json.loads(encoded(ReduceRequest(b"x")))
    assert record["reduce"] == record["content"]
    assert record["interesting"] is True
