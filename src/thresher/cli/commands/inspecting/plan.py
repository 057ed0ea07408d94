"""`thresher plan`: what would be done for an input, stage by stage, without running anything."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_search
from thresher.cli.settings import plan_options
from thresher.formats import SOURCE
from thresher.formats.source.languages import guess_language
from thresher.plan import Plan, plan_for
from thresher.plan.stages import (
    ClangDeltaStage,
    ContainerStage,
    DependencyStage,
    EmbeddedStage,
    GeneralStage,
    InsideStage,
    JointStage,
    ListStage,
    PassStage,
    Stage,
    TreeStage,
)
from thresher.session.run import check_language, read_content

WIDTH = 40  # characters for what a stage does


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "plan",
        help=COMMANDS["plan"],
        usage="thresher plan INPUT [options]",
        description="Prints the stages of a reduction in their order, each with the reason for its place. Takes the "
        "options of thresher reduce that choose a format, a language or an algorithm.",
    )
    parser.add_argument("input", type=Path, metavar="INPUT", help="the file or directory that would be reduced")
    add_search(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0; nothing is run and nothing is written."""
    data = read_content(options.input)
    plan = plan_for(options.input.name, data, plan_options(options))
    check_language(plan, options.input.name, data)
    print("\n".join(described(plan, options.input.name, data)))
    return 0


def described(plan: Plan, name: str, data: bytes) -> Iterator[str]:
    """The plan as lines of text."""
    language = plan.syntax.language_name if plan.syntax else None
    if language is None and plan.format == SOURCE:
        language = guess_language(name, data)
    yield f"{name}: {len(data):,} bytes, format {plan.format}{f' ({language})' if language else ''}"
    for number, stage in enumerate(plan.stages, start=1):
        what = action(stage)
        yield f"{number:3}. {what:{WIDTH}} {stage.why}".rstrip()
    yield "repeated until the stages that remove units find nothing more on the same content"
    if any(isinstance(stage, GeneralStage) for stage in plan.stages):
        yield "stages that remove any units do so without regard to the format; --valid leaves them out"


def action(stage: Stage) -> str:
    """What a stage does, in a few words."""
    match stage:
        case ListStage():
            units = stage.format if stage.factor == 1 else f"{stage.factor} {stage.format} at a time"
            return f"remove {units} ({stage.algorithm})"
        case TreeStage() | DependencyStage():
            return f"{_done_to_nodes(stage)} ({stage.algorithm})"
        case PassStage() | JointStage() | ClangDeltaStage() | EmbeddedStage():
            return f"transform: {stage.transformation}"
        case ContainerStage():
            return f"remove parts of {stage.format} ({stage.algorithm})"
        case InsideStage():
            return f"reduce inside the parts of {stage.format}"
        case _:
            return stage.action


def _done_to_nodes(stage: TreeStage | DependencyStage) -> str:
    if isinstance(stage, DependencyStage):
        return "remove members and bodies" if stage.inside else "remove declarations"
    return f"{'remove' if stage.certifies else 'rearrange'} {stage.format} nodes"
