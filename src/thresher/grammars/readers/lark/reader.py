"""Reads grammars of Lark, the Python parsing toolkit: everything that Lark's own loader understands.

Aliases, tree shaping (`?rule`, `!rule`) and the priorities of rules do not change the language and are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, VisitError
from lark.grammar import Symbol as LarkSymbol
from lark.lexer import PatternStr, TerminalDef

from thresher.errors import GrammarError
from thresher.grammars.grammar import (
    Alternative,
    Choice,
    Concatenation,
    Expression,
    Grammar,
    Lexing,
    Problem,
    Repeat,
    Rule,
    SourcePosition,
    Symbol,
    Terminal,
    symbols,
)
from thresher.grammars.readers.lark.loading import FAILURES, LarkTree, Loaded, Loader, load_grammar
from thresher.grammars.readers.reading import GrammarText, Load, load_nothing

SUFFIXES = (".lark",)

OPERATORS: Mapping[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}

_LEXEME = re.compile(
    r"""  "(?:\\.|[^"\\\n])*"            # a string, a regular expression and a comment hide names,
        | /(?!/)(?:\\.|[^/\\])+/
        | (?://|\#)[^\n]*
        | ->\s*\w+                       # and an alias is none
        | (?P<head>[A-Za-z_]\w*) (?=\s*(?:\{[^{}:]*\}\s*)?(?:\.\s*[+-]?\d+\s*)?:)
        | (?P<name>[A-Za-z_]\w*)
    """,
    re.VERBOSE,
)
_WHERE = re.compile(r",? at line (\d+),? col(?:umn)? (\d+)(?: in [^\n]*?: *$)?", re.MULTILINE)
_CULPRIT = re.compile(r"'(\w+)'|(?:rule|terminal|defined:|empty \() ?(\w+)")


def read(name: str, text: str, load: Load = load_nothing) -> Grammar:
    """The grammar in a `.lark` file; raises GrammarError if Lark cannot load it. Imports are asked of `load`."""
    loader = Loader(name, text, load)
    places = NamePositions(GrammarText(name, text))
    try:
        loaded = load_grammar(text, loader)
        rules = {rule: _rule(rule, tree, places) for rule, tree in loaded.rules.items()}
    except FAILURES as error:
        raise _translated(error, loader, places) from error
    if not rules:
        raise places.text.error(0, "the grammar has no rule")
    problems = [
        Problem(places.of(missing), f"{missing} is declared but has no pattern: it comes from an external lexer")
        for missing in loaded.declared
    ]
    start = "start" if "start" in rules else next((rule for rule in places.defined if rule in rules), next(iter(rules)))
    terminals = _terminals(loaded, rules, places)
    return Grammar(name, rules, terminals, start, lexing=Lexing.EXPECTED, problems=tuple(problems))


class NamePositions:
    """Where names are in a grammar's text, found without Lark, whose symbols do not have it."""

    def __init__(self, text: GrammarText) -> None:
        self.text = text
        self.defined: dict[str, int] = {}  # in the order of the text
        self._uses: dict[tuple[str, str], int] = {}
        definition = ""
        for match in _LEXEME.finditer(text.text):
            if match["head"]:
                definition = match["head"]
                self.defined.setdefault(definition, match.start())
            elif match["name"]:
                self._uses.setdefault((definition, match["name"]), match.start())
                self._uses.setdefault(("", match["name"]), match.start())

    def offset(self, name: str) -> int | None:
        """Where the name is defined, or else first used, as in %declare."""
        base = name.partition("{")[0]
        return self.defined.get(base, self._uses.get(("", base)))

    def of(self, name: str) -> SourcePosition:
        """The place of a rule or terminal; none for what an imported grammar or Lark itself brought in."""
        offset = self.offset(name)
        return SourcePosition() if offset is None else self.text.place(offset)

    def error(self, name: str, message: str) -> GrammarError:
        """The error to raise for something wrong with a rule or terminal."""
        return self.text.error(self.offset(name) or 0, message)

    def use(self, rule: str, name: str) -> SourcePosition:
        """Where a rule first uses a name; for a string, which Lark has named, the rule's own place."""
        offset = self._uses.get((rule.partition("{")[0], name.partition("{")[0]))
        return self.of(rule) if offset is None else self.text.place(offset)


def _rule(name: str, tree: LarkTree, places: NamePositions) -> Rule:
    place = places.of(name)
    alternatives = []
    for body in _parts(tree, name, places):
        first = next(symbols(body), None)
        alternatives.append(Alternative(body, place=first.place if first else place))
    return Rule(name, tuple(alternatives), place, name.startswith("_"))


def _parts(tree: LarkTree, rule: str, places: NamePositions) -> tuple[Expression, ...]:
    return tuple(_expression(child, rule, places) for child in tree.children)


def _expression(node: LarkTree | LarkSymbol | Token, rule: str, places: NamePositions) -> Expression:
    if isinstance(node, LarkSymbol):
        return Symbol(str(node.name), places.use(rule, str(node.name)))
    if not isinstance(node, Tree):
        raise places.error(rule, f"{node} in rule {rule} is neither a symbol nor an expression")
    match node.data:
        case "alias" | "value":
            return _expression(node.children[0], rule, places)
        case "expansion" | "expansions":
            parts = _parts(node, rule, places)
            if len(parts) == 1:
                return parts[0]
            return Concatenation(parts) if node.data == "expansion" else Choice(parts)
        case "maybe":
            return Repeat(_expression(node.children[0], rule, places), 0, 1)
        case "expr":
            body, operator, *numbers = node.children
            least, most = OPERATORS.get(str(operator)) or (int(str(numbers[0])), int(str(numbers[-1])))
            if most is not None and not 0 <= least <= most:
                raise places.error(rule, f"cannot repeat {least}..{most} times in rule {rule}")
            return Repeat(_expression(body, rule, places), least, most)
        case _:
            raise places.error(rule, f"rule {rule} has an unknown expression, {node.data}")


def _terminals(loaded: Loaded, rules: Mapping[str, Rule], places: NamePositions) -> dict[str, Terminal]:
    """The terminals in the order in which Lark prefers them: strings, then what can match more.

    Those that no rule uses are only parts of others, and are left out.
    """
    used = {
        symbol.name
        for rule in rules.values()
        for alternative in rule.alternatives
        for symbol in symbols(alternative.body)
    }
    wanted = [_terminal(each, loaded, places) for each in loaded.terminals if each.name in used | loaded.ignored]
    wanted.sort(key=lambda pair: pair[0])
    return {terminal.name: terminal for _order, terminal in wanted}


def _terminal(
    definition: TerminalDef, loaded: Loaded, places: NamePositions
) -> tuple[tuple[bool, int, int, str], Terminal]:
    """A terminal with its rank; raises GrammarError if Python does not understand its pattern."""
    name, pattern = str(definition.name), definition.pattern
    expression = pattern.to_regexp()
    try:
        re.compile(expression)
        rank = (not isinstance(pattern, PatternStr), -pattern.max_width, -len(pattern.value), name)
    except (re.error, ValueError, OverflowError, RecursionError) as error:
        called = "an unnamed terminal" if name.startswith("__") else name
        message = f"Python cannot compile the pattern of {called}, {expression}: {error}"
        raise places.error(name, message) from error
    skip = name in loaded.ignored
    return rank, Terminal(name, expression, place=places.of(name), skip=skip, priority=definition.priority)


def _translated(error: Exception, loader: Loader, places: NamePositions) -> GrammarError:
    """Lark's error as ours: in one line, and at the position from Lark or that of the name in its message."""
    if isinstance(error, RecursionError):
        return places.text.error(0, "the grammar is nested too deeply, or imports itself")
    cause = error.orig_exc if isinstance(error, VisitError) else error
    whole = str(cause) or "Lark does not understand this grammar, and does not say why"
    found = _WHERE.search(whole)
    message = _WHERE.sub("", whole).strip().partition("\n")[0].rstrip(" .:")
    if found:
        return _at(loader, int(found[1]), int(found[2]), message)
    if isinstance(error, UnexpectedInput) and isinstance(error.line, int) and error.line > 0:
        return _at(loader, error.line, error.column, message)
    names = [quoted or plain for quoted, plain in _CULPRIT.findall(message)]
    offsets = [offset for name in names if (offset := places.offset(name)) is not None]
    return places.text.error(offsets[0] if offsets else 0, message)


def _at(loader: Loader, line: int, column: int, message: str) -> GrammarError:
    return GrammarError(f"{loader.latest}:{line}:{column}: {message}")
