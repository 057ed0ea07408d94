"""ANTLR 4 parser rules as rules of a grammar, once the terminals are known."""

from __future__ import annotations

from collections.abc import Collection

from thresher.grammars.grammar import (
    Alternative,
    Associativity,
    Choice,
    Concatenation,
    Expression,
    Precedence,
    Repeat,
    Rule,
    SourcePosition,
    Symbol,
)
from thresher.grammars.readers.antlr4.lexicon import AntlrLexicon
from thresher.grammars.readers.antlr4.syntax import (
    Branch,
    CharacterRange,
    CharacterSet,
    Definition,
    Element,
    Literal,
    Loop,
    Not,
    Subrule,
    SymbolName,
    Wildcard,
    leaves,
)

_NOTHING = Concatenation()


def build_rule(definition: Definition, lexicon: AntlrLexicon) -> Rule:
    """The rule; if it is left-recursive, ANTLR lets its earlier alternatives bind tighter."""
    builder = _Builder(definition, lexicon)
    count = len(definition.branches)
    recursive = any(_is_edge(branch, 0, definition.name) for branch in definition.branches)
    alternatives = []
    for index, branch in enumerate(definition.branches):
        precedence = None
        if recursive and any(_is_edge(branch, edge, definition.name) for edge in (0, -1)):
            precedence = Precedence(
                count - index, Associativity.RIGHT if branch.right else Associativity.LEFT, definition.name
            )
        place = definition.text.place(branch.offset)
        alternatives.append(Alternative(builder.sequence(branch), precedence, place))
    return Rule(definition.name, tuple(alternatives), definition.text.place(definition.offset))


def ends_file(definition: Definition) -> bool:
    """Whether some alternative ends with EOF."""
    return any(_is_edge(branch, -1, "EOF") for branch in definition.branches)


def _is_edge(branch: Branch, edge: int, name: str) -> bool:
    match branch.elements[edge:][:1]:
        case (SymbolName(text),):
            return text == name
    return False


class _Builder:
    def __init__(self, definition: Definition, lexicon: AntlrLexicon) -> None:
        self._text = definition.text
        self._lexicon = lexicon

    def sequence(self, branch: Branch) -> Expression:
        parts = [part for element in branch.elements if (part := self._expression(element)) != _NOTHING]
        return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))

    def _expression(self, element: Element) -> Expression:
        place = self._text.place(element.offset)
        match element:
            case SymbolName("EOF"):
                expression: Expression = _NOTHING
            case SymbolName() | Literal():
                expression = _one_of(self._spelled(element), place)
            case Wildcard():
                expression = self._all_but((), element)
            case Not(body):
                expression = self._all_but(self._excluded(body), element)
            case Subrule(branches):
                parts = tuple(self.sequence(branch) for branch in branches)
                expression = parts[0] if len(parts) == 1 else Choice(parts)
            case Loop(body, least, most):
                inner = self._expression(body)
                expression = inner if inner == _NOTHING else Repeat(inner, least, most)
            case CharacterRange() | CharacterSet():
                raise self._text.error(element.offset, "characters can be in lexer rules only; expected a token")
        return expression

    def _spelled(self, element: SymbolName | Literal) -> list[str]:
        """The terminals or the rule that a name or literal can be."""
        if isinstance(element, SymbolName):
            return self._lexicon.spell(element.text)
        spelled = self._lexicon.spell_literal(element.text)
        if not spelled:
            raise self._text.error(element.offset, f"no lexer rule is just the literal {element.text!r}")
        return spelled

    def _excluded(self, body: Element) -> list[str]:
        excluded = []
        for leaf in leaves(body):
            if not isinstance(leaf, SymbolName | Literal):
                raise self._text.error(leaf.offset, "expected tokens after `~`")
            excluded += self._spelled(leaf)
        return excluded

    def _all_but(self, excluded: Collection[str], element: Element) -> Expression:
        terminals = self._lexicon.terminals.values()
        rest = [one.name for one in terminals if not (one.skip or one.more) and one.name not in excluded]
        if not rest:
            raise self._text.error(element.offset, "no token is left for this")
        return _one_of(rest, self._text.place(element.offset))


def _one_of(spelled: list[str], place: SourcePosition) -> Expression:
    symbols = tuple(Symbol(name, place) for name in spelled)
    return symbols[0] if len(symbols) == 1 else Choice(symbols)
