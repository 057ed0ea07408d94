"""A table that is printed row by row and saved in benchmarks/results."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).parent / "results"


class Report:
    """Markdown, written to results/NAME.md."""

    def __init__(self, name: str, title: str, columns: list[str]) -> None:
        self._name = name
        self._lines = [f"# {title}", ""]
        self._lines += [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
        print("\n".join(self._lines), flush=True)

    def row(self, *cells: object) -> None:
        line = f"| {' | '.join(str(cell) for cell in cells)} |"
        print(line, flush=True)
        self._lines.append(line)

    def note(self, text: str) -> None:
        print(f"\n{text}", flush=True)
        self._lines += ["", text]

    def write(self) -> None:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{self._name}.md").write_text("\n".join(self._lines) + "\n")
