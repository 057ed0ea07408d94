"""The stages a plan can have: a closed family, each with what it does to a content and what it guarantees.

`run` takes a failing content and returns one that fails and is no larger. On the first visit a stage expects that much
can go; on later ones (`again`), that nearly all is needed. A stage that `certifies` has tried each remaining unit alone
when it ends without a change; one that `leaves_untried` some has not, the first time. `why` is the reason for its place
in the plan, to be shown.
"""

from __future__ import annotations

from typing import TypeAlias

from thresher.plan.stages.containers import ContainerStage, EmbeddedStage, InsideStage
from thresher.plan.stages.dependencies import DependencyStage
from thresher.plan.stages.external import ExternalStage
from thresher.plan.stages.general import GeneralStage
from thresher.plan.stages.hypotheses import HypothesesStage
from thresher.plan.stages.lists import ListStage
from thresher.plan.stages.outline import OutlineStage
from thresher.plan.stages.passes import ClangDeltaStage, JointStage, PassStage
from thresher.plan.stages.steps import DependentsStage, DetoursStage, HintStage
from thresher.plan.stages.trees import TreeStage

Stage: TypeAlias = (
    ListStage
    | TreeStage
    | DependencyStage
    | PassStage
    | JointStage
    | ClangDeltaStage
    | ExternalStage
    | ContainerStage
    | EmbeddedStage
    | InsideStage
    | GeneralStage
    | HintStage
    | HypothesesStage
    | OutlineStage
    | DependentsStage
    | DetoursStage
)

__all__ = [
    "ClangDeltaStage",
    "ContainerStage",
    "DependencyStage",
    "DependentsStage",
    "DetoursStage",
    "EmbeddedStage",
    "ExternalStage",
    "GeneralStage",
    "HintStage",
    "HypothesesStage",
    "InsideStage",
    "JointStage",
    "ListStage",
    "OutlineStage",
    "PassStage",
    "Stage",
    "TreeStage",
]
