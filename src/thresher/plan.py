"""Which structure and which algorithm, in which order: the plan of a reduction, decided before anything is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from thresher import algorithms, formats
from thresher.algorithms import list_algorithm, list_algorithms
from thresher.algorithms.tree_algorithms import tree_algorithm
from thresher.errors import UsageError
from thresher.formats import Format
from thresher.formats.grammar import installed
from thresher.grammars.language import Language
from thresher.passes import passes

TREE_ALGORITHMS = ("spine", "bodies", "heaviest", "hoist", "unwrap")  # in turn, until none finds more
HASTY = "heaviest"  # on its first visit, where others speak of a node; on the next, every single node is tried
TOKENS = "tokens"
SINGLE_TOKENS = "galloping"  # the minimizer for what is left to find once the tree's algorithms are done
EARLY = ("uses", "whitespace")  # passes before single tokens
CLANG_DELTA = "clang_delta"  # a program of its own, for C and C++
RENAMING = ("merging", "names")
UNCHECKED = ("loose", CLANG_DELTA)  # passes whose candidates need not parse; none is outside the language of a grammar
LATE = (
    "qualifiers",
    "dedent",
    "brackets",
    "tags",
    "windows",
    "columns",
    "joining",
    "merging",
    "literals",
    *UNCHECKED,
    "names",
)
"""Passes once all stages before have had their turn."""
EVENTS_ALGORITHM = CONTAINER_ALGORITHM = "hdd_star"
INSIDE = "inside"  # each part of a container by its own format
GUIDED = "rddmin"  # what a hint tells is tried first, as this algorithm has it
DEPENDENTS = "dependents"  # steps go with those that get stuck without them
HINT_TESTS = 5  # as many may be spent on a hint that is of no use


@dataclass(frozen=True, slots=True)
class Stage:
    """One search: a list algorithm on the units of a format, a tree algorithm with a minimizer inside, or a pass.

    `factor` neighbouring units are one.
    """

    format: str
    algorithm: str
    minimizer: str = algorithms.DEFAULT
    factor: int = 1

    @property
    def is_pass(self) -> bool:
        """Whether it transforms rather than removes."""
        return self.algorithm in passes() or self.algorithm == CLANG_DELTA

    @property
    def is_inside(self) -> bool:
        """Whether it goes into the parts of a container."""
        return self.algorithm == INSIDE

    @property
    def on_container(self) -> bool:
        """Whether it removes parts of a container."""
        return not self.is_inside and formats.format_named(self.format).parse_container is not None

    @property
    def is_of_steps(self) -> bool:
        """Whether it is for the steps of a log, whatever tasks they are in."""
        return self.algorithm in (GUIDED, DEPENDENTS)

    @property
    def on_tree(self) -> bool:
        """Whether it removes nodes of a tree."""
        return (
            not self.is_pass and not self.is_of_steps and formats.format_named(self.format).parse_document is not None
        )

    @property
    def certifies(self) -> bool:
        """Whether it takes units out, so that each one left has been tried to go when it ends without a change."""
        if self.on_tree or self.on_container:
            return tree_algorithm(self.algorithm).takes_minimizer
        return not (self.is_pass or self.is_of_steps)

    @property
    def hasty(self) -> bool:
        """Whether it leaves things untried the first time, so that it has not ended with that."""
        return self.algorithm == HASTY or (self.format, self.algorithm) == (TOKENS, SINGLE_TOKENS)

    @property
    def name(self) -> str:
        """For people."""
        return f"{self.format} ({self.algorithm})"


@dataclass(frozen=True, slots=True)
class Hint:
    """A guess at what might fail: an event log with some of the steps. It is given up after so many tests."""

    log: bytes
    most: int | None = HINT_TESTS


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages from coarse to fine, gone through until all that take units out have ended on the same content.

    With a `syntax`, the name of a tree format, no candidate is tried that does not parse in it. `minimality` n: no n
    remaining units of a list stage can go together. What is wished for the parts of a container is `inside`.
    """

    format: str
    stages: tuple[Stage, ...]
    language: Language | str | None = None
    syntax: str | None = None
    minimality: int = 1
    hint: Hint | None = None
    inside: Wishes | None = None

    def measure(self, name: str) -> Callable[[bytes], int]:
        """How much a content of that name is: packed, a container may become longer when it loses something."""
        return partial(formats.weight, name) if self.inside else len


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the user wants of a plan; None leaves it to us.

    `algorithm` may be a list or a tree algorithm. `min_granularity` is the finest unit to take out: the name of a stage
    or a number of units of the last stage. A `grammar` is the language of the input, instead of one with a name. The
    passes `without` are left out. A `hint` is for event logs; so is `prefixes`, which says that each candidate is
    executed step by step up to the failure, and that a passing one answers for its prefixes. With `dependents`, steps
    go together with those that get stuck without them.
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


def plan_for(name: str, data: bytes, wishes: Wishes) -> Plan:
    """The plan for an input, by its name and content where nothing else is wished."""
    flat = _is_flat(wishes.algorithm)
    chosen = format_for(name, data, wishes, flat=flat)
    minimizer = list_algorithm(wishes.minimizer or algorithms.DEFAULT).name
    if chosen.name == formats.EVENTS:
        return _events_plan(minimizer, wishes, flat=flat)
    if chosen.parse_container is not None:
        return _container_plan(chosen, name, data, minimizer, wishes)
    if chosen.parse_document is None:
        if wishes.algorithm and not flat:
            raise UsageError(f"--algorithm {wishes.algorithm} needs a tree; name the language with --language")
        algorithm = wishes.algorithm or minimizer
        stages = tuple(Stage(units, algorithm) for units in chosen.stages)
        return Plan(chosen.name, _coarse(stages, wishes.min_granularity), minimality=wishes.minimality)
    return _tree_plan(chosen.name, minimizer, wishes)


def _tree_plan(name: str, minimizer: str, wishes: Wishes) -> Plan:
    """Removal and promotion of nodes, then single tokens, then transformations unless one algorithm is wished."""
    for each in wishes.without:
        if each not in (*EARLY, *LATE):
            raise UsageError(f"no transformation is called {each!r}; there are {', '.join((*EARLY, *LATE))}")
    left_out = {*wishes.without, *(UNCHECKED if name == formats.GRAMMAR else ())}
    named = (tree_algorithm(wishes.algorithm).name,) if wishes.algorithm else TREE_ALGORITHMS
    trees = tuple(Stage(name, each, minimizer) for each in named)
    if wishes.algorithm or wishes.min_granularity:
        stages = _coarse((*trees, Stage(TOKENS, minimizer)), wishes.min_granularity)
    else:
        early, late = ([Stage(name, each) for each in some if each not in left_out] for some in (EARLY, LATE))
        stages = (*trees, *early, Stage(TOKENS, wishes.minimizer or SINGLE_TOKENS), *late)
    return Plan(name, stages, wishes.grammar or wishes.language, name, wishes.minimality)


def _container_plan(chosen: Format, name: str, data: bytes, minimizer: str, wishes: Wishes) -> Plan:
    """Parts first, then what is in each of them, by a plan of its own."""
    if chosen.nest(name, data) is None:
        raise UsageError(f"{name} is not in the format {chosen.name}, or damaged; try --format characters")
    if wishes.algorithm and _is_flat(wishes.algorithm):
        minimizer, algorithm = wishes.algorithm, CONTAINER_ALGORITHM
    else:
        algorithm = tree_algorithm(wishes.algorithm or CONTAINER_ALGORITHM).name
    if wishes.min_granularity not in (None, "part", "parts"):
        raise UsageError(f"--min-granularity takes parts for the format {chosen.name}; not {wishes.min_granularity}")
    parts = Stage(chosen.name, algorithm, minimizer)
    stages = (parts,) if wishes.min_granularity else (parts, Stage(chosen.name, INSIDE))
    inside = Wishes(minimizer=wishes.minimizer, minimality=wishes.minimality, without=wishes.without)
    return Plan(chosen.name, stages, minimality=wishes.minimality, inside=inside)


def _events_plan(minimizer: str, wishes: Wishes, *, flat: bool) -> Plan:
    """The hint if there is one, then tasks, then steps, then steps that only go together; nothing inside a step.

    A list algorithm looks at all steps alike.
    """
    if flat:
        stage = Stage(formats.STEPS, EVENTS_ALGORITHM, wishes.algorithm or minimizer)
    else:
        stage = Stage(formats.EVENTS, tree_algorithm(wishes.algorithm or EVENTS_ALGORITHM).name, minimizer)
    guided = (Stage(formats.EVENTS, GUIDED),) if wishes.hint else ()
    late = (Stage(formats.EVENTS, DEPENDENTS),) if wishes.dependents else ()
    return Plan(formats.EVENTS, (*guided, stage, *late), minimality=wishes.minimality, hint=wishes.hint)


def _is_flat(algorithm: str | None) -> bool:
    """Whether a list algorithm is wished; neither a list nor a tree algorithm is a UsageError."""
    if algorithm is None or algorithm in list_algorithms():
        return algorithm is not None
    try:
        tree_algorithm(algorithm)
    except UsageError as error:
        raise UsageError(f"no algorithm for lists ({', '.join(list_algorithms())}) and {error}") from None
    return False


def format_for(name: str, data: bytes, wishes: Wishes, *, flat: bool = False) -> Format:
    """The format wished, or the one that the input's name and content tell; `flat` wants none with trees."""
    if wishes.format:
        return formats.format_named(wishes.format)
    if wishes.grammar or wishes.language in installed():
        return formats.format_named(formats.GRAMMAR)
    if wishes.language:
        return formats.format_named(formats.SOURCE)
    return formats.guess(name, data, flat=flat)


def _coarse(stages: tuple[Stage, ...], finest: str | None) -> tuple[Stage, ...]:
    """The stages down to the finest unit wished."""
    if finest is None:
        return stages
    if finest.isdecimal() and int(finest) > 0:
        last = stages[-1]
        return (*stages[:-1], Stage(last.format, last.algorithm, last.minimizer, int(finest)))
    names = [stage.format for stage in stages]
    plural = finest if finest in names else finest + "s"
    if plural not in names:
        there = ", ".join(dict.fromkeys(names))
        raise UsageError(f"--min-granularity takes a number of units or one of {there}; not {finest}")
    return stages[: len(names) - names[::-1].index(plural)]
