"""Replays of real programs with windows, each on an X server of its own."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.ui.desktop.recordings import FIND, MAIN, MINIMUM, button, desktop_recording, key, tk_python
from tests.ui.recordings import replayed
from thresher.kernel.outcome import Outcome
from thresher.oracle.failures.signature import learn
from thresher.ui.reducing.failure import AnyUiFailure, StatedUiFailure
from thresher.ui.reducing.limits import UiLimits
from thresher.ui.reducing.shown_conditions import ExpectedPicture, PictureRegion, ShownConditions

BIND = "import tkinter, time; root = tkinter.Tk(); root.title('Notes'); root.geometry('200x100+9+9'); "
CALCULATOR = {"title": "Calculator", "class": "XCalc"}


def test_an_exception_in_a_handler_is_a_failure() -> None:
    result = replayed(desktop_recording([*MINIMUM, key("a")]))
    assert result.observation is not None
    assert learn(result.observation).lines[0].startswith("ValueError: invalid literal for int()")
    verdict = AnyUiFailure().judge(result)
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, len(MINIMUM))


def test_a_step_needs_its_window() -> None:
    verdict = AnyUiFailure().judge(replayed(desktop_recording([key("x"), key("x", FIND)]), limits=UiLimits(window=0.2)))
    assert (verdict.outcome, verdict.used) == (Outcome.UNRESOLVED, 2)
    assert verdict.reason == "step 2, key x in 'Find': there is no window 'Find'"


def test_the_title_of_a_window() -> None:
    stated = StatedUiFailure(ShownConditions(window_title=re.compile("^Find$")))
    verdict = stated.judge(replayed(desktop_recording([key("x"), button("Find"), key("a", FIND)]), stated))
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, 2)


def test_a_program_that_computes_for_ever_hangs() -> None:
    code = BIND + "root.bind('<a>', lambda _: [None for _ in iter(int, 1)]); root.mainloop()"
    recording = desktop_recording([key("b"), key("a"), key("b")], [tk_python(), "-c", code])
    result = replayed(recording, limits=UiLimits(step=0.5))
    assert result.observation is not None
    assert result.observation.timed_out
    assert result.used == 2


def test_a_program_that_sleeps_and_does_not_answer_hangs() -> None:
    code = BIND + "root.bind('<a>', lambda _: time.sleep(600)); root.mainloop()"
    recording = desktop_recording([key("b"), key("a"), key("b")], [tk_python(), "-c", code])
    result = replayed(recording, limits=UiLimits(step=0.5))
    assert result.observation is not None
    assert result.observation.timed_out
    assert result.used == 2


def test_a_program_that_ends_with_a_signal() -> None:
    code = BIND + "import os; root.bind('<Control-k>', lambda _: os.abort()); root.mainloop()"
    recording = desktop_recording([key("b"), key("Ctrl+k"), key("b")], [tk_python(), "-c", code])
    result = replayed(recording)
    assert result.observation is not None
    assert (result.observation.signal, result.used) == (6, 2)


def test_keys_with_shift_and_keys_that_the_keyboard_lacks() -> None:
    code = BIND + (
        "seen = []; root.bind('<Key>', lambda event: seen.append(event.char)); "
        "root.bind('<Return>', lambda _: root.title(''.join(seen))); root.mainloop()"
    )
    steps = [*(key(each) for each in ("a", "B", "+", "ä", "€")), key("Return")]
    stated = StatedUiFailure(ShownConditions(window_title=re.compile("^aB\\+ä€$")))
    assert replayed(desktop_recording(steps, [tk_python(), "-c", code]), stated).shown


def test_two_clicks_are_not_a_double_click_unless_recorded_so() -> None:
    code = BIND + "root.bind('<Double-1>', lambda _: root.title('double')); root.mainloop()"
    click = {"type": "click", "x": 20, "y": 20, "window": MAIN}
    stated = StatedUiFailure(ShownConditions(window_title=re.compile("double")))
    command = [tk_python(), "-c", code]
    assert not replayed(desktop_recording([click, click], command), stated).shown
    assert replayed(desktop_recording([{**click, "count": 2}], command), stated).shown


def test_a_drag_is_one_step() -> None:
    code = BIND + (
        "root.bind('<B1-Motion>', lambda event: root.title(f'{event.x} {event.y}')); "
        "root.bind('<ButtonRelease-1>', lambda event: root.title(root.title() + ' end')); root.mainloop()"
    )
    drag = {"type": "drag", "path": [[20, 20], [40, 30], [90, 70]], "window": MAIN}
    stated = StatedUiFailure(ShownConditions(window_title=re.compile("^90 70 end$")))
    assert replayed(desktop_recording([drag], [tk_python(), "-c", code]), stated).shown


def test_a_region_of_a_picture_of_xcalc() -> None:
    if shutil.which("xcalc") is None:
        pytest.skip("not installed: x11-apps")
    steps = [key(each, CALCULATOR) for each in ("1", "+", "7", "=")]
    pictures: dict[int, bytes] = {}
    recording = desktop_recording(steps, ["xcalc"])
    assert AnyUiFailure().judge(replayed(recording, keep=pictures.__setitem__)).outcome is Outcome.PASS
    eight = ExpectedPicture("step-004.png", PictureRegion(15, 8, 200, 18), pictures[3])
    stated = StatedUiFailure(ShownConditions(picture=eight))
    for keys, outcome, used in (("8", Outcome.FAIL, 1), ("17", Outcome.PASS, None), ("6+2=", Outcome.FAIL, 4)):
        result = replayed(desktop_recording([key(each, CALCULATOR) for each in keys], ["xcalc"]), stated)
        verdict = stated.judge(result)
        assert (verdict.outcome, verdict.used) == (outcome, used), keys
