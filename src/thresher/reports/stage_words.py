"""What a stage does, in words for people who do not know its algorithm."""

from __future__ import annotations

from thresher.kernel.events import StageStarted
from thresher.reports.format_names import NODES, counted_units

WORDS = {
    "nesting_path": "flattening deep nesting",
    "callers": "removing calls, and what only they need",
    "function_bodies": "emptying function bodies",
    "equal_parts": "removing large parts",
    "hoist": "replacing nodes by smaller ones inside them",
    "unwrap": "replacing blocks by their contents",
    "unreferenced_first": "removing files that nothing refers to",
    "uses": "removing names with all their uses",
    "comments": "removing comments",
    "whitespace": "removing white space",
    "qualifiers": "removing scopes with the names in them",
    "dedent": "replacing statements by their blocks",
    "brackets": "removing brackets",
    "tags": "shortening tags",
    "adjacent": "removing neighbours together",
    "arguments": "removing parameters with their arguments",
    "columns": "removing columns with their values",
    "joining": "joining neighbours",
    "merging": "using one name for two",
    "literals": "simplifying numbers and strings",
    "unparsable": "removing tokens that the syntax needs",
    "clang_delta": "transforming with clang_delta",
    "names": "shortening names",
    "lone_names": "merging names that occur once",
    "rddmin": "trying the steps of the hint",
    "dependents": "removing steps with those that need them",
}


def stage_words(stage: StageStarted) -> str:
    """What the stage does.

    >>> stage_words(StageStarted(0.0, "lines", "hgt", 50)), stage_words(StageStarted(0.0, "source", "unwrap", 9))
    ('removing lines', 'replacing blocks by their contents')
    >>> stage_words(StageStarted(0.0, "tokens", "one_by_one", 50, confirms=True))
    'trying each of 50 tokens alone'
    """
    if stage.algorithm in WORDS:
        return WORDS[stage.algorithm]
    if stage.algorithm.startswith("reducer "):
        return f"testing the candidates of the {stage.algorithm}"
    if stage.confirms:
        return f"trying each of {counted_units(stage.stage, stage.units)} alone"
    return f"removing {NODES.get(stage.stage, counted_units(stage.stage, 2).partition(' ')[2])}"
