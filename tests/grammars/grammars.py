"""Grammars for tests: written in a small notation, or drawn at random.

The notation: `rule: body | body`, with 'texts' in quotes, `* + ?` and brackets; `NAME = pattern` is a terminal, and
`~NAME = pattern` one that is skipped. Every line is one rule or terminal, and the first rule is the start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from thresher.grammars.document import GrammarDocument
from thresher.grammars.grammar import (
    Alternative,
    Choice,
    Concatenation,
    Expression,
    Grammar,
    Lexing,
    Repeat,
    Rule,
    Symbol,
    Terminal,
    literal,
    optional,
    plus,
    star,
)
from thresher.grammars.language import Language
from thresher.kernel.selection import Selection
from thresher.structures.trees.tree import Tree

_WORDS = re.compile(r"\s*('(?:\\.|[^'\\])*'|\w+|[|()*+?])")
_TIMES: dict[str, Callable[[Expression], Expression]] = {"*": star, "+": plus, "?": optional}


def grammar(text: str, lexing: Lexing = Lexing.LONGEST) -> Grammar:
    """The grammar in the notation above.

    >>> sorted(grammar("list: item (',' item)*; item: 'x'").terminals)
    ["','", "'x'"]
    """
    rules: dict[str, Rule] = {}
    terminals: dict[str, Terminal] = {}
    for line in filter(None, map(str.strip, re.split(r"\n|;(?= \w+:)", text))):
        if match := re.match(r"(~?)(\w+) = (.*)", line):
            skip, name, pattern = match.groups()
            terminals[name] = Terminal(name, pattern, skip=bool(skip))
        else:
            name, body = line.split(":", 1)
            rules[name] = Rule(name, tuple(map(Alternative, _Reader(body, terminals).choices())))
    return Grammar("test.y", rules, terminals, next(iter(rules)), lexing=lexing)


class _Reader:
    def __init__(self, body: str, terminals: dict[str, Terminal]) -> None:
        self._words = _WORDS.findall(body)
        self._terminals = terminals

    def choices(self) -> list[Expression]:
        found = [self._sequence()]
        while self._words and self._words[0] == "|":
            self._words.pop(0)
            found.append(self._sequence())
        return found

    def _sequence(self) -> Expression:
        parts: list[Expression] = []
        while self._words and self._words[0] not in "|)":
            word = self._words.pop(0)
            if word in _TIMES:
                parts[-1] = _TIMES[word](parts[-1])
            else:
                parts.append(self._one(word))
        return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))

    def _one(self, word: str) -> Expression:
        if word == "(":
            inner = self.choices()
            self._words.pop(0)
            return Choice(tuple(inner)) if len(inner) > 1 else inner[0]
        if word.startswith("'"):
            terminal = literal(word[1:-1].replace("\\", ""))
            self._terminals.setdefault(terminal.name, terminal)
            return Symbol(terminal.name)
        return Symbol(word)


def document(text: str, data: bytes | str, *, flat: bool = True) -> GrammarDocument:
    """A document in the language of a grammar in the notation."""
    content = data.encode() if isinstance(data, str) else data
    return GrammarDocument("input", content, Language(grammar(text), flat=flat))


def removals(tree: Tree) -> Iterator[Selection]:
    """Every candidate with one node removed."""
    for node in range(1, len(tree)):
        if tree.replacement(node) is not None:
            yield tree.without(tree.everything, [node])


# Random grammars -----------------------------------------------------------------------------------------------------

LETTERS = [literal(letter) for letter in "abc"]
RULES = ["s", "t", "u", "v"]
BLANKS = Terminal("BLANKS", " +", skip=True)
_symbols = st.sampled_from([*RULES, *(letter.name for letter in LETTERS)]).map(Symbol)


def _sequences(parts: st.SearchStrategy[Expression], most: int = 3) -> st.SearchStrategy[Expression]:
    return st.lists(parts, min_size=1, max_size=most).map(
        lambda found: found[0] if len(found) == 1 else Concatenation(tuple(found))
    )


_repeats = st.builds(Repeat, _symbols, st.integers(0, 2), st.none()) | st.builds(
    lambda body, least, more: Repeat(body, least, least + more), _symbols, st.integers(0, 1), st.integers(0, 2)
)
_choices = st.lists(_sequences(_symbols, 2) | st.just(Concatenation()), min_size=2, max_size=3).map(
    lambda found: Choice(tuple(found))
)
_nested = st.builds(Repeat, _sequences(_symbols) | _choices, st.integers(0, 1), st.sampled_from([1, None]))
_empty = st.just(Concatenation())
plain_bodies = st.one_of(_sequences(_symbols), _sequences(_symbols, 4), _sequences(_symbols, 5), _empty)
bodies = st.one_of(_sequences(st.one_of(_symbols, _symbols, _symbols, _repeats, _choices, _nested), 4), plain_bodies)


@st.composite
def grammars(draw: st.DrawFn, body: st.SearchStrategy[Expression] = bodies) -> Grammar:
    """Up to four rules over the letters a, b and c with blanks in between; some rules may derive nothing."""
    count = draw(st.integers(1, len(RULES)))
    alternatives = {name: draw(st.lists(body, min_size=1, max_size=3)) for name in RULES[:count]}
    missing = [name for name in RULES[count:] if any(name in repr(each) for each in alternatives.values())]
    alternatives |= {name: [draw(_letters)] for name in missing}
    rules = {name: Rule(name, tuple(map(Alternative, found))) for name, found in alternatives.items()}
    terminals = {terminal.name: terminal for terminal in [*LETTERS, BLANKS]}
    return Grammar("random.y", rules, terminals, RULES[0])


_letters = st.sampled_from(LETTERS).map(lambda letter: Symbol(letter.name))


@dataclass
class Writer:
    """Derives texts at random, and ends as soon as it can after so many rules."""

    grammar: Grammar
    random: Random
    budget: int = 16

    def __post_init__(self) -> None:
        self._ranks = _ranks(self.grammar)

    def text(self) -> str | None:
        """A text that the start derives; None if there is none."""
        if self.grammar.start not in self._ranks:
            return None
        return self.random.choice(["", " "]).join(name.strip("'") for name in self._write(Symbol(self.grammar.start)))

    def _write(self, expression: Expression) -> Iterator[str]:
        match expression:
            case Symbol(name) if name in self.grammar.rules:
                self.budget -= 1
                yield from self._write(self._one([each.body for each in self.grammar.rules[name].alternatives]))
            case Symbol(name):
                yield name
            case Concatenation(parts):
                for part in parts:
                    yield from self._write(part)
            case Choice(parts):
                yield from self._write(self._one(list(parts)))
            case Repeat(body, least, most):
                self.budget -= 1
                extra = self.random.randint(0, 3) if most is None else self.random.randint(0, most - least)
                wanted = self.budget > 0 and _rank(body, self._ranks, self.grammar) is not None
                for _ in range(least + (extra if wanted else 0)):
                    yield from self._write(body)

    def _one(self, ways: list[Expression]) -> Expression:
        """Any way that ends, or one that ends soonest."""
        ranks = [(rank, index) for index, way in enumerate(ways) if (rank := self._rank_of(way)) is not None]
        return ways[self.random.choice(ranks)[1] if self.budget > 0 else min(ranks)[1]]

    def _rank_of(self, way: Expression) -> int | None:
        return _rank(way, self._ranks, self.grammar)


def _ranks(grammar: Grammar) -> dict[str, int]:
    """For the rules that derive something how many steps that takes at least."""
    found: dict[str, int] = {}
    for step in range(1, len(grammar.rules) + 1):
        found |= {
            name: step
            for name, rule in grammar.rules.items()
            if name not in found and any(_rank(each.body, found, grammar) is not None for each in rule.alternatives)
        }
        found = {name: min(rank, step) for name, rank in found.items()}
    return found


def _rank(expression: Expression, ranks: Mapping[str, int], grammar: Grammar) -> int | None:
    """The steps that an expression takes at least; None if it derives nothing as far as is known."""
    match expression:
        case Symbol(name):
            return ranks.get(name) if name in grammar.rules else 0
        case Concatenation(parts):
            found = [_rank(part, ranks, grammar) for part in parts]
            return None if None in found else max((each for each in found if each is not None), default=0)
        case Choice(parts):
            return min((each for part in parts if (each := _rank(part, ranks, grammar)) is not None), default=None)
        case Repeat(body, least, _):
            return 0 if least == 0 else _rank(body, ranks, grammar)


# Derivations ---------------------------------------------------------------------------------------------------------
