"""Which units and which algorithm, in which order: the plan of a reduction, decided before anything is asked."""

from __future__ import annotations

from dataclasses import dataclass

from thresher import algorithms, formats
from thresher.errors import UsageError


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages from coarse to fine, gone through until a whole round changes nothing.

    `factor` neighbouring units of the last stage are one. `minimality` n: no n remaining units can go together.
    """

    format: str
    stages: tuple[str, ...]
    algorithm: str = algorithms.DEFAULT
    factor: int = 1
    minimality: int = 1


def plan_for(
    name: str,
    data: bytes,
    *,
    format: str | None = None,
    algorithm: str | None = None,
    min_granularity: str | None = None,
    minimality: int = 1,
) -> Plan:
    """The plan for an input, by its name and content unless a format is given.

    `min_granularity` is the finest unit to take out: the name of a stage, or a number of units of the last stage.
    """
    chosen = formats.format_named(format) if format else formats.guess(name, data)
    algorithm = algorithms.list_algorithm(algorithm or algorithms.DEFAULT).name
    stages, factor = _coarse(chosen.stages, min_granularity)
    return Plan(chosen.name, stages, algorithm, factor, minimality)


def _coarse(stages: tuple[str, ...], min_granularity: str | None) -> tuple[tuple[str, ...], int]:
    if min_granularity is None:
        return stages, 1
    if min_granularity.isdecimal() and int(min_granularity) > 0:
        return stages, int(min_granularity)
    plural = min_granularity if min_granularity in stages else min_granularity + "s"
    if plural in stages:
        return stages[: stages.index(plural) + 1], 1
    raise UsageError(f"--min-granularity takes a number of units or one of {', '.join(stages)}; not {min_granularity}")
