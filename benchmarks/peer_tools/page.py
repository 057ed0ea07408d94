"""The results as one self-contained HTML page: tables, bars, and the size over the tests for each case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from benchmarks.peer_tools.store import Run, Store
from benchmarks.peer_tools.summary import OURS, Ratio, Standing, standings
from benchmarks.peer_tools.tables import Table, tables
from benchmarks.plots import Bar, Line, bars, steps

COLORS = ("#d1345b", "#2f6fb0", "#e08a1e", "#2a9d62", "#8456b8", "#8a6d3b", "#3aa7b8", "#c45fa8", "#7d8894")
STYLE = """
:root { --paper: #fff; --ink: #1d2430; --faint: #e3e6eb; --dim: #667080; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --paper: #14181f; --ink: #e4e8ee; --faint: #2a313c; --dim: #96a0b0 } }
body { margin: 2rem auto; max-width: 84rem; padding: 0 1.5rem; background: var(--paper); color: var(--ink);
       font: 15px/1.45 system-ui, sans-serif }
h2 { margin-top: 2.2rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--faint); text-align: right }
th:first-child, td:first-child { text-align: left }
td:nth-child(even), th:nth-child(even) { background: color-mix(in srgb, var(--faint) 30%, transparent) }
tr:last-child td { border-bottom: 2px solid var(--faint) }
p.note { color: var(--dim); max-width: 60rem }
.plots { display: flex; flex-wrap: wrap; gap: 1.2rem }
.key span { margin-right: 1.1rem; white-space: nowrap }
.key i { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .35rem;
         vertical-align: -1px }
svg { max-width: 100%; height: auto }
svg text { fill: var(--ink); font-size: 11px }
svg .title { font-size: 13px; font-weight: 600 }
svg .tick { fill: var(--dim); font-size: 10px }
svg .middle { text-anchor: middle } svg .end { text-anchor: end }
svg .grid { stroke: var(--faint) } svg .axis { stroke: var(--ink) }
"""


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
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
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
