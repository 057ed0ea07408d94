"""What a generated script expects, and says about itself."""

from __future__ import annotations

import re

from thresher.oracle.failures.signature import HANG
from thresher.ui.reducing.failure import LearnedUiFailure, UiCriterion

SLACK = 3.0  # a script measures nothing first, so it waits longer
_PLACEHOLDER = re.compile(r"<\w+>")


def about_script(criterion: UiCriterion, needs: str) -> str:
    """The docstring of a script."""
    words = "; ".join(criterion.describe()).replace('"""', "'''").replace("\\", "")
    return (
        f"Replays a reduced session. Exits with 1 if the failure occurs: {words}\n\n"
        f"Run it where the files of the program are; they are copied. {needs}\n"
    )


def expected_end(criterion: UiCriterion, printed: bytes) -> dict[str, object]:
    """How the program ends when it fails."""
    words = "; ".join(criterion.describe())
    if not isinstance(criterion, LearnedUiFailure):
        return {"kind": "text", "words": words}
    signature = criterion.signature
    if signature.kind == HANG:
        return {"kind": "hang", "words": words}
    status = signature.exit_code if signature.signal is None else -signature.signal
    return {"kind": "end", "status": status, "pattern": _pattern(signature.lines, printed), "words": words}


def _pattern(lines: tuple[str, ...], printed: bytes) -> str:
    """A pattern for the first line of a message; empty if it would not find the message in the output."""
    pattern = ".*".join(re.escape(part) for part in _PLACEHOLDER.split(lines[0])) if lines else ""
    return pattern if re.search(pattern.encode(), printed) else ""
