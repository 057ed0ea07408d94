"""The options of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from thresher.plan.effort import Effort

if TYPE_CHECKING:
    from thresher.grammars.language import Language

HINT_TESTS = 5  # as many may be spent on a hint that is of no use


@dataclass(frozen=True, slots=True)
class Hint:
    """A guess at what might fail: an event log with some of the steps. It is given up after `most` tests.

    If it does not fail, the `others` are tried before steps are added to it.
    """

    log: bytes
    most: int | None = HINT_TESTS
    others: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """What the user asks of a plan; None leaves the choice to the default plan.

    `algorithm` may be a list or a tree algorithm. `min_granularity` is the finest unit to remove: the name of a stage's
    units or a number of units of the last stage. A `grammar` is the language of the input, instead of one with a name.
    The passes `without` are left out. A `hint` is for event logs; so is `prefixes`, which says that each candidate is
    executed step by step up to the failure, and that a passing one answers for its prefixes. With `dependents`, steps
    are removed together with those that cannot be executed without them. With `valid`, every candidate is in the format
    of the input. `depth` is the number of containers around the input, which no user asks for. `reduce_with` are the
    commands of external reducers. With `only`, the algorithm runs alone and as published: no other stage before or
    after it, and ddmin inside it unless another `minimizer` is named.
    With `several`, so many different minimal results are found, in units of one list or tree. `effort` says how much is
    tried.
    """

    format: str | None = None
    language: str | None = None
    algorithm: str | None = None
    minimizer: str | None = None
    min_granularity: str | None = None
    minimality: int = 1
    grammar: Language | None = None
    without: tuple[str, ...] = ()
    hint: Hint | None = None
    prefixes: bool = False
    dependents: bool = False
    valid: bool = False
    depth: int = 0
    reduce_with: tuple[tuple[str, ...], ...] = ()
    only: bool = False
    several: int | None = None
    effort: Effort = Effort.NORMAL
