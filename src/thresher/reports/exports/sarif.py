"""A reduction as SARIF 2.1.0, which code scanning services and editors read."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from thresher.reports.history.step_history import step_history
from thresher.reports.summary import Hide, Summary, as_printed
from thresher.session.folder.history import SavedFailure, SessionHistory

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
TARGET, OTHER = "target-failure", "other-failure"


def as_sarif(past: SessionHistory, summary: Summary, hide: Hide, base: Path) -> str:
    """One run: the target failure, at the lines of the input that remain, and the other failures. Paths are
    relative to `base` where they can be.
    """
    results = [_target(past, summary, base), *(_other(each, hide, base) for each in summary.others)]
    driver = {
        "name": "thresher",
        **({"version": past.versions.thresher} if past.versions else {}),
        "rules": [
            {"id": TARGET, "shortDescription": {"text": "A program fails on this input"}},
            {"id": OTHER, "shortDescription": {"text": "A program fails in another way on this input"}},
        ],
    }
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _target(past: SessionHistory, summary: Summary, base: Path) -> dict[str, object]:
    lines = [f"{summary.title} ({summary.name}, reduced from {summary.before:,} to {summary.after:,} bytes)"]
    lines += [*summary.failure, f"Reproduce: {summary.test}"]
    location = {"artifactLocation": {"uri": _address(Path(past.about.input), base)}, "region": _region(past)}
    result = {"physicalLocation": {"artifactLocation": {"uri": _address(Path(past.about.output), base)}}}
    return {
        "ruleId": TARGET,
        "level": "error",
        "message": {"text": "\n".join(lines)},
        "locations": [{"physicalLocation": location}],
        "relatedLocations": [{"id": 1, "message": {"text": "the reduced input"}, **result}],
        "partialFingerprints": {"failure/v1": _digest("\n".join(summary.failure))},
    }


def _region(past: SessionHistory) -> dict[str, int]:
    """The lines from the first to the last part of the input that remains."""
    kept = step_history(past).kept if past.before is not None else None
    if not kept or past.before is None:
        return {"startLine": 1}
    first, last = kept[0].start, max(kept[-1].stop - 1, 0)
    return {"startLine": 1 + past.before.count(b"\n", 0, first), "endLine": 1 + past.before.count(b"\n", 0, last)}


def _other(other: SavedFailure, hide: Hide, base: Path) -> dict[str, object]:
    location = {"artifactLocation": {"uri": _address(other.input, base)}, "region": {"startLine": 1}}
    return {
        "ruleId": OTHER,
        "level": "warning",
        "message": {"text": as_printed(other.message, hide).strip() or other.name},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"failure/v1": _digest(other.name)},
    }


def _address(path: Path, base: Path) -> str:
    """A relative address of a file below the base; else an absolute one."""
    whole, top = path.resolve(), base.resolve()
    return quote(os.fsencode(whole.relative_to(top))) if whole.is_relative_to(top) else whole.as_uri()


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
