"""The journal survives what happens to files."""

from __future__ import annotations

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from thresher.kernel.events import Cached, Event, Finished, Flaky, Improved, Learned, Noted, OtherFailure, Tested
from thresher.kernel.outcome import Outcome
from thresher.session.folder.journal import Journal, decode, encode, read

EVENTS: list[Event] = [
    Learned(0.0, "{}", 0.5),
    Tested(0.1, "ab" * 32, Outcome.UNRESOLVED, "other failure: exit 1\n\ttab", 0.1, 77, 1, "drop part 1 of 2"),
    Improved(0.2, 60, 2, "lines"),
    OtherFailure(0.3, "sigabrt", 12),
    Noted(0.4, "naïve \u2028 text"),
    Flaky(0.5, 0.25, 0.99),
    Finished(0.6, True, "done"),
]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    for event in [*EVENTS, Cached(0.7, Outcome.FAIL)]:
        journal.write(event)
    journal.close()
    assert list(read(tmp_path / "journal")) == EVENTS
    assert list(read(tmp_path / "missing")) == []


@given(st.integers(0, 10_000), st.sampled_from(["cut", "flip"]))
def test_damage_costs_only_the_lines_it_hits(seed: int, kind: str) -> None:
    dice = random.Random(seed)
    whole = b"".join(encode(event) for event in EVENTS)
    place = dice.randrange(len(whole))
    damaged = whole[:place] if kind == "cut" else whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :]
    events = [event for line in damaged.splitlines(keepends=True) if (event := decode(line)) is not None]
    lines_before = whole[:place].count(b"\n")
    assert events[:lines_before] == EVENTS[:lines_before]
    assert all(event in EVENTS for event in events)
    if kind == "flip":
        assert len(events) >= len(EVENTS) - 2


def test_a_line_cut_off_by_a_crash_does_not_spoil_the_next(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(encode(EVENTS[0]) + encode(EVENTS[1])[:20])
    journal = Journal(path)
    journal.write(EVENTS[2])
    journal.close()
    assert list(read(path)) == [EVENTS[0], EVENTS[2]]
