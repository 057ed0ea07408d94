"""Writes the HTML report of a reduction into its folder."""

from __future__ import annotations

import os
from pathlib import Path

from thresher.reports.page import page
from thresher.reports.secrets import Secrets
from thresher.session.files import write_whole
from thresher.session.past import read_past

NAME = "report.html"


def write_report(folder: Path, *, before: bytes | None = None, output: Path | None = None) -> Path:
    """Where the report of the session in a folder was written: there, unless `output` says otherwise.

    `before` is the input if it is at hand. The page holds no variable of the environment: the values of those that
    look like secrets are looked for, to be left out.
    """
    path = output or folder / NAME
    text = page(read_past(folder, before), Secrets.of(os.environ).hide)
    write_whole(path, text.encode("utf-8", "replace"))
    return path
