"""Selectors of recordings, read without a browser."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from thresher.web.replaying.selectors import ENGINES, PREFIXES, alternatives, shown

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=8,
)


@given(json_values)
def test_whatever_stands_there_chains_of_known_kinds_come_out(value: Any) -> None:
    chains = alternatives({"selectors": value})
    assert all(chain for chain in chains)
    assert {kind for chain in chains for kind, _ in chain} <= {"css", *PREFIXES}
    assert len(shown({"selectors": value})) <= 60


def test_the_kinds_that_playwright_has_a_word_for() -> None:
    assert set(ENGINES) <= {"css", *PREFIXES}
    assert alternatives({"selectors": ["#a", ["#host", "aria/Go"]]}) == [
        [("css", "#a")],
        [("css", "#host"), ("aria", "Go")],
    ]
