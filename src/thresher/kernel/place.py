"""Where a question belongs in its search: which list it is about, and what it does to that list.

Both are data. Questions that are equal here are likely to be answered alike, and a driver with many workers acts on
that; the words for people are made from the data and never read back.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import Enum, auto


class Action(Enum):
    """Everything that a search does to a list or a tree in order to ask about it."""

    ADD_ERROR = auto()
    ADD_PART = auto()
    CLANG_DELTA = auto()
    DROP = auto()
    DROP_AFTER_ALL = auto()
    DROP_ALL = auto()
    DROP_LAST_NODE = auto()
    DROP_NODE = auto()
    DROP_OTHER_GROUPS = auto()
    DROP_PART = auto()
    DROP_TOGETHER = auto()
    DROP_UNIT = auto()
    DROP_UNITS = auto()
    DROP_UNITS_BEFORE = auto()
    DROP_WITH_DEPENDENTS = auto()
    EMPTY_PART = auto()
    EXCHANGE = auto()
    EXTERNAL = auto()
    FIND_DEPENDENTS = auto()
    FORBID = auto()
    HALF = auto()
    HINT = auto()
    HINT_AND_ALL_BUT = auto()
    HINT_AND_PART = auto()
    HOIST = auto()
    KEEP = auto()
    KEEP_FIRST = auto()
    KEEP_PART = auto()
    LOOK_AHEAD = auto()
    PUMP = auto()
    UNWRAP = auto()
    WITHOUT_CAUSE = auto()


WORDS = {
    Action.ADD_ERROR: "add an error",
    Action.ADD_PART: "add part {} of {}",
    Action.CLANG_DELTA: "{1}",
    Action.DROP: "drop {} of {} units",
    Action.DROP_AFTER_ALL: "drop {} of {} units after all",
    Action.DROP_ALL: "all at once",
    Action.DROP_LAST_NODE: "drop the last node",
    Action.DROP_NODE: "drop node {1} at level {0}",
    Action.DROP_OTHER_GROUPS: "drop all other groups",
    Action.DROP_PART: "drop part {} of {}",
    Action.DROP_TOGETHER: "drop {} together",
    Action.DROP_UNIT: "drop unit {}",
    Action.DROP_UNITS: "drop units {}",
    Action.DROP_UNITS_BEFORE: "drop the {} before",
    Action.DROP_WITH_DEPENDENTS: "drop unit {} and {} that need it",
    Action.EMPTY_PART: "empty a part",
    Action.EXCHANGE: "exchange steps, {} fewer",
    Action.EXTERNAL: "suggestion of a reducer",
    Action.FIND_DEPENDENTS: "find what needs unit {}",
    Action.FORBID: "forbid {} units",
    Action.HALF: "half {}",
    Action.HINT: "the hint alone",
    Action.HINT_AND_ALL_BUT: "the hint and all but part {} of {}",
    Action.HINT_AND_PART: "the hint and part {} of {}",
    Action.HOIST: "replace node {1} by node {0}",
    Action.KEEP: "keep {} of {} units",
    Action.KEEP_FIRST: "keep the first {} of {}",
    Action.KEEP_PART: "keep part {} of {}",
    Action.LOOK_AHEAD: "look ahead: drop {} units",
    Action.PUMP: "an edit that is larger at first",
    Action.UNWRAP: "replace node {} by its contents",
    Action.WITHOUT_CAUSE: "without the cause",
}
"""How an action is shown; the numbers are those of the move, then what it shows besides."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action with its `numbers`, which distinguish it from other moves; `shown` is for display only.

    >>> Move(Action.DROP_UNIT, (3,)) == Move(Action.DROP_UNIT, (4,))
    False
    >>> Move(Action.DROP_NODE, (2,), (17,)) == Move(Action.DROP_NODE, (2,), (18,))
    True
    >>> print(Move(Action.DROP_NODE, (2,), (17,)))
    drop node 17 at level 2
    """

    action: Action
    numbers: tuple[int, ...] = ()
    shown: tuple[object, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        if self.action is Action.DROP_UNITS:
            return WORDS[self.action].format(", ".join(map(str, self.numbers)))
        return WORDS[self.action].format(*self.numbers, *self.shown)


@dataclass(frozen=True, slots=True)
class Place:
    """A list of a search. `which` is equal for the same list only, `kind` for lists that are likely to be alike.

    The default is the one list of a search that has no other.
    """

    which: Hashable = None
    kind: Hashable = None
    label: str = field(default="", compare=False)

    def within(self, outer: Place) -> Place:
        """The same list, in a search that is part of another one's work on an `outer` list."""
        if self == ANYWHERE:
            return outer
        if outer == ANYWHERE:
            return self
        return Place((outer.which, self.which), (outer.kind, self.kind), f"{outer.label}: {self.label}")


ANYWHERE = Place()
