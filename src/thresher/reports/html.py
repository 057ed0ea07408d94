"""Writes the HTML report of a reduction into its folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.oracle.secrets import Secrets
from thresher.reports.page.explanation import check_record, is_outdated
from thresher.reports.page.whole import page
from thresher.session.files.whole import write_own, write_whole
from thresher.session.folder.history import read_history
from thresher.session.folder.saved import read_record

NAME, EXPLANATION = "report.html", "explanation.json"


def write_report(folder: Path, *, before: bytes | None = None, output: Path | None = None) -> Path:
    """Where the report of the session in a folder was written: there, unless `output` says otherwise.

    `before` is the input if it is at hand. The page holds no variable of the environment: the values of those that
    look like secrets are left out.
    """
    path = output or folder / NAME
    write = write_own if output is None else write_whole
    write(path, report_page(folder, before=before, place=path))
    return path


def report_page(folder: Path, *, before: bytes | None = None, place: Path | None = None, linked: bool = True) -> bytes:
    """The report as it would be written to `place`, which its links to files are relative to; writes nothing."""
    history, hide = read_history(folder, before), Secrets.of(os.environb).hide
    place = place or folder / NAME if linked else None
    return page(history, hide, _explanation(folder), place).encode("utf-8", "replace")


def _explanation(folder: Path) -> dict[str, Any] | None:
    """What thresher explain found out, if it was asked."""
    path = folder / EXPLANATION
    if not path.is_file():
        return None
    try:
        record = read_record(path)
        if is_outdated(record):
            return None
        check_record(record)
    except (UsageError, ValueError, TypeError, KeyError):
        raise UsageError(f"{path} is damaged; run thresher explain again") from None
    return dict(record)
