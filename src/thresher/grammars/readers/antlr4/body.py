"""Reads the alternatives of an ANTLR 4 rule."""

from __future__ import annotations

from thresher.grammars.readers.antlr4.characters import decode
from thresher.grammars.readers.antlr4.options import named_action, option_block, option_value
from thresher.grammars.readers.antlr4.scanner import Scanner
from thresher.grammars.readers.antlr4.syntax import (
    Branch,
    CharacterRange,
    CharacterSet,
    Element,
    LexerCommand,
    Literal,
    Loop,
    Not,
    Subrule,
    SymbolName,
    Wildcard,
)

_DEEPEST = 50
"""How deep parentheses may be nested: far more than occurs in practice, and less than what exhausts the stack."""

_TIMES: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}


class Body:
    """Of one rule; `predicates` and `actions` are where code was found so far."""

    def __init__(self, scanner: Scanner, *, lexical: bool) -> None:
        self.predicates: list[int] = []
        self.actions: list[int] = []
        self._scanner = scanner
        self._lexical = lexical
        self._depth = 0
        self._right = False

    def branches(self) -> tuple[Branch, ...]:
        """Consumes alternatives up to a symbol that cannot be part of one."""
        branches = [self._branch()]
        while self._scanner.skip("|"):
            branches.append(self._branch())
        return tuple(branches)

    def _branch(self) -> Branch:
        scanner = self._scanner
        start = scanner.peek().offset
        elements: list[Element] = []
        outer, self._right = self._right, False
        while (kind := scanner.peek().kind) not in ("|", ")", ";", "->", "#", "end"):
            if kind == "{":
                self._action()
            elif kind == "<":
                self._element_options()
            else:
                elements.append(self._element())
        commands = self._commands() if scanner.skip("->") else ()
        if scanner.skip("#"):
            scanner.expect("name", "the alternative's label")
        right, self._right = self._right, outer
        return Branch(tuple(elements), start, right, commands)

    def _action(self) -> None:
        offset = self._scanner.code()
        (self.predicates if self._scanner.skip("?") else self.actions).append(offset)

    def _element_options(self) -> None:
        """Reads `<name, name=value>` and notes if the alternative associates to the right."""
        scanner = self._scanner
        scanner.take()
        while True:
            name = scanner.expect("name", "an element's option").text
            while scanner.skip("."):
                scanner.expect("name", "a name")
            if scanner.skip("="):
                value = scanner.code() if scanner.peek().kind == "{" else option_value(scanner).text
                self._right |= (name, value) == ("assoc", "right")
            if not scanner.skip(","):
                break
        scanner.expect(">", "`,` or `>`")

    def _commands(self) -> tuple[LexerCommand, ...]:
        scanner = self._scanner
        commands = []
        while True:
            name = scanner.expect("name", "a lexer command")
            argument = ""
            if scanner.skip("("):
                if scanner.peek().kind not in ("name", "number"):
                    raise scanner.wrong("the command's argument")
                argument = scanner.take().text
                scanner.expect(")")
            commands.append(LexerCommand(name.text, argument, name.offset))
            if not scanner.skip(","):
                return tuple(commands)

    def _element(self) -> Element:
        atom = self._atom()
        if self._scanner.peek().kind == "<":
            self._element_options()
        token = self._scanner.peek()
        if token.kind not in _TIMES:
            return atom
        self._scanner.take()
        least, most = _TIMES[token.kind]
        return Loop(atom, least, most, greedy=not self._scanner.skip("?"), offset=atom.offset)

    def _atom(self) -> Element:
        token = self._scanner.peek()
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._scanner.text.error(token.offset, f"nested more than {_DEEPEST} deep")
        match token.kind:
            case "name":
                atom = self._name()
            case "literal":
                atom = self._literal()
            case "[" if self._lexical:
                atom = CharacterSet(*self._scanner.set())
            case ".":
                atom = Wildcard(self._scanner.take().offset)
            case "~":
                self._scanner.take()
                atom = Not(self._atom(), token.offset)
            case "(":
                atom = self._block()
            case _:
                raise self._scanner.wrong("an element of the rule")
        self._depth -= 1
        return atom

    def _name(self) -> Element:
        """A name, or what it is the label of."""
        token = self._scanner.take()
        if self._scanner.skip("=", "+="):
            return self._atom()
        if self._scanner.peek().kind == "[" and not self._lexical:
            self._scanner.code()
        return SymbolName(token.text, token.offset)

    def _literal(self) -> Element:
        first = self._plain_literal()
        if not self._scanner.skip(".."):
            return first
        if self._scanner.peek().kind != "literal":
            raise self._scanner.wrong("the last character of the range")
        last = self._plain_literal()
        if len(first.text) != 1 or len(last.text) != 1 or last.text < first.text:
            raise self._scanner.text.error(
                first.offset, "expected a range from one character to the same or a later one"
            )
        return CharacterRange(first.text, last.text, first.offset)

    def _plain_literal(self) -> Literal:
        token = self._scanner.take()
        text = decode(self._scanner.text, token.offset + 1, token.offset + len(token.text) - 1)
        if not text:
            raise self._scanner.text.error(token.offset, "a literal needs at least one character")
        return Literal(text, token.offset)

    def _block(self) -> Subrule:
        scanner = self._scanner
        offset = scanner.take().offset
        if scanner.sees_block("options"):
            option_block(scanner)
        while scanner.peek().kind == "@":
            named_action(scanner)
        scanner.skip(":")
        branches = self.branches()
        scanner.expect(")", "an element, `|` or `)`")
        return Subrule(branches, offset)
