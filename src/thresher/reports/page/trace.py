"""The steps of an algorithm on a small list, as text and as a page: which candidate, which outcome, what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

from thresher.algorithms.tracing import TracedStep
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection

LEFT_OUT = "."
ASSETS = files("thresher.reports.page") / "assets"


@dataclass(frozen=True, slots=True)
class PlayedList:
    """A list of units in text, and how an algorithm works on it."""

    algorithm: str
    units: Sequence[str]
    separator: str
    failure: str

    def text(self, kept: Selection) -> str:
        """The text of a candidate."""
        return self.separator.join(self.units[unit] for unit in kept)

    def picture(self, kept: Selection) -> str:
        """The candidate with dots for the units that are left out, so that all candidates have the same width."""
        return self.separator.join(
            unit if number in kept else LEFT_OUT * len(unit) for number, unit in enumerate(self.units)
        )

    def heading(self) -> str:
        return f"{self.algorithm} on {len(self.units)} units; the failure occurs if {self.failure}"

    def line(self, step: TracedStep[Selection]) -> str:
        """A step as a line of text."""
        outcome = step.outcome.name + (" (cached)" if step.known else "")
        return f"{step.number:4}  {self.picture(step.candidate)}  {outcome:19} {step.label}: {follows(step)}"

    def end(self, result: Selection, tests: int) -> str:
        return f"{tests} tests; what is left: {self.text(result)}"

    def page(self, steps: Sequence[TracedStep[Selection]], result: Selection, tests: int) -> str:
        """All steps as a page that works offline, in any browser; the arrow keys step through it."""
        page = (ASSETS / "trace.html").read_text("utf-8")
        return page.format(
            title=escape(f"{self.algorithm}, step by step"),
            about=escape(self.heading()),
            style=(ASSETS / "trace.css").read_text("utf-8"),
            rows="\n".join(map(self._row, steps)),
            end=escape(self.end(result, tests)),
            script=(ASSETS / "trace.js").read_text("utf-8"),
        )

    def _row(self, step: TracedStep[Selection]) -> str:
        cached = " (cached)" if step.known else ""
        progress = " progress" if step.progress else ""
        cells = (
            f"<td>{step.number}</td><td>{escape(step.label)}</td><td class=units>{''.join(self._cells(step))}</td>"
            f"<td class=outcome>{step.outcome.name}{cached}</td><td>{escape(follows(step))}</td>"
        )
        return f'<tr class="{step.outcome.name}{progress}">{cells}</tr>'

    def _cells(self, step: TracedStep[Selection]) -> Iterator[str]:
        for number, unit in enumerate(self.units):
            tag = "b" if number in step.candidate else "i"
            yield f"<{tag}>{escape(unit)}</{tag}>{escape(self.separator)}"


def follows(step: TracedStep[Selection]) -> str:
    """What the search does after this answer, in words."""
    if step.progress:
        return f"progress, continue with these {len(step.candidate)} units"
    if step.outcome is Outcome.UNRESOLVED:
        return "cannot tell, try the next candidate"
    return "try the next candidate"
