"""What is to be known about a grammar before it is used: mistakes, and properties of its symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from thresher.errors import GrammarError
from thresher.grammars.bnf import Productions, SymbolRole, productions_of
from thresher.grammars.grammar import Grammar, Problem, SourcePosition, Symbol, symbols
from thresher.grammars.lexer import Lexer
from thresher.grammars.lists import GrammarLists
from thresher.grammars.spelling import Spelling

SHOWN = 5  # problems that an error message names


def checked(grammar: Grammar) -> Grammar:
    """The grammar, if it can be used; a GrammarError names what is wrong, each with its place."""
    fatal = [problem for problem in mistakes(grammar) if problem.fatal]
    if not fatal:
        fatal = [problem for problem in Analysis(grammar).problems() if problem.fatal]
    if fatal:
        lines = [located(grammar.name, problem) for problem in fatal[:SHOWN]]
        more = [f"and {len(fatal) - SHOWN} more; see: thresher grammar check {grammar.name}"] * (len(fatal) > SHOWN)
        raise GrammarError("\n".join([*lines, *more]))
    return grammar


def located(name: str, problem: Problem) -> str:
    """A problem as one line of text.

    >>> located("a.y", Problem(SourcePosition(3, 7), "no such rule"))
    'a.y:3:7: no such rule'
    """
    where = f":{problem.place.line}:{problem.place.column}" if problem.place.line else ""
    return f"{name}{where}: {problem.message}"


def mistakes(grammar: Grammar) -> list[Problem]:
    """The reader's problems, undefined symbols, and terminals that are not regular expressions."""
    found = list(grammar.problems)
    if grammar.start not in grammar.rules:
        there = ", ".join(list(grammar.rules)[:10])
        found.append(
            Problem(
                SourcePosition(), f"there is no rule {grammar.start!r} to start from; there are {there}", fatal=True
            )
        )
    for symbol in _undefined(grammar):
        found.append(Problem(symbol.place, f"{symbol.name} is used but not defined", fatal=True))
    for terminal in grammar.terminals.values():
        try:
            matches_nothing = re.compile(terminal.pattern).fullmatch("")
        except (re.error, OverflowError, RecursionError) as error:
            found.append(Problem(terminal.place, f"{terminal.name}: bad regular expression: {error}", fatal=True))
        else:
            if matches_nothing and not terminal.skip:
                message = f"{terminal.name} matches the empty text, which is not a token: only longer matches count"
                found.append(Problem(terminal.place, message))
    return found


def _undefined(grammar: Grammar) -> Iterator[Symbol]:
    """The symbols that are neither rules nor terminals, each where it is first used."""
    known = {*grammar.rules, *grammar.terminals}
    for rule in grammar.rules.values():
        for alternative in rule.alternatives:
            for symbol in symbols(alternative.body):
                if symbol.name not in known:
                    known.add(symbol.name)
                    yield symbol


@dataclass(frozen=True)
class Analysis:
    """Properties of the symbols of a grammar without `mistakes` that are fatal."""

    grammar: Grammar

    @cached_property
    def productions(self) -> Productions:
        """Its plain productions."""
        return productions_of(self.grammar)

    @cached_property
    def lists(self) -> GrammarLists:
        """Its lists."""
        return GrammarLists(self.productions)

    @cached_property
    def spelling(self) -> Spelling:
        """Its minimal strings."""
        return Spelling(self.grammar, self.productions, Lexer(self.grammar))

    def problems(self) -> list[Problem]:
        """What is wrong with the symbols: no strings, cycles, unused rules and terminals."""
        return [*self._empty(), *self._cycles(), *self._hidden(), *self._unused()]

    def names(self, numbers: frozenset[int] | set[int]) -> list[str]:
        """The names of the rules and terminals among symbols."""
        return [self.productions.names[number] for number in sorted(numbers) if self._authored(number)]

    def _authored(self, number: int) -> bool:
        return self.productions.role(number) in (None, SymbolRole.RULE) and number != self.productions.terminals

    def _place(self, number: int) -> SourcePosition:
        name = self.productions.names[number]
        thing = self.grammar.rules.get(name) or self.grammar.terminals.get(name)
        return thing.place if thing else SourcePosition()

    @cached_property
    def reachable(self) -> frozenset[int]:
        """The symbols that some derivation from the start has in it."""
        return _closure(self._uses, [self.productions.start])

    @cached_property
    def recursive(self) -> frozenset[int]:
        """The nonterminals that derive something with themselves in it."""
        return frozenset(head for head, used in self._uses.items() if head in _closure(self._uses, used))

    @cached_property
    def _uses(self) -> dict[int, set[int]]:
        uses: dict[int, set[int]] = {head: set() for head in self.productions.by_head}
        for production in self.productions.productions:
            uses[production.head].update(production.body)
        return uses

    def _empty(self) -> Iterator[Problem]:
        """Symbols that derive no string at all."""
        lengths = self.spelling.strings.lengths
        for number in range(len(self.productions.names)):
            if number in lengths or not self._authored(number):
                continue
            name = self.productions.names[number]
            if number < self.productions.terminals:
                message = f"no text was found that {name} matches; give its minimal text, or it is never put in"
                yield Problem(self._place(number), message)
            else:
                fatal = number == self.productions.start
                message = f"{name} derives no string" + (
                    ": every way to write it needs itself" if number in self.recursive else ""
                )
                yield Problem(self._place(number), message, fatal)

    def _cycles(self) -> Iterator[Problem]:
        """Nonterminals that derive themselves alone."""
        units = self.lists.units
        for number in sorted(units):
            if number in units[number] and self._authored(number):
                message = f"{self.productions.names[number]} can be derived from itself alone; such steps are left out"
                yield Problem(self._place(number), message)

    def _hidden(self) -> Iterator[Problem]:
        """Left recursion after something that can be empty: not an error, but many parsers cannot handle it."""
        nullable = self.productions.nullable
        begins: dict[int, set[int]] = {head: set() for head in self.productions.by_head}
        for head, body, *_ in self.productions.productions:
            for symbol in body:
                begins[head].add(symbol)
                if symbol not in nullable:
                    break
        for number, production in enumerate(self.productions.productions):
            head, body, *_ = production
            if number and body and body[0] in nullable and body[0] != head:
                behind = _tail_begins(body, nullable)
                if head in behind | _closure(begins, behind) and self._authored(head):
                    message = f"{self.productions.names[head]} is left-recursive after what can be empty"
                    yield Problem(production.place, message)

    def _unused(self) -> Iterator[Problem]:
        """Rules and terminals that no text from the start needs."""
        for number in range(len(self.productions.names)):
            name = self.productions.names[number]
            skipped = number < self.productions.terminals and self.grammar.terminals[name].skip
            if number not in self.reachable and self._authored(number) and not skipped:
                yield Problem(self._place(number), f"{name} cannot be reached from {self.grammar.start}")


def _closure(links: Mapping[int, set[int]], start: set[int] | list[int]) -> frozenset[int]:
    """Everything that can be reached, the start included."""
    found, todo = set(start), list(start)
    while todo:
        more = links.get(todo.pop(), set()) - found
        found |= more
        todo += more
    return frozenset(found)


def _tail_begins(body: tuple[int, ...], nullable: frozenset[int]) -> set[int]:
    """What a body may begin with once its first symbol is empty."""
    found = set()
    for symbol in body[1:]:
        found.add(symbol)
        if symbol not in nullable:
            break
    return found
