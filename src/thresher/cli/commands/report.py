"""`thresher report`: a reduction as a page for the browser."""

from __future__ import annotations

import argparse
from pathlib import Path

from thresher.cli.commands import COMMANDS
from thresher.reports.html import write_report
from thresher.session.files.streams import is_stdout
from thresher.session.files.whole import check_output_file
from thresher.session.folder.history import find


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "report",
        help=COMMANDS["report"],
        usage="thresher report [INPUT or FOLDER] [-o FILE]",
        description="Writes a page with the input and the result, the curve, every successful step, the numbers and "
        "how to reproduce them. It is one file that works in any browser, offline. thresher reduce writes it too.",
    )
    parser.add_argument(
        "where",
        type=Path,
        nargs="?",
        metavar="INPUT or FOLDER",
        help="the file that was reduced, its session's folder, or a directory with sessions (default: this one)",
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="default: report.html in the session's folder"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """0 once the page is written; its path is printed unless the page is."""
    folder = find(options.where or Path())
    if options.output is not None:
        check_output_file(options.output)
    written = write_report(folder, output=options.output)
    if not is_stdout(written):
        print(written)
    return 0
