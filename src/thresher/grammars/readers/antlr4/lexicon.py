"""The terminals that ANTLR 4 lexer rules define, and which of them a token or a literal in a parser rule can be.

ANTLR derives a token's type from the rule that matched it: `-> type(X)` lets several rules make an X, and alternatives
of one rule may have commands of their own. Here each is a terminal, and X stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from thresher.grammars.grammar import DEFAULT_MODE, Problem, Terminal
from thresher.grammars.readers.antlr4.patterns import Patterns
from thresher.grammars.readers.antlr4.syntax import Branch, Definition, LexerCommand, Literal

_OPEN_CHANNELS = ("DEFAULT_TOKEN_CHANNEL", "0")
_COMMANDS = ("skip", "more", "type", "channel", "mode", "pushMode", "popMode")


@dataclass
class AntlrLexicon:
    """`types` are the names of the terminals for each token, `literals` the tokens for each literal that has a rule."""

    terminals: dict[str, Terminal] = field(default_factory=dict)
    types: dict[str, list[str]] = field(default_factory=dict)
    literals: dict[str, list[str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def spell(self, token: str) -> list[str]:
        """The terminals for a token; just its name if no lexer rule makes it."""
        return self.types.get(token, [token])

    def spell_literal(self, text: str) -> list[str]:
        """The terminals for a literal; none if no lexer rule is just that."""
        return list(dict.fromkeys(name for token in self.literals.get(text, []) for name in self.spell(token)))


def build_lexicon(definitions: Mapping[str, Definition]) -> AntlrLexicon:
    """The terminals of the lexer rules, in order."""
    lexicon = AntlrLexicon()
    patterns = Patterns(definitions)
    rules = [definition for definition in definitions.values() if definition.lexical and not definition.fragment]
    modes = {DEFAULT_MODE, *(rule.mode for rule in rules)}
    for rule in rules:
        for number, (commands, branches) in enumerate(_groups(rule)):
            name = rule.name if number == 0 else f"{rule.name}#{number + 1}"
            pattern = patterns.pattern(rule, branches)
            plain = Terminal(name, pattern, place=rule.text.place(rule.offset), modes=frozenset([rule.mode]))
            terminal = _commanded(plain, commands, rule, modes)
            token = next((command.argument for command in commands if command.name == "type"), rule.name)
            lexicon.terminals[name] = terminal
            if not (terminal.skip or terminal.more):
                lexicon.types.setdefault(token, []).append(name)
                _note_literal(lexicon, branches, token)
    lexicon.problems += patterns.problems
    return lexicon


def _groups(rule: Definition) -> Iterable[tuple[tuple[LexerCommand, ...], tuple[Branch, ...]]]:
    """The rule's alternatives, those with the same commands together."""
    groups: dict[tuple[tuple[str, str], ...], list[Branch]] = {}
    for branch in rule.branches:
        groups.setdefault(tuple((command.name, command.argument) for command in branch.commands), []).append(branch)
    return [(branches[0].commands, tuple(branches)) for branches in groups.values()]


def _note_literal(lexicon: AntlrLexicon, branches: tuple[Branch, ...], token: str) -> None:
    match branches:
        case (Branch((Literal(text),)),):
            lexicon.literals.setdefault(text, []).append(token)


def _commanded(terminal: Terminal, commands: tuple[LexerCommand, ...], rule: Definition, modes: set[str]) -> Terminal:
    for command in commands:
        _check(command, rule, modes)
        match command.name:
            case "skip":
                terminal = replace(terminal, skip=True)
            case "channel":
                terminal = replace(terminal, skip=terminal.skip or command.argument not in _OPEN_CHANNELS)
            case "more":
                terminal = replace(terminal, more=True)
        if command.name in ("popMode", "mode"):
            entered = len(terminal.pushes)
            terminal = replace(terminal, pops=terminal.pops + (not entered), pushes=terminal.pushes[:-1])
        if command.name in ("pushMode", "mode"):
            terminal = replace(terminal, pushes=(*terminal.pushes, command.argument))
    return terminal


def _check(command: LexerCommand, rule: Definition, modes: set[str]) -> None:
    if command.name not in _COMMANDS:
        raise rule.text.error(
            command.offset, f"expected a lexer command ({', '.join(_COMMANDS)}), found {command.name}"
        )
    needy = command.name not in ("skip", "more", "popMode")
    if needy != bool(command.argument):
        expected = "needs an argument in parentheses" if needy else "has no argument"
        raise rule.text.error(command.offset, f"the lexer command {command.name} {expected}")
    if command.name in ("mode", "pushMode") and command.argument not in modes:
        raise rule.text.error(command.offset, f"there is no mode {command.argument}")
