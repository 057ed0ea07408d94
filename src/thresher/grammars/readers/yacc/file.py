"""The declarations and productions of a yacc or bison file, as they are written, without the code.

The sections of such a file are recognized by their contents, as the specifications of the HDD thesis leave out the
declarations and the first %%: the separator after the productions is the one that ends them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thresher.grammars.grammar import Associativity, Problem
from thresher.grammars.readers.reading import GrammarText
from thresher.grammars.readers.yacc.lex_patterns import ESCAPE, unescape
from thresher.grammars.readers.yacc.lexicon import PROLOGUE, end_of_code

TOKEN = re.compile(
    r"""(?P<filler>\s+|/\*[\s\S]*?\*/|//.*)
    |(?P<mark>%%|^%:[ \t\r]*$)
    |(?P<predicate>%\?\s*\{)
    |(?P<prologue>%\{)
    |(?P<code>\{)
    |(?P<directive>%[A-Za-z][\w-]*)
    |(?P<literal>'(?:\\.|[^'\\\n])+'|"(?:\\.|[^"\\\n])*"|_\("(?:\\.|[^"\\\n])*"\))
    |(?P<name>\$?\.?[A-Za-z_][\w.-]*)
    |(?P<number>-?\d\w*)
    |(?P<tag><(?:[^<>\n]|<[^<>\n]*>)*>)
    |(?P<reference>\[[^\]\n]*\])
    |(?P<punctuation>[:|;=,])""",
    re.VERBOSE | re.MULTILINE,
)
UNCLOSED = {"/*": "this comment is never closed", "'": "this ' is never closed"}
SIDES = {
    "%left": Associativity.LEFT,
    "%right": Associativity.RIGHT,
    "%nonassoc": Associativity.NONE,
    "%binary": Associativity.NONE,
    "%precedence": Associativity.SILENT,
}
OF_ALTERNATIVES = {"%prec", "%empty", "%dprec", "%merge", "%expect", "%expect-rr"}
IGNORED = re.compile(
    r"""%(type|nterm|union|define|code|param|(parse|lex)-param|expect(-rr)?|destructor|printer|initial-action|defines
    |header|locations|debug|verbose|pure[-_]parser|glr-parser|skeleton|language|require|output|(file|name)-prefix
    |no-lines|token-table|yacc|error[-_]verbose|default-prec|fixed-output-files|nondeterministic-parser)""",
    re.VERBOSE,
)


class YaccToken(NamedTuple):
    """A piece of the file; its kind is the name of a group of TOKEN, or `end`."""

    kind: str
    value: str
    offset: int


@dataclass
class Draft:
    """An alternative as written, and the token after %prec."""

    offset: int
    parts: list[YaccToken] = field(default_factory=list)
    precedence: YaccToken | None = None


@dataclass
class YaccRules:
    """All that a file declares, with its own names; `rest` is where the productions end."""

    rules: dict[str, list[Draft]] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    aliases: dict[str, str] = field(default_factory=dict)
    ends: set[str] = field(default_factory=lambda: {"$end", "YYEOF"})
    levels: list[tuple[Associativity, list[YaccToken]]] = field(default_factory=list)
    start: YaccToken | None = None
    prefix: str = ""
    rest: int | None = None
    problems: list[Problem] = field(default_factory=list)

    def parts(self) -> Iterator[YaccToken]:
        """The symbols of all productions, in their order."""
        for drafts in self.rules.values():
            for draft in drafts:
                yield from draft.parts

    def name(self, token: YaccToken) -> str:
        """What a symbol is called: an alias by its token, another literal by its text in quotes."""
        if token.kind != "literal":
            return token.value
        content = spelled(token)
        return self.aliases.get(content, repr(content)) if token.value[0] != "'" else repr(content)


def spelled(token: YaccToken) -> str:
    """The text that a literal stands for.

    >>> spelled(YaccToken("literal", r"'\\n'", 0)), spelled(YaccToken("literal", '_("end")', 0))
    ('\\n', 'end')
    """
    quoted = token.value[2:-1] if token.value[0] == "_" else token.value
    return ESCAPE.sub(unescape, quoted[1:-1])


def read_productions(text: GrammarText) -> YaccRules:
    """Declarations and productions, to the separator after the productions or to the end."""
    reader = _YaccFileReader(text)
    while (token := reader.next()).kind != "end":
        if token.kind == "mark" and reader.productions.rules:
            reader.productions.rest = token.offset + len(token.value)
        elif token.kind == "directive":
            reader.declaration(token)
        elif token.kind == "name" and reader.follows_colon(reader.index):
            reader.rule(token)
        elif token.kind != "mark" and token.value != ";":
            expected = "expected a rule, as in `name: symbols ;`, or a declaration such as %token NAME"
            raise text.error(token.offset, f"{_shown(token)} is out of place: {expected}")
    return reader.productions


def _tokens(text: GrammarText) -> Iterator[YaccToken]:
    """The tokens to the separator after the productions; an `end` comes last."""
    offset, source, in_rules = 0, text.text, False
    while offset < len(source):
        match = TOKEN.match(source, offset)
        if match is None or match.lastgroup is None:
            unclosed = next((message for start, message in UNCLOSED.items() if source.startswith(start, offset)), "")
            raise text.error(offset, unclosed or f"{source[offset]!r} means nothing here; quote it or remove it")
        kind, start, offset = match.lastgroup, offset, match.end()
        if kind in ("code", "predicate"):
            offset = end_of_code(text, offset - 1)
        elif kind == "prologue":
            offset = _end_of_prologue(text, start)
        in_rules = in_rules or match[0] == ":"
        if kind not in ("filler", "prologue"):
            yield YaccToken(kind, source[start:offset], start)
        if kind == "mark" and in_rules:
            break
    yield YaccToken("end", "", len(source))


def _end_of_prologue(text: GrammarText, start: int) -> int:
    for match in PROLOGUE.finditer(text.text, start):
        if match[0] == "%}":
            return match.end()
    raise text.error(start, "this %{ is never closed; close it with %}")


def _shown(token: YaccToken) -> str:
    return token.value if len(token.value) < 40 else f"{token.value[:36]} ..."


class _YaccFileReader:
    """Interprets the tokens one after the other."""

    def __init__(self, text: GrammarText) -> None:
        self.text, self.productions = text, YaccRules()
        self.tokens, self.index = list(_tokens(text)), 0

    def next(self) -> YaccToken:
        """The next token, of which the last is there forever."""
        token = self.tokens[min(self.index, len(self.tokens) - 1)]
        self.index += 1
        return token

    def peek(self) -> YaccToken:
        return self.tokens[min(self.index, len(self.tokens) - 1)]

    def follows_colon(self, index: int) -> bool:
        """Whether a colon comes at this index, perhaps after the name of a reference."""
        index += self.tokens[min(index, len(self.tokens) - 1)].kind == "reference"
        return self.tokens[min(index, len(self.tokens) - 1)].value == ":"

    def operands(self) -> Iterator[YaccToken]:
        """The tokens up to the next declaration or rule."""
        while (token := self.peek()).kind not in ("directive", "mark", "end") and token.value not in (";", ":", "|"):
            if token.kind == "name" and self.follows_colon(self.index + 1):
                return
            self.index += 1
            yield token

    def declaration(self, directive: YaccToken) -> None:
        operands = list(self.operands())
        if directive.value in ("%token", "%term"):
            self.declare(operands)
        elif directive.value in SIDES:
            self.declare(operands)
            symbols = [operand for operand in operands if operand.kind in ("name", "literal")]
            self.productions.levels.append((SIDES[directive.value], symbols))
        elif directive.value == "%start":
            if not operands or operands[0].kind != "name":
                raise self.text.error(directive.offset, "%start needs the name of a rule, as in %start program")
            self.productions.start = self.productions.start or operands[0]
        elif directive.value == "%define" and len(operands) == 2 and operands[0].value == "api.token.prefix":
            self.productions.prefix = operands[1].value.strip('{}" ')
        elif not IGNORED.fullmatch(directive.value):
            self.warn(directive, f"{directive.value} is not known and ignored")

    def declare(self, operands: list[YaccToken]) -> None:
        """Tokens with their numbers and aliases; number 0 is the end of the input."""
        last: YaccToken | None = None
        for operand in operands:
            if operand.kind == "name":
                self.productions.declared.add(operand.value)
                last = operand
            elif last and operand.kind == "number" and re.fullmatch(r"0[xX]?0*", operand.value):
                self.productions.ends.add(last.value)
            elif last and operand.kind == "literal" and operand.value[0] != "'":
                self.productions.aliases[spelled(operand)] = last.value
                last = None

    def rule(self, name: YaccToken) -> None:
        """A rule and its alternatives, which a semicolon or the next rule ends."""
        if self.next().kind == "reference":
            self.index += 1
        alternatives = self.productions.rules.setdefault(name.value, [])
        self.productions.offsets.setdefault(name.value, name.offset)
        while True:
            alternatives.append(self.alternative())
            token = self.peek()
            if token.value != "|":
                break
            self.index += 1
        if token.value == ";":
            self.index += 1

    def alternative(self) -> Draft:
        draft = Draft(self.peek().offset)
        while (token := self.peek()).kind not in ("mark", "end") and token.value not in ("|", ";"):
            if token.kind == "name" and self.follows_colon(self.index + 1):
                break
            if token.kind == "directive" and token.value not in OF_ALTERNATIVES:
                break
            self.index += 1
            self.part(token, draft)
        return draft

    def part(self, token: YaccToken, draft: Draft) -> None:
        """Takes one thing of an alternative into the draft. An action in the middle is as good as nothing."""
        if token.value in ('""', '_("")'):
            raise self.text.error(token.offset, 'the literal "" is not a token; for the empty text write %empty')
        if token.kind in ("name", "literal"):
            draft.parts.append(token)
            self.index += self.peek().kind == "reference"
        elif token.kind == "predicate":
            self.warn(token, "this predicate is ignored: its alternative always applies")
        elif token.kind == "directive":
            self.modifier(token, draft)
        elif token.kind == "code":
            self.index += self.peek().kind == "reference"
        elif token.kind != "tag" and token.value not in ("=", ","):
            raise self.text.error(
                token.offset, f"{_shown(token)} is out of place: expected a symbol, an action, | or ;"
            )

    def modifier(self, directive: YaccToken, draft: Draft) -> None:
        """%prec and similar directives; all but %empty have an operand."""
        if directive.value == "%empty":
            return
        operand = self.next()
        if directive.value == "%prec":
            if operand.kind not in ("name", "literal"):
                raise self.text.error(directive.offset, "%prec needs a token, as in %prec UMINUS")
            draft.precedence = operand
        elif operand.kind not in ("number", "tag"):
            raise self.text.error(directive.offset, f"{directive.value} needs a number or a <name>")

    def warn(self, token: YaccToken, message: str) -> None:
        self.productions.problems.append(Problem(self.text.place(token.offset), message))
