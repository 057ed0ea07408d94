"""Rules as text that people write and read: `[add(a); empty] = [empty]`, one rule per line.

Letters in brackets are arguments: events with the same letter must have equal ones. So `[open(a); close(a)] = []` and
`[set(a); set(a)] = [set(a)]` have a condition, and `[set(a); set(b)] = [set(b)]` has none. An event without a letter
has no arguments, or any. Names with blanks or signs are in double quotes, as in JSON. `#` begins a comment; one with
a number of witnesses, as `thresher events mine` writes it, is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from thresher.errors import UsageError
from thresher.rewriting.rule import Pattern, RewriteRule

_PLAIN = re.compile(r"[^\s\[\]();=#\"]+")
_TOKEN = re.compile(
    r'\s*(?:(?P<sign>[\[\]();=])|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<plain>[^\s\[\]();=#"]+)|(?P<end>#.*|$))'
)
_COUNTS = re.compile(r"#\s*(?P<witnesses>\d{1,9}) witness(?:es)?(?:, (?P<counterexamples>\d{1,9}) counterexamples?)?")
EXAMPLE = "[add(a); empty] = [empty]"


class WrittenEvent(NamedTuple):
    """An event of a rule; `letter` stands for its arguments, empty for none."""

    name: str
    letter: str


def rules_as_text(rules: Iterable[RewriteRule]) -> str:
    """One line per rule, with its witnesses in a comment."""
    lines = list(map(_line, rules))
    return "".join(f"{line}\n" for line in lines)


def _line(rule: RewriteRule) -> str:
    if not rule.witnesses and not rule.counterexamples:
        return str(rule.quoted(quoted))
    against = (
        f", {rule.counterexamples} counterexample{'s' * (rule.counterexamples != 1)}" if rule.counterexamples else ""
    )
    return f"{rule.quoted(quoted)}  # {rule.witnesses} witness{'es' * (rule.witnesses != 1)}{against}"


def quoted(name: str) -> str:
    """A name as it is written in a rule.

    >>> quoted("click"), quoted("press a key")
    ('click', '"press a key"')
    """
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def rules_from_text(text: str, name: str = "the rules") -> list[RewriteRule]:
    """The rules of a text; a UsageError has the line and says what is wrong.

    >>> [str(rule) for rule in rules_from_text("[open(a); close(a)] = []  # 3 witnesses")]
    ['[open(a); close(a)] = []']
    """
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            rule = _read(line)
        except ValueError as problem:
            raise _no_rules(name, f"line {number}: {problem}") from None
        rules += [] if rule is None else [rule]
    if not rules:
        raise _no_rules(name, "there are none in it")
    return rules


def _no_rules(name: str, problem: str) -> UsageError:
    return UsageError(
        f"{name} has no rules that can be read: {problem}; a rule looks like {EXAMPLE}, or make some with "
        "thresher events mine"
    )


def _read(line: str) -> RewriteRule | None:
    """The rule of a line; None for an empty one."""
    tokens = list(_tokens(line))
    if not tokens:
        return None
    left, rest = _side(tokens)
    if not rest or rest[0] != "=":
        raise ValueError("expected = after the left side")
    right, rest = _side(rest[1:])
    if rest:
        raise ValueError(f"unexpected {rest[0]!r} after the right side")
    counts = _COUNTS.search(line)
    witnesses, against = (int(counts[name] or 0) if counts else 0 for name in ("witnesses", "counterexamples"))
    pattern, equal = _pattern(left, right)
    plain = frozenset(event.name for event in left if not event.letter)
    return RewriteRule(
        pattern, tuple(event.name for event in left), witnesses, against, plain=plain, equal_arguments=equal
    )


def _tokens(line: str) -> Iterator[str]:
    """Signs as they are, names after a blank, so that a name is never taken for a sign."""
    at = 0
    while True:
        token = _TOKEN.match(line, at)
        if token is None:
            raise ValueError(f"cannot read {line[at:].strip()[:20]!r}")
        if token["end"] is not None:
            return
        if token["quoted"]:
            try:
                yield " " + json.loads(token["quoted"])
            except ValueError:
                raise ValueError(f"{token['quoted'][:20]} is not a quoted name") from None
        else:
            yield token["sign"] or " " + token["plain"]
        at = token.end()


def _side(tokens: list[str]) -> tuple[tuple[WrittenEvent, ...], list[str]]:
    """The events of a list in square brackets, and the tokens after it."""
    if tokens[:1] != ["["]:
        raise ValueError("expected [")
    events: list[WrittenEvent] = []
    rest = tokens[1:]
    while rest and rest[0] != "]":
        if not rest[0].startswith(" "):
            raise ValueError(f"expected the name of an event, not {rest[0]!r}")
        event, rest = rest[0][1:], rest[1:]
        letter = ""
        if rest[:1] == ["("]:
            if len(rest) < 3 or not rest[1].startswith(" ") or rest[2] != ")":
                raise ValueError(f"expected a letter in brackets after {event}, as in {event}(a)")
            letter, rest = rest[1][1:], rest[3:]
        events.append(WrittenEvent(event, letter))
        if rest[:1] == [";"] and rest[1:2] != ["]"]:
            rest = rest[1:]
        elif rest[:1] != ["]"]:
            raise ValueError("expected ; or ]")
    if not rest:
        raise ValueError("] is missing")
    return tuple(events), rest[1:]


def _pattern(left: tuple[WrittenEvent, ...], right: tuple[WrittenEvent, ...]) -> tuple[Pattern, bool]:
    """The pattern, and whether the arguments of its two events must be equal."""
    equal = len(left) == 2 and left[0].letter == left[1].letter != ""
    match left, right:
        case (_,), ():
            return Pattern.SKIP, False
        case (_, _), ():
            return Pattern.CANCEL, equal
        case (_, second), (last,) if last == second:
            return Pattern.ABSORB, equal
        case (first, second), (third, fourth) if (third, fourth) == (second, first):
            return Pattern.COMMUTE, equal
    forms = ", ".join(pattern.value for pattern in Pattern)
    raise ValueError(f"the sides have none of the forms {forms}")
