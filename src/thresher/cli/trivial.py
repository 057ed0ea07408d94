"""Whether a reduction continues where an empty input shows the failure as well."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from thresher.cli.settings import task_for
from thresher.session.task import Task


def add_allow_trivial(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--allow-trivial", action="store_true", help="continue even if an empty input shows the same failure"
    )


def reduction_task(options: argparse.Namespace, failing: Path, output: Path) -> Task:
    """As `task_for`, for a reduction, which stops where the empty input fails as well, unless that is allowed."""
    task = task_for(options, failing, output)
    trust = replace(task.search.trust, allow_trivial=options.allow_trivial)
    return replace(task, search=replace(task.search, trust=trust))
