"""The screen in Textual's own test driver: pictures of it, its keys, its curve."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("textual")

from textual.pilot import Pilot

from tests.tui.picture import picture
from thresher.engine.control import Control
from thresher.tui.live import Live
from thresher.tui.other_failures import listed
from thresher.tui.screen import LiveScreen

PICTURES = Path(__file__).parent.parent / "cases" / "screens"


def watch(
    live: Live,
    size: tuple[int, int],
    act: Callable[[LiveScreen, Pilot[None]], Awaitable[None]],
    control: Control | None = None,
    folder: Path | None = None,
) -> None:
    """Opens the screen at a size and has something done to it."""

    async def run() -> None:
        app = LiveScreen(live, control or Control(), name="crash.c", jobs=2, ended=lambda: False, folder=folder)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            app.look()
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(run())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (50, 14)])
def test_the_picture(live: Live, size: tuple[int, int]) -> None:
    """Compares with a picture that was looked at; after a change that is wanted, write the new one there."""

    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        expected = PICTURES / f"{size[0]}x{size[1]}.txt"
        assert "\n".join(picture(app)) + "\n" == expected.read_text()

    watch(live, size, act)


def test_it_follows_the_size_of_the_terminal(live: Live) -> None:
    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        for width, height in ((120, 40), (50, 14), (20, 5), (80, 24)):
            await pilot.resize_terminal(width, height)
            app.look()
            await pilot.pause()
            assert len(picture(app)) <= height
            assert all(len(line) <= width for line in picture(app))
        assert "\n".join(picture(app)) + "\n" == (PICTURES / "80x24.txt").read_text()

    watch(live, (80, 24), act)


def test_the_curve_is_the_one_of_the_events(live: Live) -> None:
    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        assert app.view.curve == [(0, 0.0, 93), (1, 0.4, 52), (3, 1.2, 38)]

    watch(live, (80, 24), act)


def test_the_keys(live: Live, tmp_path: Path) -> None:
    control = Control()
    (tmp_path / "other-failures/exit-2-no-main").mkdir(parents=True)
    (tmp_path / "other-failures/exit-2-no-main/message.txt").write_text("there is\nno main\n")

    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        await pilot.press("p")
        assert control.paused
        assert "PAUSED" in picture(app)[0]
        assert "p continue" in picture(app)[-1]
        await pilot.press("p")
        assert not control.paused
        await pilot.press("f")
        assert any("exit-2-no-main: 20 bytes" in line for line in picture(app))
        assert any("no main" in line for line in picture(app))
        await pilot.press("escape")
        await pilot.press("question_mark")
        assert any("what the running test leaves out" in line for line in picture(app))
        await pilot.press("escape")
        assert "skip" not in picture(app)[-1]  # there is nothing to skip
        with control.phase():
            app.look()
            await pilot.pause()
            assert "s skip" in picture(app)[-1]
            await pilot.press("s")
            assert control.request.done()
        await pilot.press("ctrl+c")
        assert control.request.done()

    watch(live, (80, 24), act, control, tmp_path)


def test_without_other_failures_the_screen_says_none() -> None:
    assert listed({}, None).startswith("No other failure")


def test_more_and_fewer_jobs(live: Live) -> None:
    control = Control(2, most_jobs=3)

    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        await pilot.press("plus")
        assert control.jobs == 3
        await pilot.pause()
        assert "+ more" not in picture(app)[-1]
        for _ in range(5):
            await pilot.press("minus")
        assert control.jobs == 1
        assert any("one test at a time" in line for line in picture(app))

    watch(live, (120, 24), act, control)


def test_the_chart_is_over_tests_or_over_seconds(live: Live) -> None:
    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        assert any(line.endswith("3 tests") for line in picture(app))
        await pilot.press("c")
        await pilot.pause()
        assert any(line.endswith("2 s") for line in picture(app))

    watch(live, (80, 24), act)


def test_the_report_so_far(live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    async def act(app: LiveScreen, pilot: Pilot[None]) -> None:
        await pilot.press("r")
        await app.workers.wait_for_complete()
        assert "is not a session folder" in " ".join(each.message for each in app._notifications)  # shown, not raised

    watch(live, (120, 24), act, Control(), tmp_path)
