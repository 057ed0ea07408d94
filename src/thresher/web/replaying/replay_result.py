"""What a replay did and saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from thresher.web.replaying.page_errors import PageError


@dataclass(frozen=True, slots=True)
class StuckStep:
    """The step that could not be done, by its number from 0, and why."""

    step: int
    what: str
    reason: str

    def __str__(self) -> str:
        """
        >>> str(StuckStep(2, "click #add", "nothing matches"))
        'step 3, click #add: nothing matches'
        """
        return f"step {self.step + 1}, {self.what}: {self.reason}"


@dataclass(frozen=True, slots=True)
class LocatedElement:
    """Where a step's element was, as a selector for Playwright, and what kind of element it is.

    `position` is where in it the mouse was, if not in its middle; `to` is where something was dragged to.
    """

    selector: str
    kind: str
    position: Mapping[str, float] | None = None
    to: LocatedElement | None = None


@dataclass(frozen=True, slots=True)
class Waits:
    """The longest waits of a replay in seconds: for an element, for a page to load, for the failure after the end."""

    step: float = 0.0
    load: float = 0.0
    end: float = 0.0


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """`used` is how many steps were done when the replay ended: fewer than given if it was decided before, or stuck.

    `holds` tells whether what was to be looked at in the end is so, `located` where the elements of the steps were,
    `answered` what was said to the dialogs in turn: None if one was dismissed.
    """

    used: int
    seconds: float
    sightings: tuple[PageError, ...] = ()
    stuck: StuckStep | None = None
    holds: bool = False
    notes: tuple[str, ...] = ()
    waits: Waits = Waits()
    located: Mapping[int, LocatedElement] = field(default_factory=dict)
    answered: tuple[str | None, ...] = ()
