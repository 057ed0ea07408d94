"""Rules in files: as JSON with their witnesses, as text, or as in the data of the paper; and many files as one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from thresher.errors import UsageError
from thresher.rewriting.rule import Pattern, RewriteRule, RuleWitness, WindowStart
from thresher.rewriting.text import rules_from_text

_NAMES = {pattern: pattern.name.lower() for pattern in Pattern}
_PATTERNS = {name: pattern for pattern, name in _NAMES.items()}
_TYPES = {
    "Skip": Pattern.SKIP,
    "Inv": Pattern.CANCEL,
    "Zero": Pattern.ABSORB,
    "Idemp": Pattern.ABSORB,
    "Com": Pattern.COMMUTE,
}
_EVENTS = {Pattern.SKIP: 1}  # every other pattern has two


def dump_rules(rules: Iterable[RewriteRule], logs: Sequence[str]) -> str:
    """The rules with the names of the logs that their witnesses are in, one rule per line."""
    lines = ",\n".join(f"  {json.dumps(_record(rule, logs), ensure_ascii=False)}" for rule in rules)
    return f'{{\n "logs": {json.dumps(list(logs), ensure_ascii=False)},\n "rules": [\n{lines}\n ]\n}}\n'


def load_rules(text: str, name: str = "the rules") -> list[RewriteRule]:
    """The rules that `dump_rules` or `rules_as_text` wrote, or that the paper's own tool mined.

    A UsageError says what is wrong.
    """
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return rules_from_text(text, name)
    try:
        whole = json.loads(text)
        logs = {log: number for number, log in enumerate(whole.get("logs", ()))}
        return [_published(record) if "lhs" in record else _rule(record, logs) for record in whole["rules"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"{name} has no rules that can be read: {what}; make it with thresher events mine") from None


def merged(rules: Iterable[RewriteRule]) -> list[RewriteRule]:
    """Rules from many logs as one list: of equal rules the witnesses and the counter-examples are added up."""
    found: dict[tuple[object, ...], RewriteRule] = {}
    for rule in rules:
        key = (rule.pattern, rule.events, rule.needs_equal_arguments)
        known = found.setdefault(key, replace(rule, witnesses=0, counterexamples=0, examples=()))
        found[key] = replace(
            known,
            witnesses=known.witnesses + rule.witnesses,
            counterexamples=known.counterexamples + rule.counterexamples,
            plain=known.plain & rule.plain,
        )
    return list(found.values())


def _published(record: dict[str, Any]) -> RewriteRule:
    """A rule of the paper's data, which name the types Skip, Inv, Zero, Idemp and Com."""
    pattern = _TYPES[record["type"]]
    events = tuple(map(str, record["lhs"]))
    rule = RewriteRule(pattern, events, int(record.get("pos", 0)), int(record.get("neg", 0)), equal_arguments=False)
    if len(events) != _EVENTS.get(pattern, 2) or rule.sides[1] != tuple(map(str, record["rhs"])):
        raise ValueError(f"{record['type']} does not have the form of {record['lhs']} = {record['rhs']}")
    return rule


def _record(rule: RewriteRule, logs: Sequence[str]) -> dict[str, Any]:
    return {
        "rule": str(rule),
        "pattern": _NAMES[rule.pattern],
        "events": list(rule.events),
        "plain": sorted(rule.plain),
        **({} if rule.equal_arguments is None else {"equal_arguments": rule.equal_arguments}),
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
        None if record.get("equal_arguments") is None else bool(record["equal_arguments"]),
    )
