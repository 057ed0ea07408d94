"""What a grammar describes, found by brute force and without the engine."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TypeAlias

from thresher.grammars.grammar import Choice, Concatenation, Expression, Grammar, Repeat, Symbol
from thresher.grammars.parsing import DerivationNode, Parser

Strings: TypeAlias = frozenset[tuple[str, ...]]  # of names of terminals


def strings(grammar: Grammar, most: int) -> dict[str, Strings]:
    """For every rule all that it derives of at most so many terminals."""
    known: dict[str, Strings] = dict.fromkeys(grammar.rules, frozenset())
    while True:
        more = {
            name: frozenset().union(*(_strings(each.body, known, most) for each in rule.alternatives))
            for name, rule in grammar.rules.items()
        }
        if more == known:
            return known
        known = more


def _strings(expression: Expression, known: Mapping[str, Strings], most: int) -> Strings:
    match expression:
        case Symbol(name):
            return known[name] if name in known else frozenset([(name,)])
        case Choice(parts):
            return frozenset().union(*(_strings(part, known, most) for part in parts))
        case Concatenation(parts):
            return _joined([_strings(part, known, most) for part in parts], most)
        case Repeat(body, least, greatest):
            once = _strings(body, known, most)
            found = {
                count: _joined([once] * count, most)
                for count in range(least, (most + least if greatest is None else greatest) + 1)
            }
            return frozenset().union(*found.values())


def _joined(parts: list[Strings], most: int) -> Strings:
    found: Strings = frozenset([()])
    for part in parts:
        found = frozenset(left + right for left, right in product(found, part) if len(left) + len(right) <= most)
    return found


Spans: TypeAlias = dict[tuple[str, int], frozenset[int]]


def derives(grammar: Grammar, tokens: list[str], rule: str | None = None) -> bool:
    """Whether a rule, the start for one, derives these terminals: all spans of all rules, until nothing changes."""
    spans: Spans = {(name, start): frozenset() for name in grammar.rules for start in range(len(tokens) + 1)}
    changed = True
    while changed:
        changed = False
        for name, start in reversed(spans):
            bodies = [each.body for each in grammar.rules[name].alternatives]
            ends = frozenset().union(*(_ends(body, frozenset([start]), tokens, spans) for body in bodies))
            changed |= ends != spans[name, start]
            spans[name, start] = ends
    return len(tokens) in spans[rule or grammar.start, 0]


def _ends(expression: Expression, starts: frozenset[int], tokens: list[str], spans: Spans) -> frozenset[int]:
    """Where the expression can end if it begins at any of the starts."""
    match expression:
        case Symbol(name):
            if (name, 0) in spans:
                return frozenset().union(*(spans[name, start] for start in starts))
            return frozenset(start + 1 for start in starts if tokens[start : start + 1] == [name])
        case Choice(parts):
            return frozenset().union(*(_ends(part, starts, tokens, spans) for part in parts))
        case Concatenation(parts):
            for part in parts:
                starts = _ends(part, starts, tokens, spans)
            return starts
        case Repeat(body, least, most):
            for _ in range(least):
                starts = _ends(body, starts, tokens, spans)
            found, rounds = starts, 0
            while starts and (most is None or rounds < most - least):
                starts = _ends(body, starts, tokens, spans) - found
                found |= starts
                rounds += 1
            return found


def characters(text: bytes | str) -> list[str]:
    """The tokens of a text in a grammar whose terminals are characters, with white space in between."""
    return [repr(character) for character in (text.decode() if isinstance(text, bytes) else text) if character != " "]


def is_derivation(parser: Parser, root: DerivationNode, text: str) -> bool:
    """Whether every node is a production of the grammar around its children, and the leaves are the text's tokens."""
    productions, tokens, todo = parser.productions, [], [root]
    while todo:
        node = todo.pop()
        if node.production < 0:
            tokens.append(node)
            continue
        production = productions.productions[node.production]
        if (production.head, production.body) != (node.symbol, tuple(child.symbol for child in node.children)):
            return False
        if node.children and (node.start, node.stop) != (node.children[0].start, node.children[-1].stop):
            return False
        todo += reversed(node.children)
    kept = [token for token in parser.lexer.tokens(text) if not parser.lexer.skipped(token.terminal)]
    return root.symbol == productions.start and [(each.symbol, each.start, each.stop) for each in tokens] == [
        (each.terminal, each.start, each.stop) for each in kept
    ]
