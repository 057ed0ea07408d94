"""How a recording is replayed, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass

from thresher.web.replaying.replay_result import Waits

TIMEOUT_FACTOR = 10.0  # a wait may take so many times as long as the longest of the first replay
DDMIN, RDDMIN, HIERARCHICAL = "ddmin", "rddmin", "hierarchical"
ALGORITHMS = (DDMIN, RDDMIN, HIERARCHICAL)
WEB = ("http", "https", "data", "about")


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds to wait for an element while nothing is being loaded, for a page to load, and for a failure at the end.

    `respond` is how long one call into the page may take: a page in an endless loop answers never. Longer time-outs
    that a recording asks for are heeded until the first replay has shown how long things take.
    """

    step: float = 5.0
    load: float = 30.0
    end: float = 1.0
    respond: float = 20.0
    heeds_timeouts: bool = True

    @property
    def act(self) -> float:
        """Milliseconds for an element that is there to become one that can be acted on: a few frames, if not busy."""
        return 1000 * max(1.0, self.step)

    @classmethod
    def learned(cls, waits: Waits, *, step: float | None) -> Timeouts:
        """From the longest waits of the first replay; `step` as the user wants it."""
        return cls(
            step=step if step is not None else min(max(5.0, 2 * waits.step), max(0.4, TIMEOUT_FACTOR * waits.step)),
            load=max(3.0, TIMEOUT_FACTOR * waits.load),
            end=min(5.0, max(0.4, TIMEOUT_FACTOR * waits.end)),
            respond=max(5.0, TIMEOUT_FACTOR * waits.step),
            heeds_timeouts=False,
        )


@dataclass(frozen=True, slots=True)
class StateAbstraction:
    """What is taken down as the state after a step: a JavaScript expression, or URL, form values and marked elements.

    `marks` are CSS selectors; the number and the texts of what they match belong to the state.
    """

    expression: str | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """`setup` is run before each replay, to reset a server. `strict` refuses selectors that match several elements.

    `schemes` are the kinds of addresses that may be visited.
    """

    browser: str | None = None
    headed: bool = False
    setup: tuple[str, ...] = ()
    setup_timeout: float = 60.0
    dismiss_dialogs: bool = False
    strict: bool = False
    schemes: tuple[str, ...] = (*WEB, "file")
    step_timeout: float | None = None
