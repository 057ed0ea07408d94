"""Other plans made from the default one: for a quick search, for a first look at each part, for another way down."""

from __future__ import annotations

from thresher.plan.default import PARTS
from thresher.plan.stages import (
    ContainerStage,
    DependencyStage,
    DependentsStage,
    DetoursStage,
    GeneralStage,
    HintStage,
    HypothesesStage,
    InsideStage,
    ListStage,
    OutlineStage,
    PassStage,
    Stage,
    TreeStage,
)

QUICK_TREES = ("callers", "nesting_path", "function_bodies", "equal_parts", "heaviest", "hoist")
QUICK_PASSES = ("comments", "whitespace", "indentation", "names")  # most of their edits succeed, so one test is enough


def quick_stages(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """For a quick search: removal, and what most likely succeeds in one test."""
    removing = (
        ListStage,
        OutlineStage,
        DependencyStage,
        ContainerStage,
        InsideStage,
        HintStage,
        HypothesesStage,
        DependentsStage,
        DetoursStage,
    )
    return tuple(
        stage
        for stage in stages
        if isinstance(stage, removing)
        or (isinstance(stage, TreeStage) and stage.algorithm in (*QUICK_TREES, PARTS))
        or (isinstance(stage, PassStage) and stage.transformation in QUICK_PASSES)
    )


def coarse_stages(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """What a quick search begins with: no units finer than those of the first stage."""
    quick = quick_stages(stages)
    fine = [each for each in quick if isinstance(each, ListStage)][1:]
    return tuple(each for each in quick if each not in fine and not (isinstance(each, InsideStage) and not each.coarse))


def other_route(stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
    """For a second search from the beginning: lines and tokens first, which other removals are possible after."""
    return (
        GeneralStage("lines", misses=100, why="another way down: lines, whatever the format takes for one piece"),
        GeneralStage("tokens", misses=40, why="another way down: tokens, whatever the format requires"),
        *stages,
    )
