"""What an importer returns."""

from __future__ import annotations

from dataclasses import dataclass, field

from thresher.web.readers.steps import Step


@dataclass(frozen=True, slots=True)
class Imported:
    """The steps of a recording; `notes` say in one line each what is left out, and why."""

    steps: list[Step]
    notes: list[str] = field(default_factory=list)
