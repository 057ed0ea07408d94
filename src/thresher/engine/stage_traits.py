"""What the rounds have to know of a stage beyond its own fields."""

from __future__ import annotations

from thresher.passes import pass_named
from thresher.plan.stages import GeneralStage, PassStage, Stage
from thresher.plan.stages.general import CHARACTERS, PAYS


def is_likely(stage: Stage) -> bool:
    """Whether one test says whether a stage finds anything."""
    return isinstance(stage, PassStage) and pass_named(stage.transformation).likely


def leaves_format(stage: Stage) -> bool:
    """Whether a stage tests candidates that need not be in the format."""
    return isinstance(stage, GeneralStage) or (
        isinstance(stage, PassStage) and pass_named(stage.transformation).need_not_parse
    )


def has_tried_all_characters(stage: Stage, current: bytes, left: bytes) -> bool:
    """Whether what a stage has left is 1-minimal in its characters."""
    return isinstance(stage, GeneralStage) and stage.format == CHARACTERS and len(left) <= PAYS * len(current)
