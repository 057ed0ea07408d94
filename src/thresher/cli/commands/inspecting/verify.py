"""`thresher verify`: proof that no single unit of a result can be removed."""

from __future__ import annotations

import argparse
import json

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.commands.reducing.reduce import named
from thresher.cli.inputs import add_inputs, inputs_of
from thresher.cli.options import add_oracle, add_output, add_search
from thresher.cli.progress_output import ProgressOutput
from thresher.cli.result_output import STOPPED_EARLY
from thresher.cli.settings import task_for
from thresher.engine.record.statistics import Statistics
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.reports.forecast import duration
from thresher.session.files.streams import is_stdout
from thresher.session.files.whole import check_output_file, write_whole
from thresher.verify.removals import Certificate, Removal
from thresher.verify.verification import verify_file

MOST_LISTED = 20  # removals from an input that is far from minimal


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "verify",
        help=COMMANDS["verify"],
        usage="thresher verify RESULT [options] -- COMMAND {}   or   thresher verify SCRIPT RESULT [options]",
        description="Tries every single removal and prints a certificate: what was removed, what happened then, and in "
        "which units.",
    )
    add_inputs(parser, "RESULT", "a failing file or directory, usually a reduced one")
    add_oracle(parser)
    add_search(parser)
    add_output(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 if no single unit can be removed, 1 if one can, or if it was stopped before all was tried."""
    inputs = inputs_of(options)
    if len(inputs) > 1:
        raise UsageError("thresher verify takes one result; to verify several, run it for each")
    options.input = named(inputs[0])
    if options.output is not None:
        check_output_file(options.output, options.input)
    task = task_for(options, options.input, options.output or options.input)
    output = ProgressOutput(quiet=options.quiet, parts=progress)
    certificate = verify_file(task, output.opened)
    output.clear()
    text = as_json(certificate) if options.json else "\n".join(as_text(certificate))
    print(text if options.json else "\n".join(as_text(certificate, most=MOST_LISTED)))
    if options.output is not None and not is_stdout(options.output):
        write_whole(options.output, f"{text}\n".encode("utf-8", "surrogateescape"))
    return 0 if certificate.minimal else STOPPED_EARLY


def progress(done: Statistics) -> list[str]:
    """How many removals were tested, how many of them show the failure, and the time left.

    >>> from thresher.kernel.events import StageStarted
    >>> progress(Statistics(tests=40, seconds=10.0, stage=StageStarted(0.0, "", "", 100)))
    ['40 of 100 single removals tested', '15 s left']
    """
    if done.stage is None or not done.stage.units or not done.tests:
        return []
    tested, failing = min(done.tests, done.stage.units), done.outcomes[Outcome.FAIL]
    parts = [f"{tested:,} of {done.stage.units:,} single removals tested"]
    if failing:
        parts.append(f"not minimal: {failing:,} show the failure")
    return [*parts, f"{duration((done.stage.units - tested) * done.seconds / done.tests)} left"]


def as_text(certificate: Certificate, *, most: int | None = None) -> list[str]:
    """One line per removal, and the conclusion. Of many that show the failure, only the first `most` are listed."""
    count = len(certificate.removals)
    failing = [removal for removal in certificate.removals if removal.outcome is Outcome.FAIL]
    if most is not None and len(failing) > most:
        lines = [*map(_line, failing[:most]), f"... and {len(failing) - most:,} more; --json and -o FILE list all"]
    else:
        lines = list(map(_line, certificate.removals))
    if certificate.minimal:
        unparsed = sum(removal.outcome is None for removal in certificate.removals)
        left_out = f" ({unparsed} of them not tried: the rest does not parse)" if unparsed else ""
        lines.append(f"{certificate.claim}: none of {count} removals shows the failure{left_out}")
        return [*lines, *([f"not minimal in smaller units: {certificate.caveat}"] if certificate.caveat else [])]
    if not certificate.complete:
        return [*lines, "not complete: stopped before all removals were tried"]
    return [*lines, f"not minimal: {len(failing):,} of {count:,} removals show the failure; thresher reduce does them"]


def _line(removal: Removal) -> str:
    return f"{removal.what}: {removal.became}"


def as_json(certificate: Certificate) -> str:
    """The certificate for programs."""
    record = {
        "minimal": certificate.minimal and not certificate.caveat,
        "claim": certificate.claim if certificate.minimal else "",
        "caveat": certificate.caveat,
        "complete": certificate.complete,
        "criterion": certificate.criterion,
        "removals": [
            {
                "stage": removal.stage,
                "text": removal.text,
                "replaced_by": removal.instead or None,
                "outcome": removal.outcome.value if removal.outcome else None,
                "reason": removal.reason,
            }
            for removal in certificate.removals
        ],
    }
    return json.dumps(record, indent=1)
