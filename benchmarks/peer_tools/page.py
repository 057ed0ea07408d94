"""The results as an HTML page: tables, bars, and the size over the tests for each case."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from benchmarks.peer_tools.store import Run, Store
from benchmarks.peer_tools.summary import OURS, Ratio, Standing, standings
from benchmarks.peer_tools.tables import Table, tables
from benchmarks.plots import Bar, Line, bars, steps
from benchmarks.report import RESULTS

COLORS = ("#d1345b", "#2f6fb0", "#e08a1e", "#2a9d62", "#8456b8", "#8a6d3b", "#3aa7b8", "#c45fa8", "#7d8894")
STYLE = "page.css"  # beside the pages


def write_page(store: Store, path: Path) -> None:
    colors = {tool: COLORS[index % len(COLORS)] for index, tool in enumerate(store.tools)}
    against, by_case = tables(store)
    found = standings(store)
    body = [
        "<h1>thresher and its peers</h1>",
        *_table(against),
        f'<div class="plots">{"".join(_bars(found, colors))}</div>',
        "<h2>Size over tests</h2>",
        '<p class="note">Tokens of the smallest failing candidate after so many tests, both logarithmic. '
        "A ring at the end: the time ran out.</p>",
        f'<p class="key">{_key(colors)}</p>',
        f'<div class="plots">{"".join(_curves(store, colors))}</div>',
        *_table(by_case),
    ]
    _write(path, "thresher and its peers", body)


def write_curves(store: Store, path: Path, *, title: str, note: str) -> None:
    """The size over the tests for each case, as a page of its own."""
    colors = {tool: COLORS[index % len(COLORS)] for index, tool in enumerate(store.tools)}
    body = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="note">{escape(note)}</p>',
        f'<p class="key">{_key(colors)}</p>',
        f'<div class="plots">{"".join(_curves(store, colors))}</div>',
    ]
    _write(path, title, body)


def _write(path: Path, title: str, body: list[str]) -> None:
    if path.parent != RESULTS:
        shutil.copy(RESULTS / STYLE, path.with_name(STYLE))
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><link rel="stylesheet" href="{STYLE}">'
    path.write_text(
        f'<!doctype html><html lang="en"><head>{head}</head><body>\n' + "\n".join(body) + "\n</body></html>\n"
    )


def _table(table: Table) -> Iterator[str]:
    yield f"<h2>{escape(table.title)}</h2>"
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "\n".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in table.rows)
    yield f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table></div>'
    for note in table.notes:
        yield f'<p class="note">{escape(note)}</p>'


def _key(colors: dict[str, str]) -> str:
    return "".join(f'<span><i style="background:{color}"></i>{escape(tool)}</span>' for tool, color in colors.items())


def _bars(found: list[Standing], colors: dict[str, str]) -> Iterator[str]:
    figures: dict[str, Callable[[Standing], Ratio | None]] = {
        "tests, thresher / peer": lambda standing: standing.tests,
        "tokens left, thresher / peer": lambda standing: standing.tokens,
        "seconds, thresher / peer": lambda standing: standing.seconds,
    }
    for title, figure in figures.items():
        ratios = [(each.peer, figure(each)) for each in found]
        yield bars(title, [Bar(peer, colors[peer], ratio.geometric) for peer, ratio in ratios if ratio])


def _curves(store: Store, colors: dict[str, str]) -> Iterator[str]:
    for case, about in sorted(store.cases.items(), key=lambda item: item[1]["tokens"]):
        lines = [
            _line(runs[0], about["tokens"], colors[tool]) for tool in store.tools if (runs := store.of(case, tool))
        ]
        yield steps(case, lines, across="tests", up="tokens")


def _line(run: Run, tokens: int, color: str) -> Line:
    """The curve from the whole input to the last test."""
    points = [(1.0, float(tokens)), *((float(test), float(max(left, 1))) for test, left, _ in run.curve)]
    points.append((float(max(run.tests, 1)), points[-1][1]))
    return Line(run.tool, color, points, open_end=not run.complete, bold=run.tool == OURS)
