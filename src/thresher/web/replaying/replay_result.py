"""The result of a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thresher.session.recordings import StuckStep
from thresher.web.replaying.page_errors import PageError


@dataclass(frozen=True, slots=True)
class NamedLocator:
    """How people write it: a method of Playwright, as Python spells it, with a name, and for `get_by_role` a role."""

    method: str
    name: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class LocatedElement:
    """The element of a step: its Playwright selector and its kind; `named` if Playwright finds it by its name as well.

    `position` is that of the mouse in it, if not its center; `to` is the target of a drag. `path` leads to it by CSS
    alone, whatever it was found by. `moves` are points of the window that the mouse was moved to before. `delay` is the
    time in milliseconds after which the page looks at what was typed.
    """

    selector: str
    kind: str
    position: Mapping[str, float] | None = None
    to: LocatedElement | None = None
    named: NamedLocator | None = None
    path: str = ""
    moves: tuple[tuple[float, float], ...] = ()
    delay: int = 0

    @property
    def best(self) -> NamedLocator | str:
        """The locator that people would write, else the selector."""
        return self.named or self.selector


@dataclass(frozen=True, slots=True)
class Waits:
    """The longest waits of a replay in seconds.

    For an element while nothing was loading, for a page to load, for the failure after the end, for the response to a
    request, for an expected navigation to begin, and for the page to do what an action makes it do at once. `endless`
    has the requests that were given up, as `GET /poll`.
    """

    step: float = 0.0
    load: float = 0.0
    end: float = 0.0
    response: float = 0.0
    navigation: float = 0.0
    action: float = 0.0
    endless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """`used` counts the executed steps: fewer than given if the replay was decided earlier, or stuck.

    `holds` says whether the stated conditions held at the end. `located` has the elements by step index, `answered`
    the answers to the dialogs in order, None for one that was dismissed.
    """

    used: int
    seconds: float
    errors: tuple[PageError, ...] = ()
    stuck: StuckStep | None = None
    holds: bool = False
    notes: tuple[str, ...] = ()
    waits: Waits = Waits()
    located: Mapping[int, LocatedElement] = field(default_factory=dict)
    answered: tuple[str | None, ...] = ()
