"""Replays of real programs in a pseudo-terminal: how they end, hang, and what they show."""

from __future__ import annotations

import re
import sys
from dataclasses import replace

from tests.ui.recordings import MINIMUM, recording_of, replayed, todo_recording
from thresher.formats.events.records import step_of
from thresher.kernel.outcome import Outcome
from thresher.oracle.failures.signature import learn
from thresher.ui.reducing.failure import AnyUiFailure, LearnedUiFailure, StatedUiFailure
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.shown_conditions import ShownConditions
from thresher.ui.sessions.recording import UiRecording

RAW = "import os, sys, time, tty; tty.setraw(0); "


def python(keys: str, code: str) -> UiRecording:
    """A program that reads single keys."""
    return recording_of(keys, [sys.executable, "-c", RAW + code])


def test_a_traceback_after_the_full_screen_identifies_the_failure() -> None:
    result = replayed(todo_recording(MINIMUM + "jj"))
    assert result.observation is not None
    assert learn(result.observation).short == "exit 1: KeyError: <number>"
    assert result.used == len(MINIMUM)
    verdict = AnyUiFailure().judge(result)
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, len(MINIMUM))


def test_a_session_without_a_failure_passes() -> None:
    result = replayed(todo_recording("ax\rjjk"))
    assert result.observation is None
    assert AnyUiFailure().judge(result).outcome is Outcome.PASS


def test_keys_after_the_end_of_the_program_cannot_be_typed() -> None:
    result = replayed(todo_recording("ax\rqjj"))
    verdict = AnyUiFailure().judge(result)
    assert (verdict.outcome, verdict.used) == (Outcome.UNRESOLVED, 5)
    assert verdict.reason == "step 5, key j: the program has ended"


def test_a_signal() -> None:
    result = replayed(python("ab", "os.read(0, 1); os.read(0, 1); os.kill(os.getpid(), 11)"))
    assert result.observation is not None
    assert result.observation.signal == 11


def test_a_program_that_computes_for_ever_hangs() -> None:
    code = "os.read(0, 1)\nos.read(0, 1)\nwhile True: pass"
    result = replayed(python("abc", code), limits=UiLimits(step=0.5))
    assert result.observation is not None
    assert result.observation.timed_out
    assert result.used == 2
    learned = LearnedUiFailure(learn(result.observation))
    assert learned.judge(result).outcome is Outcome.FAIL


def test_a_program_that_stops_reading_hangs() -> None:
    code = "os.read(0, 1); import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()"
    result = replayed(python("ab", code), limits=UiLimits(step=0.5))
    assert result.observation is not None
    assert result.observation.timed_out
    assert result.used == 2


def test_a_program_that_sleeps_before_it_shows_something_is_waited_for() -> None:
    code = "os.read(0, 1); time.sleep(0.3); print('late', flush=True); os.read(0, 1)"
    stated = StatedUiFailure(ShownConditions(re.compile("late")))
    result = replayed(python("a", code), criterion=stated)
    assert result.shown == "the screen shows: late"


def test_text_on_the_screen_ends_the_replay() -> None:
    stated = StatedUiFailure(ShownConditions(re.compile("^To do: 5 items$", re.MULTILINE)))
    result = replayed(todo_recording("ax\ray\rjjj"), criterion=stated)
    verdict = stated.judge(result)
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, 6)


def test_a_program_may_ask_the_terminal_where_the_cursor_is() -> None:
    code = "print('x\\x1b[6n', end='', flush=True); asked = os.read(0, 20); print(asked); os.read(0, 1); sys.exit(7)"
    result = replayed(python("a", code))
    assert result.observation is not None
    assert result.observation.exit_code == 7


def test_the_size_may_change() -> None:
    code = "os.read(0, 1); sys.exit(os.get_terminal_size(0).columns)"
    recording = python("a", code)
    resized = recording.with_steps((step_of({"type": "resize", "width": 55, "height": 10}), *recording.log.steps))
    result = replayed(resized)
    assert result.observation is not None
    assert result.observation.exit_code == 55


def test_a_recording_of_another_program_is_noticed() -> None:
    other = replace(todo_recording("ax\r"), shows=("GNU nano 7.2", "[ New File ]"))
    result = replayed(other)
    assert "is it a recording of another program?" in str(result.stuck)


def test_a_recorded_condition_that_comes_late_is_learned() -> None:
    code = (
        "import select\nos.read(0, 1); select.select([], [], [], 0.2); print('ready', flush=True)\n"
        "select.select([], [], [], 600)"
    )
    recording = python("a", code)
    waited = replayed(recording.with_steps((recording.log.steps[0].with_state({"shows": ["ready"]}),)))
    assert list(waited.waits.slow) == [recording.log.steps[0].text]
    assert UiLimits.learned(waited.waits, step=None).quiet(recording.log.steps[0].text) > 0.1
