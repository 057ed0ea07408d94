"""Steps that lead back to where the page was: found by the states of the first replay, and left out first, as a hint.

If the page is the same after two steps, what was done between them may not matter: scrolling, pointing, a field filled
and emptied, another page visited and left again. Nothing of this is built in; the states show it.
"""

from __future__ import annotations

from collections.abc import Sequence

from playwright.async_api import Error

from thresher.formats.events.events import EventsDocument
from thresher.kernel.selection import Selection
from thresher.plan import Hint
from thresher.web.replaying.browser_session import BrowserSession
from thresher.web.scripts import script

LEAST_GAIN = 2  # steps: fewer are not worth a test


class PageStates:
    """The state of all tabs after each step of the last replay; None where a page did not answer."""

    def __init__(self) -> None:
        self.states: list[str | None] = []

    async def __call__(self, number: int, session: BrowserSession) -> None:
        del self.states[number:]  # from an earlier replay
        try:
            frames = [frame for page in session.events.pages if not page.is_closed() for frame in page.frames]
            self.states.append(" ".join([await frame.evaluate(script("page_state.js")) for frame in frames]))
        except Error:
            self.states.append(None)


def without_loops(states: Sequence[str | None]) -> list[int]:
    """The steps of a route without the steps that lead back to a state it has been in.

    >>> without_loops(["home", "home", "search", "item", "search", "cart"])
    [0, 2, 5]
    """
    last = {state: index for index, state in enumerate(states) if state is not None}
    kept, index = [], 0
    while index < len(states):
        kept.append(index)
        state = states[index]
        index = (index if state is None else last[state]) + 1
    return kept


def without_idle_steps(states: Sequence[str | None]) -> list[int]:
    """The steps after which the page is not as it was before.

    >>> without_idle_steps(["home", "home", "search", "item", "search", "cart"])
    [0, 2, 3, 4, 5]
    """
    before = [None, *states]
    return [index for index, state in enumerate(states) if state is None or state != before[index]]


def routes(states: Sequence[str | None], failed: int | None) -> list[list[int]]:
    """The steps without loops, then those without idle steps, each with the step that `failed`, if one did.

    Empty if that leaves out too little.
    """
    end = len(states) if failed is None else min(failed, len(states))
    last = [] if failed is None else [failed]
    found: list[list[int]] = []
    for shorten in (without_loops, without_idle_steps):
        route = [*shorten(states[:end]), *last]
        if end + len(last) - len(route) >= LEAST_GAIN and route not in found:
            found.append(route)
    return found


def hint_of(document: EventsDocument, found: Sequence[Sequence[int]]) -> Hint | None:
    """The hint to try these routes, a test each. None for a recording with tasks: whole tasks are the better guess."""
    if any(step.tasks for step in document.log):
        return None
    logs = [document.tree.render(document.with_steps(Selection.of(route))) for route in found]
    return Hint(logs[0], most=len(logs), others=tuple(logs[1:])) if logs else None
