"""`about.json` and `certificate.json`: what a report needs to know beside the journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.session.files.whole import write_own
from thresher.session.folder.saved import argument, count, damaged, read_record, text, texts

if TYPE_CHECKING:
    from thresher.verify.removals import Certificate, Removal

ABOUT, CERTIFICATE = "about.json", "certificate.json"


@dataclass(frozen=True, slots=True)
class About:
    """The input by path, digest and size, the output, the criterion, and the format.

    `claim` and `caveat` say what a finished search guarantees of the result, and what it has not tried;
    `scope`, whether candidates outside the format were tested. `test` is the script of the user, if there is one.
    """

    input: str
    digest: str
    size: int
    output: str
    criterion: list[str]
    format: str
    cached: int = 0
    claim: str = ""
    caveat: str = ""
    scope: str = ""
    test: str = ""

    @property
    def name(self) -> str:
        return Path(self.input).name

    def write(self, folder: Path) -> None:
        write_own(folder / ABOUT, json.dumps(asdict(self), indent=1).encode())


def read_about(folder: Path) -> About:
    """Reads `about.json`; UsageError if the folder is not a session folder, or the file is damaged."""
    path = folder / ABOUT
    try:
        record = read_record(path)
        return About(
            input=argument(record["input"]),
            digest=text(record["digest"]),
            size=count(record["size"]),
            output=argument(record["output"]),
            criterion=texts(record["criterion"]),
            format=text(record["format"]),
            cached=count(record.get("cached", 0)),
            claim=text(record.get("claim", "")),
            caveat=text(record.get("caveat", "")),
            scope=text(record.get("scope", "")),
            test=text(record.get("test", "")),
        )
    except FileNotFoundError:
        raise UsageError(f"{folder} is not a session folder; run thresher reduce first") from None
    except (ValueError, KeyError):
        raise damaged(path) from None


def write_certificate(folder: Path, certificate: Certificate) -> None:
    """Writes the verdicts on the single removals from the result."""
    rows = [
        [each.stage, each.text, each.outcome and each.outcome.value, each.reason, each.instead]
        for each in certificate.removals
    ]
    write_own(folder / CERTIFICATE, json.dumps({"complete": certificate.complete, "removals": rows}).encode())


def forget_certificate(folder: Path) -> None:
    """Removes the certificate: the result has changed."""
    (folder / CERTIFICATE).unlink(missing_ok=True)


def read_certificate(folder: Path) -> Certificate | None:
    """The certificate of a complete reduction; None if there is none."""
    from thresher.verify.removals import Certificate  # noqa: PLC0415 - imported before it is needed, it slows the start

    path = folder / CERTIFICATE
    if not path.exists():
        return None
    try:
        record = read_record(path)
        return Certificate(tuple(map(_removal, record["removals"])), bool(record["complete"]), [])
    except (ValueError, KeyError, TypeError):
        raise damaged(path) from None


def _removal(row: list[object]) -> Removal:
    from thresher.verify.removals import Removal  # noqa: PLC0415 - likewise

    stage, shown, outcome, reason, *instead = row
    return Removal(
        text(stage), text(shown), Outcome(outcome) if outcome else None, text(reason), *map(text, instead[:1])
    )
