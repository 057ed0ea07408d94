"""Writes the HTML report of a reduction into its folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.oracle.secrets import Secrets
from thresher.reports.page import page
from thresher.session.files import write_whole
from thresher.session.past import read_past

NAME, EXPLANATION = "report.html", "explanation.json"


def write_report(folder: Path, *, before: bytes | None = None, output: Path | None = None) -> Path:
    """Where the report of the session in a folder was written: there, unless `output` says otherwise.

    `before` is the input if it is at hand. The page holds no variable of the environment: the values of those that
    look like secrets are looked for, to be left out.
    """
    path = output or folder / NAME
    text = page(read_past(folder, before), Secrets.of(os.environb).hide, _explanation(folder))
    write_whole(path, text.encode("utf-8", "replace"))
    return path


def _explanation(folder: Path) -> dict[str, Any] | None:
    """What thresher explain found out, if it was asked."""
    path = folder / EXPLANATION
    if not path.exists():
        return None
    try:
        found: dict[str, Any] = json.loads(path.read_bytes())
    except ValueError:
        raise UsageError(f"{path} is damaged; run thresher explain again") from None
    return found
