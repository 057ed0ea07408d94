"""`thresher environment`: which environment variables cause a failure, or prevent it."""

from __future__ import annotations

import argparse

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.condition_options import add_shared, answered, first_run_of, task_for_conditions
from thresher.conditions.environment import current_environment, read_environment, variables
from thresher.conditions.option_search import DD, OptionSearchRequest
from thresher.conditions.options import CommandTemplate
from thresher.conditions.varied_program import VariedProgram
from thresher.oracle.command import locate
from thresher.session.files.whole import read_input

WHAT = "variables"
NAME = "environment"


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        NAME,
        help=COMMANDS["environment"],
        usage="thresher environment [options] -- COMMAND",
        description="Finds the environment variables that a failure needs, or with --preventing those that prevent "
        "it. Only names are printed and saved, never values.",
    )
    add_shared(
        parser,
        what=WHAT,
        source="NAME=VALUE lines, or the output of env -0 (default: the current environment)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if the answer is complete, 1 if stopped before."""
    task = task_for_conditions(options, NAME)
    if options.source is None:
        environment = current_environment()
    else:
        environment = read_environment(read_input(options.source), str(options.source))
    program = VariedProgram(
        CommandTemplate(task.oracle.command, ()),
        places={word: locate(word, None) for word in task.oracle.command[1:]},
        where=first_run_of(options, WHAT),
        varied=environment,
        backtrace=task.oracle.backtrace,
    )
    request = OptionSearchRequest(task, program, variables(environment), isolate=options.algorithm == DD)
    return answered(options, request, what=WHAT)
