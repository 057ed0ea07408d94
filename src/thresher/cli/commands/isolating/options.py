"""`thresher options`: which options of a command cause a failure, or prevent it."""

from __future__ import annotations

import argparse
import shlex

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.condition_options import add_shared, answered, first_run_of, task_for_conditions
from thresher.conditions.environment import current_environment
from thresher.conditions.option_search import DD, OptionSearchRequest
from thresher.conditions.options import OPENING, PLACE, CommandTemplate, listed_options, split_command
from thresher.conditions.varied_program import VariedProgram
from thresher.errors import UsageError
from thresher.oracle.command import locate
from thresher.session.files.whole import read_input

WHAT = "options"


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        WHAT,
        help=COMMANDS["options"],
        usage="thresher options [options] -- PROGRAM {options: -a -b value ...} ...",
        description="Finds the options that a failure needs, or with --preventing those that prevent it. A "
        "word that does not begin with a dash belongs to the option before it; [ -a -b ] is one option.",
    )
    add_shared(
        parser,
        what=WHAT,
        source="a file of options, written as in a shell; they replace {options}, or else follow the program's name",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if the answer is complete, 1 if stopped before."""
    command = _command(options)
    everything = command.options
    task = task_for_conditions(options, WHAT, tuple(command.words(everything)))
    program = VariedProgram(
        command,
        places={word: locate(word, None) for word in command.words(everything)[1:]},
        where=first_run_of(options, WHAT),
        always=current_environment(),
        backtrace=task.oracle.backtrace,
    )
    return answered(options, OptionSearchRequest(task, program, everything, isolate=options.algorithm == DD), what=WHAT)


def _command(options: argparse.Namespace) -> CommandTemplate:
    """The words after --, or the script followed by its options."""
    listed = None
    if options.source is not None:
        text = read_input(options.source).decode("utf-8", "surrogateescape")
        listed = listed_options(text, str(options.source))
    words: tuple[str, ...] = options.program
    if options.test:
        if words and not words[0].startswith((OPENING, PLACE)):
            raise UsageError("with --test only options follow --: --test ./script -- {options: -a -b}")
        words = (*shlex.split(options.test), *(words or (PLACE,)))
    if not words:
        raise UsageError("no command to run; put it after --, for instance: -- gcc {options: -O2 -Wall} bug.c")
    return split_command(words, listed)
