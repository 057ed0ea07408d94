"""What a reduction's folder says about itself, so that a report needs nothing but the folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.session.files import write_whole
from thresher.session.removals import Certificate, Removal

ABOUT, CERTIFICATE, COMMAND = "about.json", "certificate.json", "command.json"


@dataclass(frozen=True, slots=True)
class About:
    """The input by its path, digest and size, where the result is, what is looked for, how the input is looked at."""

    input: str
    digest: str
    size: int
    output: str
    criterion: list[str]
    format: str
    remembered: int = 0

    @property
    def name(self) -> str:
        return Path(self.input).name

    def write(self, folder: Path) -> None:
        write_whole(folder / ABOUT, json.dumps(asdict(self), indent=1).encode())


def read_about(folder: Path) -> About:
    """A folder without is a UsageError: it is no reduction's, or one of an older version."""
    try:
        return About(**json.loads((folder / ABOUT).read_bytes()))
    except FileNotFoundError:
        raise UsageError(f"{folder} is no folder of a reduction; run thresher reduce first") from None
    except (ValueError, TypeError):
        raise _damaged(folder / ABOUT) from None


def read_command(folder: Path) -> tuple[list[str], Path]:
    """The arguments of the command that made the session, and the directory it was run in."""
    path = folder / COMMAND
    try:
        record = json.loads(path.read_bytes())
        return [str(each) for each in record["arguments"]], Path(record["directory"])
    except (OSError, ValueError, KeyError, TypeError):
        raise _damaged(path) from None


def write_certificate(folder: Path, certificate: Certificate) -> None:
    """What is known of the single removals from the result."""
    rows = [[each.stage, each.text, each.outcome and each.outcome.value, each.reason] for each in certificate.removals]
    write_whole(folder / CERTIFICATE, json.dumps({"complete": certificate.complete, "removals": rows}).encode())


def forget_certificate(folder: Path) -> None:
    """The result is another one now."""
    (folder / CERTIFICATE).unlink(missing_ok=True)


def read_certificate(folder: Path) -> Certificate | None:
    """The certificate of a complete reduction; None if there is none."""
    path = folder / CERTIFICATE
    if not path.exists():
        return None
    try:
        record = json.loads(path.read_bytes())
        found = tuple(
            Removal(str(stage), str(text), Outcome(outcome) if outcome else None, str(reason))
            for stage, text, outcome, reason in record["removals"]
        )
        return Certificate(found, bool(record["complete"]), [])
    except (ValueError, KeyError, TypeError):
        raise _damaged(path) from None


def _damaged(path: Path) -> UsageError:
    return UsageError(f"{path} is damaged; run the original command again instead")
