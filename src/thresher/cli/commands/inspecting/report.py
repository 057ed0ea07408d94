"""`thresher report`: a reduction as a page for the browser, for a bug tracker, or for continuous integration."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from thresher.cli.argument_types import Subparsers
from thresher.cli.commands import COMMANDS
from thresher.cli.options import add_session
from thresher.errors import UsageError
from thresher.oracle.secrets import Secrets
from thresher.reports.exports.issue import KINDS, as_issue
from thresher.reports.exports.junit import as_junit
from thresher.reports.exports.markdown import as_markdown
from thresher.reports.exports.sarif import as_sarif
from thresher.reports.html import write_report
from thresher.reports.summary import summarize
from thresher.session.files.streams import STDOUT, is_stdout
from thresher.session.files.whole import check_output_file, write_whole
from thresher.session.folder.history import find, read_history

FORMATS = ("html", "markdown", "sarif", "junit")


def add_to(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "report",
        help=COMMANDS["report"],
        usage="thresher report [INPUT or FOLDER] [--format FORMAT | --issue PROJECT] [-o FILE]",
        description="Writes a page with the input and the result, the curve, every successful step, the numbers and "
        "how to reproduce them. It is one file that works in any browser, offline. thresher reduce writes it too. "
        "Other formats are for bug trackers and continuous integration. Nothing is run: everything is read from the "
        "session.",
    )
    add_session(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="html (the default), markdown (bug trackers), sarif (code scanning) or junit (continuous integration)",
    )
    parser.add_argument(
        "--issue",
        choices=tuple(KINDS),
        metavar="PROJECT",
        help="the text of a bug report as a project wants it: gcc, llvm, rust or generic; its first line is the title",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="default: report.html in the session's folder; standard output for other formats",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 once the report is written; its path is printed unless the report is."""
    if options.format and options.issue:
        raise UsageError("--format and --issue cannot be combined; --issue has a format of its own")
    folder = find(options.where or Path())
    if options.output is not None:
        check_output_file(options.output)
    if options.issue or options.format not in (None, "html"):
        written = options.output or STDOUT
        write_whole(written, _text(folder, options).encode("utf-8", "replace"))
    else:
        written = write_report(folder, output=options.output)
    if not is_stdout(written):
        print(written)
    return 0


def _text(folder: Path, options: argparse.Namespace) -> str:
    """The report in a format for other programs."""
    past, hide = read_history(folder), Secrets.of(os.environb).hide
    summary = summarize(past, hide)
    if options.issue:
        return as_issue(summary, options.issue)
    match options.format:
        case "markdown":
            return as_markdown(summary, hide)
        case "junit":
            return as_junit(summary, hide)
        case _:
            return as_sarif(past, summary, hide, Path.cwd())
