"""The evaluation of Elyasov et al., Reduce First, Debug Later (2014), on the original logs.

usage: python -m benchmarks.flexstore DIRECTORY

The directory holds the Flex Store logs, the rule files of the authors' tool and the failures of Table 2 as far as they
are known. Tests are counted as in the paper: the test of the whole log counts, and a test counts as executed unless
the outcome follows from earlier ones. Nothing is executed here: a test fails if the events of the failure occur in it
in their order, at the last of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.report import RESULTS
from thresher.algorithms.lists.ddmin import ddmin
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.lists.rddmin import rddmin
from thresher.algorithms.lists.splitting import larger_first
from thresher.formats.events.events import read_log
from thresher.kernel.outcome import Outcome, Verdict
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.plan import HINT_TESTS
from thresher.rewriting.mining import Arguments, mine, trusted
from thresher.rewriting.normal_form import rewrite
from thresher.rewriting.rule import Pattern, RewriteRule
from thresher.rewriting.system import System
from thresher.structures.events import EventLog, Json
from thresher.structures.prefixes import Prefixes, numbered

FILES = {
    "rules_fs5_all_candidates.json": ("flexstore5", Arguments.IGNORED, None),
    "rules_fs5_conf0.json": ("flexstore5", Arguments.LOOSE, 0.0),
    "rules_fs5_conf0.9.json": ("flexstore5", Arguments.LOOSE, 0.9),
    "rules_fs5_conf0.99.json": ("flexstore5", Arguments.LOOSE, 0.99),
    "rules_fs1_conf0.json": ("flexstore1", Arguments.LOOSE, 0.0),
    "rules_fs2_conf0.json": ("flexstore2", Arguments.LOOSE, 0.0),
    "rules_fs3_conf0.json": ("flexstore3", Arguments.LOOSE, 0.0),
    "rules_fs3_conf0.9.json": ("flexstore3", Arguments.LOOSE, 0.9),
}
EXCERPT = "logs/flexstore5/log03.jsonl"  # a part of a longer session, which is there too
Lines = Iterator[str]


def main(directory: Path) -> None:
    """Writes results/flexstore.md."""
    sessions: dict[str, list[EventLog]] = {}
    for each in json.loads((directory / "logs_index.json").read_text()):
        if each["file"] != EXCERPT:
            sessions.setdefault(each["app"], []).append(read_log((directory / each["file"]).read_bytes()))
    failures = json.loads((directory / "failures_table2.json").read_text())
    log = read_log((directory / failures["log"]).read_bytes())
    lines = [
        "# Flex Store: Table 2 of Reduce First, Debug Later (Elyasov et al. 2014)",
        *_mining(directory / "rules", sessions),
        *_rewriting(sessions["flexstore5"], log, Selection.of(failures["R"])),
        *_table(log, failures, rewrite(log.steps, System(trusted(mine(sessions["flexstore5"])))).kept),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    (RESULTS / "flexstore.md").write_text(text)


# rules


def _mining(folder: Path, sessions: dict[str, list[EventLog]]) -> Lines:
    yield from ("", "## Mining", "")
    yield "A rule of a file is matched if both counts of witnesses, for and against, are the same."
    yield from (
        "",
        "| rule file | events | rules | matched | with blanks | ours besides |",
        "|---|--:|--:|--:|--:|--:|",
    )
    for name, (version, arguments, confidence) in FILES.items():
        logs = sessions[version]
        theirs = {
            _way(rule["type"], tuple(rule["lhs"])): (rule["pos"], rule["neg"])
            for rule in json.loads((folder / name).read_text())["rules"]
        }
        ours, exact = (_counts(each, arguments, confidence) for each in ([*map(_in_words, logs)], logs))
        matched, exactly = (sum(each.get(rule) == count for rule, count in theirs.items()) for each in (ours, exact))
        more = ours.keys() - theirs.keys()
        assert all(kind == "Com" and len({*events}) == 1 for kind, events in more), more
        yield f"| {name} | {sum(map(len, logs)):,} | {len(theirs)} | {matched} | {exactly} | {len(more)} |"
    yield ""
    yield "*Matched* takes two blanks in a typed text for as good as one, as the tool seems to have done;"
    yield "*with blanks* has the matches if they are not. What we mine besides are rules [X(a); X(b)] = [X(b); X(a)],"
    yield "which it did not look for."


def _counts(
    logs: list[EventLog], arguments: Arguments, confidence: float | None
) -> dict[tuple[str, tuple[str, ...]], tuple[int, int]]:
    rules = mine(logs, arguments=arguments)
    chosen = rules if confidence is None else trusted(rules, confidence)
    return {_way(_kind(rule), rule.events): (rule.witnesses, rule.counterexamples) for rule in chosen}


def _kind(rule: RewriteRule) -> str:
    """The rule's pattern as the files call it."""
    if rule.pattern is Pattern.ABSORB:
        return "Idemp" if rule.events[0] == rule.events[1] else "Zero"
    return {Pattern.SKIP: "Skip", Pattern.CANCEL: "Inv", Pattern.COMMUTE: "Com"}[rule.pattern]


def _way(kind: str, events: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Two events that commute do so either way round."""
    return kind, (min(events, events[::-1]) if kind == "Com" else events)


def _in_words(log: EventLog) -> EventLog:
    def words(value: Json) -> Json:
        return " ".join(value.split()) if isinstance(value, str) else value

    return replace(log, steps=tuple(replace(step, args=tuple(map(words, step.args))) for step in log))


def _rewriting(sessions: list[EventLog], log: EventLog, published: Selection) -> Lines:
    yield from ("", "## Rewriting log #3", "", "| rules | number | events left | positions | any order of rules |")
    yield "|---|--:|--:|---|---|"
    tool = [rule for rule in trusted(mine(map(_in_words, sessions), arguments=Arguments.LOOSE)) if _in_tool(rule)]
    for name, rules in {
        "those of the paper (without [X; Y] = [])": tool,
        "all four patterns, arguments matched": trusted(mine(sessions)),
    }.items():
        found = rewrite(log.steps, System(rules))
        unique = "the same" if found.unique else "not the same"
        yield f"| {name} | {len(rules)} | {len(found.kept)} of {len(log)} | {_listed(found.kept)} | {unique} |"
    yield f"| the paper's | 99 | {len(published)} of {len(log)} | {_listed(published)} | depends on it |"
    yield ""
    yield "Below, R is the paper's. Ours lacks position 9: its event is absorbed by one that can be skipped, and can"
    yield "therefore be skipped itself, as the paper's tool concludes for other events."


def _in_tool(rule: RewriteRule) -> bool:
    swap = rule.pattern is Pattern.COMMUTE and rule.events[0] == rule.events[1]
    return rule.pattern is not Pattern.CANCEL and not swap


def _listed(kept: Selection) -> str:
    return " ".join(map(str, kept))


# Table 2


@dataclass(frozen=True, slots=True)
class Spent:
    """What a search cost, counted as in the paper, and what it found."""

    tests: int
    executed: int
    events: int
    found: Selection


class Player:
    """Answers for parts of a log, with what each run implies for others."""

    def __init__(self, log: EventLog, failure: list[int]) -> None:
        self._numbers = numbered([(step.event, json.dumps(step.args)) for step in log])
        self._failure = [self._numbers[position] for position in failure]
        self._known: dict[tuple[int, ...], Verdict] = {}
        self._prefixes = Prefixes()
        self.tests = self.executed = self.events = 0

    def ask(self, kept: Selection) -> Verdict:
        """The verdict, and one test more."""
        self.tests += 1
        steps = tuple(self._numbers[position] for position in kept)
        known = self._known.get(steps) or self._prefixes.recall(steps)
        if known is None:
            known = self._known[steps] = self._played(steps)
            self._prefixes.learn(steps, known)
            self.executed += 1
            self.events += known.used or len(steps) + 1
        return known

    def same(self, kept: Selection, failure: list[int]) -> bool:
        """Whether these are the failure's events."""
        return [self._numbers[position] for position in kept] == [self._numbers[position] for position in failure]

    def _played(self, steps: tuple[int, ...]) -> Verdict:
        met = 0
        for used, step in enumerate(steps, start=1):
            met += step == self._failure[met]
            if met == len(self._failure):
                return Verdict(Outcome.FAIL, used=used)
        return Verdict(Outcome.PASS)


def spent(search: Search[Selection, Selection], log: EventLog, failure: list[int]) -> Spent:
    """Runs a search to its end; the whole log is tested first."""
    player = Player(log, failure)
    player.ask(Selection.all(len(log)))
    try:
        stream = next(search)
        while True:
            hit = next((probe for probe in stream if player.ask(probe.candidate).outcome is Outcome.FAIL), None)
            stream = search.send(hit)
    except StopIteration as stop:
        found: Selection = stop.value
    assert player.same(found, failure), (found, failure)
    return Spent(player.tests, player.executed, player.events, found)


def _table(log: EventLog, failures: dict[str, Any], own: Selection) -> Lines:
    whole, reduction = Selection.all(len(log)), Selection.of(failures["R"])
    style = partial(ddmin, split=larger_first)
    yield from ("", "## Table 2", "")
    yield "Tests / executed tests / executed events. Algorithm 1 as it is printed; the paper's figures were measured"
    yield "with a tool whose complement tests leave R out. The failures are those that could be recovered; *evidence*"
    yield "tells how sure they are."
    yield from ("", "| R\\E* | E*\\R | ddmin, paper | ddmin | rddmin, paper | rddmin | ahead | evidence |")
    yield "|--:|--:|---|---|---|---|---|---|"
    rows = [row for row in failures["rows"] if row["E_star"]]
    ahead, ours = 0, []
    for row in rows:
        failure, paper = row["E_star"], row["paper"]
        plain = spent(style(whole), log, failure)
        guided = spent(rddmin(whole, reduction, minimizer=style, split=larger_first), log, failure)
        better = guided.tests < plain.tests and guided.executed < plain.executed
        ahead += better
        yield (
            f"| {row['R_minus_E']} | {row['E_minus_R']} | {_of(paper['ddmin'])} | {_cost(plain)} | "
            f"{_of(paper['rddmin'])} | {_cost(guided)} | {'rddmin' if better else 'ddmin'} | {row['evidence']} |"
        )
        ours.append((row, spent(hgt(whole), log, failure), _default(whole, reduction, log, failure)))
    yield from ("", f"rddmin is ahead of ddmin in {ahead} of {len(rows)}, in tests and in executed tests.")
    yield from _with_own(log, own, rows)
    yield from _own(ours)
    yield from _useless(log, whole, reduction)


def _with_own(log: EventLog, own: Selection, rows: list[dict[str, Any]]) -> Lines:
    """The same with our reduction instead of the paper's."""
    whole, style = Selection.all(len(log)), partial(ddmin, split=larger_first)
    ahead = 0
    for row in rows:
        plain = spent(style(whole), log, row["E_star"])
        guided = spent(rddmin(whole, own, minimizer=style, split=larger_first), log, row["E_star"])
        ahead += guided.tests < plain.tests and guided.executed < plain.executed
    yield f"With our reduction of {len(own)} events instead of the paper's it is ahead in {ahead}."


def _default(whole: Selection, reduction: Selection, log: EventLog, failure: list[int]) -> Spent:
    return spent(rddmin(whole, reduction, minimizer=hgt, most=HINT_TESTS), log, failure)


def _own(rows: list[tuple[dict[str, Any], Spent, Spent]]) -> Lines:
    yield from ("", "## What `thresher events reduce` does", "")
    yield f"The default minimizer; a hint is given up after {HINT_TESTS} tests. Tests / executed tests / events."
    yield from ("", "| R\\E* | E*\\R | without a hint | with R as the hint |", "|--:|--:|---|---|")
    for row, plain, guided in rows:
        yield f"| {row['R_minus_E']} | {row['E_minus_R']} | {_cost(plain)} | {_cost(guided)} |"
    total = [sum(each.executed for each in column) for column in zip(*((a, b) for _, a, b in rows), strict=True)]
    yield f"| all | | {total[0]} executed | {total[1]} executed |"


def _useless(log: EventLog, whole: Selection, reduction: Selection) -> Lines:
    """Failures that have nothing in common with the reduction: case 5 of the paper, which it does not measure."""
    yield from ("", "## A reduction that is of no use", "")
    yield "Twelve failures of three events, none of them in R. Executed tests on average, and the most on top of all."
    yield from (
        "",
        "| minimizer | alone | Algorithm 1 as printed | given up early | most on top |",
        "|---|--:|--:|--:|--:|",
    )
    outside = list(whole - reduction)
    triples = [outside[start::12][:3] for start in range(12)]
    for name, minimizer in (("ddmin", partial(ddmin, split=larger_first)), ("default", hgt)):
        costs = []
        for failure in triples:
            plain = spent(minimizer(whole), log, failure).executed
            printed = spent(rddmin(whole, reduction, minimizer=minimizer), log, failure).executed
            early = spent(rddmin(whole, reduction, minimizer=minimizer, most=HINT_TESTS), log, failure).executed
            costs.append((plain, printed, early))
        mean = [sum(column) / len(costs) for column in zip(*costs, strict=True)]
        top = max(early - plain for plain, _, early in costs)
        yield f"| {name} | {mean[0]:.1f} | {mean[1]:.1f} | {mean[2]:.1f} | {top} |"


def _cost(cost: Spent) -> str:
    return f"{cost.tests} / {cost.executed} / {cost.events}"


def _of(paper: dict[str, int]) -> str:
    return f"{paper['tests']} / {paper['actual']} / {paper['events']}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
