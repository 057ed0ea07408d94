"""Rules as JSON: readable, with their witnesses, and read again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from thresher.errors import UsageError
from thresher.rewriting.rule import Pattern, RewriteRule, RuleWitness, WindowStart

_NAMES = {pattern: pattern.name.lower() for pattern in Pattern}
_PATTERNS = {name: pattern for pattern, name in _NAMES.items()}
_EVENTS = {Pattern.SKIP: 1}  # every other pattern has two


def dump_rules(rules: Iterable[RewriteRule], logs: Sequence[str]) -> str:
    """The rules with the names of the logs that their witnesses are in, one rule per line."""
    lines = ",\n".join(f"  {json.dumps(_record(rule, logs), ensure_ascii=False)}" for rule in rules)
    return f'{{\n "logs": {json.dumps(list(logs), ensure_ascii=False)},\n "rules": [\n{lines}\n ]\n}}\n'


def load_rules(text: str, name: str = "the rules") -> list[RewriteRule]:
    """The rules that `dump_rules` wrote; a UsageError says what is wrong."""
    try:
        whole = json.loads(text)
        logs = {log: number for number, log in enumerate(whole["logs"])}
        return [_rule(record, logs) for record in whole["rules"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"{name} has no rules that can be read: {what}; make it with thresher events mine") from None


def _record(rule: RewriteRule, logs: Sequence[str]) -> dict[str, Any]:
    return {
        "rule": str(rule),
        "pattern": _NAMES[rule.pattern],
        "events": list(rule.events),
        "plain": sorted(rule.plain),
        "witnesses": rule.witnesses,
        "counterexamples": rule.counterexamples,
        "examples": [[_place(place, logs) for place in witness if place is not None] for witness in rule.examples],
    }


def _place(place: WindowStart, logs: Sequence[str]) -> list[Any]:
    return [logs[place.log], place.step]


def _rule(record: dict[str, Any], logs: dict[str, int]) -> RewriteRule:
    pattern, events = _PATTERNS[record["pattern"]], tuple(map(str, record["events"]))
    if len(events) != _EVENTS.get(pattern, 2):
        raise ValueError(f"{record['pattern']} is not a pattern of {len(events)} events")
    witnesses = [
        RuleWitness(*(WindowStart(logs[log], int(step)) for log, step in each)) for each in record.get("examples", ())
    ]
    return RewriteRule(
        pattern,
        events,
        int(record.get("witnesses", 0)),
        int(record.get("counterexamples", 0)),
        tuple(witnesses),
        frozenset(record.get("plain", ())),
    )
