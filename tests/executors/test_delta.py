from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from thresher.executors.delta import ContentDelta, delta_against

texts = st.lists(st.sampled_from([b"one line\n", b"another, longer line of text\n", b"x", b"0123456789" * 5])).map(
    b"".join
)


@given(base=texts | st.binary(), content=texts | st.binary())
def test_what_is_packed_comes_out_again(base: bytes, content: bytes) -> None:
    delta = delta_against("base", base, content)
    assert delta is None or delta.applied_to(base) == content
    assert ContentDelta.whole(content).applied_to(b"") == content


@given(cuts=st.lists(st.tuples(st.integers(0, 200_000), st.integers(1, 20_000)), max_size=20))
def test_parts_of_a_base_travel_as_a_few_numbers(cuts: list[tuple[int, int]]) -> None:
    base = Random(0).randbytes(200_000)
    content = base
    for start, length in cuts:
        content = content[:start] + content[start + length :]
    delta = delta_against("base", base, content)
    assert delta is not None
    assert delta.applied_to(base) == content
    assert delta.size <= 32 * (len(cuts) + 1)


def test_what_is_new_is_better_sent_whole() -> None:
    assert delta_against("base", Random(1).randbytes(100_000), Random(2).randbytes(100_000)) is None
