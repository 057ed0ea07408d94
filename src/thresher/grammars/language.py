"""A grammar prepared for reduction: its parser, what its rules can do without, and minimal texts for them."""

from __future__ import annotations

from functools import cached_property

from thresher.grammars.bnf import SymbolRole
from thresher.grammars.grammar import Grammar
from thresher.grammars.lalr import Tables
from thresher.grammars.lexer import is_fixed
from thresher.grammars.lists import GrammarLists
from thresher.grammars.parsing import Parser
from thresher.grammars.spelling import Spelling
from thresher.structures.trees.kind import NodeKind


class Language:
    """Everything about a grammar that does not depend on an input; made once.

    Unless `flat`, lists written by recursion keep the shape they have in the grammar, as in the thesis.
    """

    def __init__(self, grammar: Grammar, tables: Tables | None = None, *, flat: bool = True) -> None:
        self.grammar, self.flat = grammar, flat
        self.parser = Parser(grammar, tables)
        self._productions = self.parser.productions
        self._fixed = [is_fixed(terminal) for terminal in grammar.terminals.values()]
        self._kinds: dict[tuple[int, ...], NodeKind] = {}

    @cached_property
    def lists(self) -> GrammarLists:
        """Which of its productions are lists."""
        return GrammarLists(self._productions)

    @cached_property
    def spelling(self) -> Spelling:
        """The minimal texts."""
        return Spelling(self.grammar, self._productions, self.parser.lexer)

    def role(self, symbol: int) -> SymbolRole | None:
        """What a nonterminal is; None for a terminal."""
        return self._productions.role(symbol)

    def fixed(self, symbol: int) -> bool:
        """Whether a symbol is a terminal with one text only."""
        return symbol < len(self._fixed) and self._fixed[symbol]

    def minimal(self, symbol: int) -> bytes | None:
        """What replaces a symbol once it is removed."""
        text = self.spelling.text(symbol)
        return None if text is None else text.encode("utf-8", "surrogateescape")

    def kind(self, symbols: tuple[int, ...]) -> NodeKind:
        """The kind of a node that is one of each of the symbols, from the outermost in."""
        if symbols not in self._kinds:
            names = [self._productions.names[symbol] for symbol in symbols]
            takes = frozenset().union(*(self.lists.units.get(symbol, frozenset()) for symbol in symbols))
            self._kinds[symbols] = NodeKind(
                next((name for name in names if not name.startswith("$")), names[0]),
                frozenset(names),
                frozenset(self._productions.names[symbol] for symbol in takes),
            )
        return self._kinds[symbols]
