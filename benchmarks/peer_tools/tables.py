"""The tables, as rows of text and in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.peer_tools.store import Store
from benchmarks.peer_tools.summary import CLEARLY_SMALLER, Cell, Ratio, Standing, cell, standings

NOTES = (
    "tests / tokens left / seconds. * the time ran out: what the tool had kept until then, which is the input where it"
    " keeps nothing; † it ended by itself without a result; – not made for this kind of input; empty: not run.",
    "Tests are runs of the test's script, counted by the same wrapper for all; a token is a word or a single other"
    " character (in binary files, a byte).",
)


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    columns: list[str]
    rows: list[list[str]]
    notes: list[str]


def tables(store: Store) -> list[Table]:
    return [standing_table(standings(store)), case_table(store)]


def case_table(store: Store) -> Table:
    """One row per case, one column per tool, the medians last."""
    rows = []
    for case, about in sorted(store.cases.items(), key=lambda item: item[1]["tokens"]):
        unsuited = about["unsuited"]
        shown = ["–" if tool in unsuited else _shown(cell(store.of(case, tool))) for tool in store.tools]
        rows.append([case, f"{about['tokens']}", *shown])
    rows.append(["median of its cases", "", *(_median(store, tool) for tool in store.tools)])
    columns = ["case", "tokens in", *(f"{tool} {version}".strip() for tool, version in store.tools.items())]
    limits = sorted({(run.limit, run.jobs) for run in store.runs})
    allowed = "; ".join(f"{limit:g} s, {jobs} at a time" for limit, jobs in limits)
    return Table("Cases", columns, rows, [f"{NOTES[0]} Limits of a run: {allowed}.", NOTES[1]])


def _shown(found: Cell | None) -> str:
    if found is None:
        return ""
    mark = ("" if found.complete else "*") + ("†" if found.complete and not found.kept else "")
    return f"{found.tests:g} / {found.tokens:g}{mark} / {found.seconds:.1f}"


def _median(store: Store, tool: str) -> str:
    cells = [found for case in store.cases if (found := cell(store.of(case, tool)))]
    if not cells:
        return ""
    tests, tokens = median(each.tests for each in cells), median(each.tokens for each in cells)
    return f"{tests:g} / {tokens:g} / {median(each.seconds for each in cells):.1f}"


def standing_table(found: list[Standing]) -> Table:
    columns = ["peer", "cases", "finished", "tests", "tests to match", "tokens", "seconds", "tokens, all its cases"]
    rows = [
        [
            *(each.peer, str(each.cases), str(each.finished)),
            *(
                _ratio(each.tests),
                _ratio(each.tests_to_match),
                _ratio(each.tokens),
                _ratio(each.seconds),
                _ratio(each.tokens_all),
            ),
        ]
        for each in found
    ]
    notes = [
        "thresher's figure through the peer's: geometric mean (median); below 1, thresher needs less or leaves less."
        " Over the cases that the peer finished in time, in the last column over all it was run on. Tests to match:"
        " those after which thresher had left as little as the peer did in the end, where it came so far."
    ]
    notes += [_smaller(each) for each in found if each.smaller]
    return Table("thresher against each", columns, rows, notes)


def _ratio(ratio: Ratio | None) -> str:
    return f"{ratio.geometric:.2f} ({ratio.median:.2f})" if ratio else ""


def _smaller(standing: Standing) -> str:
    names = ", ".join(f"{case} ({theirs:g} for {ours:g})" for case, theirs, ours in standing.smaller)
    return f"{standing.peer} leaves less than {CLEARLY_SMALLER} of thresher's tokens in {names}."


def write_tables(store: Store, path: Path) -> None:
    lines = ["# thresher and its peers"]
    for table in tables(store):
        lines += ["", f"## {table.title}", "", f"| {' | '.join(table.columns)} |", "|" + "---|" * len(table.columns)]
        lines += [f"| {' | '.join(row)} |" for row in table.rows]
        for note in table.notes:
            lines += ["", note.replace("*", "\\*")]
    path.write_text("\n".join(lines) + "\n")
