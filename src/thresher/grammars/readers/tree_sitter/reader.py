"""Reads grammars of tree-sitter, from the `src/grammar.json` that every tree-sitter language ships.

Fields, aliases, inlining, supertypes and declared conflicts shape the tree or the tables and are left out. Tokens that
a scanner written in C recognises have no pattern: what needs them is left out too, and the grammar's problems list it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from thresher.errors import GrammarError
from thresher.grammars.grammar import (
    Alternative,
    Associativity,
    Choice,
    Concatenation,
    Expression,
    Grammar,
    Lexing,
    Precedence,
    Problem,
    Repeat,
    Rule,
    SourcePosition,
    Symbol,
    optional,
    symbols,
)
from thresher.grammars.readers.reading import Load, load_nothing
from thresher.grammars.readers.tree_sitter.nodes import PRECEDENCES, TRANSPARENT, RuleExpression, Source
from thresher.grammars.readers.tree_sitter.tokens import TokenCollector, is_lexical

SUFFIXES = ("grammar.json",)

SIDES = {"PREC": Associativity.SILENT, "PREC_LEFT": Associativity.LEFT, "PREC_RIGHT": Associativity.RIGHT}


def read(name: str, text: str, load: Load = load_nothing) -> Grammar:
    """The grammar in a `grammar.json`; raises GrammarError with the path of what is wrong. `load` is never asked."""
    source = Source(name)
    try:
        return _grammar(source, source.mapping(_json(source, text), ""))
    except RecursionError as error:
        raise source.error("", "the grammar is nested too deeply") from error


def _json(source: Source, text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise GrammarError(f"{source.name}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}") from error
    except ValueError as error:  # a number of many thousand digits
        raise source.error("", f"this cannot be read as JSON: {error}") from error


def _grammar(source: Source, fields: Mapping[str, object]) -> Grammar:
    bodies = {
        rule: source.node(body, f"rules.{rule}") for rule, body in source.mapping(fields.get("rules"), "rules").items()
    }
    if not bodies:
        raise source.error("rules", "the grammar has no rule")
    start = next(iter(bodies))
    lexical = {rule: body for rule, body in bodies.items() if rule != start and is_lexical(body)}
    externals = source.nodes(fields.get("externals"), "externals")
    foreign = {node.text for node in externals if node.kind == "SYMBOL" and node.text not in bodies}
    tokens = TokenCollector(source, lexical, bodies.keys() | foreign)
    reader = _Rules(source, tokens, _levels(source, fields.get("precedences")), bodies, lexical)
    rules = without(foreign, reader.rules)
    if start not in rules:
        raise source.error(
            f"rules.{start}", "nothing is left of it without the tokens that only a C scanner recognises"
        )
    problems = [_foreign_problem(foreign)] if foreign else []
    used = {symbol.name for rule in rules.values() for each in rule.alternatives for symbol in symbols(each.body)}
    for extra in source.nodes(fields.get("extras"), "extras"):
        problems += _skip(extra, tokens, bodies, lexical, used)
    terminals = tokens.terminals(lexical.get(source.string(fields.get("word") or "", "word")))
    return Grammar(source.name, rules, terminals, start, lexing=Lexing.EXPECTED, problems=tuple(problems))


def _foreign_problem(foreign: set[str]) -> Problem:
    listed = ", ".join(sorted(foreign))
    return Problem(
        SourcePosition(), f"tokens that only a C scanner recognises, and what needs them, are left out: {listed}"
    )


def _skip(
    extra: RuleExpression,
    tokens: TokenCollector,
    bodies: Mapping[str, RuleExpression],
    lexical: Mapping[str, RuleExpression],
    used: set[str],
) -> list[Problem]:
    """Skip what may stand anywhere, if it is a token; the problem if it is not."""
    if extra.kind != "SYMBOL" and is_lexical(extra):
        tokens.skip(extra, used)
    elif extra.text in lexical:
        tokens.skip(lexical[extra.text], used)
    elif extra.kind != "SYMBOL" or extra.text in bodies:
        found = extra.text or extra.path
        return [
            Problem(
                SourcePosition(),
                f"{found} may stand anywhere but is not a single token: it is read only where rules use it",
            )
        ]
    return []


def _levels(source: Source, value: object) -> dict[tuple[str, str], tuple[int, str]]:
    """The level and group of every named precedence and every rule in the lists, which go from high to low.

    Lists that share a name are one group. What no list compares is yet ordered within a group, which is more than
    tree-sitter says.
    """
    lower: dict[tuple[str, str], set[tuple[str, str]]] = {}
    group: dict[tuple[str, str], str] = {}
    for number, entry in enumerate(source.items(value, "precedences")):
        where = f"precedences[{number}]"
        names = [(node.kind, node.text) for node in source.nodes(entry, where)]
        merged = {group[name] for name in names if name in group}
        group.update((name, where) for name in [*group, *names] if group.get(name) in {*merged, None})
        for index, above in enumerate(names):
            lower.setdefault(above, set()).update(names[index + 1 : index + 2])
    try:
        order = list(TopologicalSorter(lower).static_order())
    except CycleError as error:
        raise source.error("precedences", "the lists contradict each other") from error
    levels: dict[tuple[str, str], int] = {}
    for name in order:  # what is lower comes before
        levels[name] = 1 + max((levels[below] for below in lower[name]), default=0)
    return {name: (level, group[name]) for name, level in levels.items()}


class _Rules:
    """Makes rules of expressions. `rules` has all that are not terminals, and the hidden ones made on the way."""

    def __init__(
        self,
        source: Source,
        tokens: TokenCollector,
        levels: Mapping[tuple[str, str], tuple[int, str]],
        bodies: Mapping[str, RuleExpression],
        lexical: Mapping[str, RuleExpression],
    ) -> None:
        self._source, self._tokens, self._levels, self._taken = source, tokens, levels, bodies.keys()
        self._lifted: dict[tuple[Alternative, ...], str] = {}
        self.rules: dict[str, Rule] = {}
        for name, body in bodies.items():
            token = tokens.name(body) if name in lexical else None
            if token != name:  # a second name for the same token is a rule
                self._add(name, body, token)

    def _add(self, name: str, body: RuleExpression, token: str | None) -> None:
        listed = self._levels.get(("SYMBOL", name))
        precedence = Precedence(listed[0], Associativity.SILENT, listed[1]) if listed else None
        alternatives = [Alternative(Symbol(token))] if token else self._alternatives(name, body, precedence)
        self.rules[name] = Rule(name, tuple(dict.fromkeys(alternatives)), hidden=name.startswith("_"))

    def _alternatives(self, rule: str, node: RuleExpression, precedence: Precedence | None) -> list[Alternative]:
        """The choices at the top of an expression, each with the innermost precedence around it."""
        if node.kind == "CHOICE":
            return [each for member in node.members for each in self._alternatives(rule, member, precedence)]
        if node.kind in PRECEDENCES:
            return self._alternatives(rule, node.content, self._precedence(node, precedence))
        if node.kind in TRANSPARENT:
            return self._alternatives(rule, node.content, precedence)
        return [Alternative(self._expression(rule, node), precedence)]

    def _precedence(self, node: RuleExpression, outer: Precedence | None) -> Precedence:
        side = SIDES[node.kind]
        if side is Associativity.SILENT and outer:
            side = outer.side
        if isinstance(node.level, int):
            return Precedence(node.level, side)
        if ("STRING", node.level) not in self._levels:
            raise self._source.error(f"{node.path}.value", f"no list of precedences has {node.level!r}")
        level, group = self._levels["STRING", node.level]
        return Precedence(level, side, group)

    def _expression(self, rule: str, node: RuleExpression) -> Expression:
        match node.kind:
            case "SYMBOL":
                return Symbol(node.text)
            case "SEQ" | "BLANK":
                return _sequence([self._expression(rule, member) for member in node.members])
            case "CHOICE":
                return self._choice(rule, node)
            case "REPEAT" | "REPEAT1":
                return Repeat(self._expression(rule, node.content), int(node.kind == "REPEAT1"), None)
        if node.kind in TRANSPARENT or (node.kind == "PREC" and node.level == 0):
            return self._expression(rule, node.content)
        return Symbol(self._lift(rule, node) if node.kind in PRECEDENCES else self._tokens.name(node))

    def _choice(self, rule: str, node: RuleExpression) -> Expression:
        parts = list(dict.fromkeys(self._expression(rule, member) for member in node.members))
        full = [part for part in parts if part != Concatenation()]
        body = full[0] if len(full) == 1 else Choice(tuple(full))
        if not full:
            return Concatenation()
        return body if len(full) == len(parts) else optional(body)

    def _lift(self, rule: str, node: RuleExpression) -> str:
        """The hidden rule for an expression with a precedence of its own; the same for the same expression."""
        alternatives = tuple(dict.fromkeys(self._alternatives(rule, node, None)))
        if alternatives not in self._lifted:
            count = len(self._lifted) + 1
            name = f"_{rule.lstrip('_')}_{count}"
            while name in self._taken:
                name += "_"
            self._lifted[alternatives] = name
            self.rules[name] = Rule(name, alternatives, hidden=True)
        return self._lifted[alternatives]


def _sequence(parts: list[Expression]) -> Expression:
    flat: list[Expression] = []
    for part in parts:
        flat += part.parts if isinstance(part, Concatenation) else [part]
    return flat[0] if len(flat) == 1 else Concatenation(tuple(flat))


def without(lost: set[str], rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """The rules that remain when some symbols match nothing: what needs one goes, and so do rules left with nothing."""
    lost, kept, before = set(lost), dict(rules), -1
    while lost and len(lost) != before:
        before = len(lost)
        for name, rule in list(kept.items()):
            bodies = [(each, _remaining(each.body, lost)) for each in rule.alternatives]
            alternatives = tuple(replace(each, body=body) for each, body in bodies if body is not None)
            if alternatives:
                kept[name] = replace(rule, alternatives=alternatives)
            else:
                del kept[name]
                lost.add(name)
    return kept


def _remaining(expression: Expression, lost: set[str]) -> Expression | None:
    """What the expression can still be; None if nothing."""
    match expression:
        case Symbol(name):
            return None if name in lost else expression
        case Repeat(body, least, most):
            inside = _remaining(body, lost)
            if inside is None:
                return Concatenation() if least == 0 else None
            return Repeat(inside, least, most)
        case Concatenation(parts):
            remaining = [_remaining(part, lost) for part in parts]
            whole = [part for part in remaining if part is not None]
            return _sequence(whole) if len(whole) == len(parts) else None
        case Choice(parts):
            possible = [left for part in parts if (left := _remaining(part, lost)) is not None]
            if not possible:
                return None
            return possible[0] if len(possible) == 1 else Choice(tuple(possible))
