"""The means on the page of comparisons follow from its table, and from the course of thresher's runs."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import geometric_mean

PAGE = Path(__file__).parent.parent / "docs" / "comparison.md"
RUNS = Path(__file__).parent.parent / "benchmarks" / "results" / "peers.json"
NONE = "–"


def rows(page: str, first: str) -> list[list[str]]:
    """The cells of the table whose head begins so, the head first."""
    lines = page[page.index(f"\n| {first}") + 1 :].partition("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells[0], *cells[2:]]


def numbers(cell: str) -> tuple[int, int]:
    tests, tokens = cell.strip("*").split(" / ")
    return int(tests), int(tokens)


def test_the_means() -> None:
    page = PAGE.read_text()
    head, *cases = rows(page, "case")
    means = {row[0]: row[1:] for row in rows(page, "| cases")[1:]}
    assert list(means) == head[3:]
    for column, peer in enumerate(head[3:], start=3):
        run = [row for row in cases if row[column] != NONE]
        finished = [row for row in run if not row[column].endswith("*")]
        assert means[peer] == [
            str(len(run)),
            str(len(finished)),
            mean(finished, column, 0),
            matched(finished, column),
            mean(finished, column, 1),
            mean(run, column, 1),
        ]


def mean(run: list[list[str]], column: int, figure: int) -> str:
    return f"{geometric_mean(numbers(row[2])[figure] / numbers(row[column])[figure] for row in run):.2f}"


def matched(run: list[list[str]], column: int) -> str:
    """The mean for the tests until thresher had left as little, and in how many cases it came so far."""
    runs = json.loads(RUNS.read_text())["runs"]
    curves = {each["case"]: each["curve"] for each in runs if each["tool"] == "thresher"}
    ratios = []
    for row in run:
        theirs, tokens = numbers(row[column])
        ratios += [test / theirs for test, left, _ in curves[row[0]] if left <= tokens][:1]
    return f"{geometric_mean(ratios):.2f} ({len(ratios)})" if ratios else NONE


def test_the_figures_are_those_of_the_last_runs() -> None:
    runs = {each["case"]: each for each in json.loads(RUNS.read_text())["runs"] if each["tool"] == "thresher"}
    for row in rows(PAGE.read_text(), "case")[1:]:
        assert numbers(row[2]) == (runs[row[0]]["tests"], runs[row[0]]["tokens"])
