"""Grammars for yacc and bison, and the language specifications of the HDD thesis (its chapter 7, Figure 7.1).

`productions` reads what yacc knows of a language and `lexicon` its tokens, from a section after the productions or from
a flex file of the same name; here they become one grammar. Literals stand for themselves. Where nothing in the grammar
matches blanks they are skipped, and so are newlines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from thresher.grammars.grammar import (
    DEFAULT_MODE,
    Alternative,
    Choice,
    Concatenation,
    Expression,
    Grammar,
    Precedence,
    Problem,
    Rule,
    Symbol,
    Terminal,
    literal,
)
from thresher.grammars.readers.reading import GrammarText, Load, load_nothing
from thresher.grammars.readers.yacc.file import Draft, YaccRules, YaccToken, read_productions, spelled
from thresher.grammars.readers.yacc.lexicon import YaccLexicon, is_lexical, read_lexicon

SUFFIXES = (".y", ".yy", ".yacc")
LEXERS = (".l", ".lex", ".ll")
WHITE_SPACE = "(white space)"
ERROR = "error"  # the token of yacc that stands for invalid input


def read(name: str, text: str, load: Load = load_nothing) -> Grammar:
    """The grammar of a file. Raises GrammarError, with the place, for what cannot be understood, and nothing else.

    >>> grammar = read("sum.y", "sum: N | sum '+' N ; %%\\nN: [|[0-9]+|] [|0|];")
    >>> grammar.start, list(grammar.terminals)
    ('sum', ["'+'", 'N', '(white space)'])
    """
    source = GrammarText(name, text)
    productions = read_productions(source)
    if not productions.rules:
        raise source.error(len(text), "there are no rules; expected at least one, as in `name: symbols ;`")
    lexicon = _lexicon(source, productions, load)
    return _Assembly(source, productions, lexicon).grammar()


def _lexicon(text: GrammarText, productions: YaccRules, load: Load) -> YaccLexicon:
    """The tokens from the section after the productions, else from the file beside, else none."""
    used = productions.declared | {productions.name(part) for part in productions.parts()}
    if productions.rest is not None and is_lexical(text.text[productions.rest :]):
        return read_lexicon(text, productions.rest, used, productions.prefix)
    stem = text.name.rpartition("/")[2].rpartition(".")[0]
    for name in (stem + suffix for suffix in LEXERS):
        content = load(name)
        if content is not None:
            return read_lexicon(GrammarText(name, content), 0, used, productions.prefix)
    return YaccLexicon()


class _Assembly:
    """Makes rules and terminals of what was read."""

    def __init__(self, text: GrammarText, productions: YaccRules, lexicon: YaccLexicon) -> None:
        self.text, self.productions, self.lexicon = text, productions, lexicon
        self.ends = productions.ends | lexicon.ends
        self.precedences = {
            productions.name(token): Precedence(level, side)
            for level, (side, tokens) in enumerate(productions.levels, 1)
            for token in tokens
        }

    def grammar(self) -> Grammar:
        for name in self.lexicon.tokens:
            if name in self.productions.rules:
                offset = self.productions.offsets[name]
                raise self.text.error(offset, f"{name} is a rule and a token; give one of them another name")
        usable, dropped = self.usable_rules()
        rules = {
            name: Rule(name, tuple(map(self.alternative, drafts)), self.text.place(self.productions.offsets[name]))
            for name, drafts in usable.items()
        }
        return Grammar(
            self.text.name,
            rules,
            self.terminals(),
            self.start(usable),
            precedences={
                terminal: precedence
                for token, precedence in self.precedences.items()
                for terminal in self.lexicon.tokens.get(token, [token])
            },
            problems=(*self.productions.problems, *self.lexicon.problems, *dropped),
        )

    def start(self, rules: Mapping[str, list[Draft]]) -> str:
        start = self.productions.start
        name = start.value if start else next(iter(self.productions.rules))
        offset = start.offset if start else self.productions.offsets[name]
        if name not in self.productions.rules:
            raise self.text.error(offset, f"%start names {name}, but there is no such rule; add it or name another")
        if name not in rules:
            raise self.text.error(offset, f"every alternative of {name} needs the token error; add one that does not")
        return name

    def usable_rules(self) -> tuple[dict[str, list[Draft]], list[Problem]]:
        """The alternatives without those for invalid input, and a warning with the number of these.

        What the token `error` stands for is in no valid text, nor is what can be made with it alone.
        """
        rules, impossible = dict(self.productions.rules), {ERROR}
        while impossible:
            rules = {name: _without(impossible, drafts) for name, drafts in rules.items()}
            impossible = {name for name, drafts in rules.items() if not drafts}
            rules = {name: drafts for name, drafts in rules.items() if drafts}
        dropped = _count(self.productions.rules) - _count(rules)
        if not dropped:
            return rules, []
        first = min(part.offset for part in self.productions.parts() if part.value == ERROR)
        message = f"{dropped} alternative(s) with the token error are left out"
        return rules, [Problem(self.text.place(first), message)]

    def alternative(self, draft: Draft) -> Alternative:
        parts = [part for part in draft.parts if self.productions.name(part) not in self.ends]
        symbols = tuple(map(self.symbol, parts))
        body = symbols[0] if len(symbols) == 1 else Concatenation(symbols)
        return Alternative(body, self.precedence(draft), self.text.place(draft.offset))

    def symbol(self, part: YaccToken) -> Expression:
        """A rule or terminal; a token with several terminals is a choice of them."""
        name, place = self.productions.name(part), self.text.place(part.offset)
        terminals = self.lexicon.tokens.get(name, [name])
        variants = tuple(Symbol(terminal, place) for terminal in terminals)
        return variants[0] if len(variants) == 1 else Choice(variants)

    def precedence(self, draft: Draft) -> Precedence | None:
        """That of the %prec token or else of the last terminal, as in yacc."""
        if draft.precedence is not None:
            return self.precedences.get(self.productions.name(draft.precedence))
        names = map(self.productions.name, reversed(draft.parts))
        last = next((name for name in names if name not in self.productions.rules), "")
        return self.precedences.get(last)

    def terminals(self) -> dict[str, Terminal]:
        """Literals first, which win over names that look the same; then the tokens in their order."""
        literals: dict[str, Terminal] = {}
        for alias, name in self.productions.aliases.items():
            if name not in self.lexicon.tokens and alias and not any(map(str.isalpha, alias)):
                literals[name] = literal(alias, name=name)
        for part in (part for part in self.productions.parts() if part.kind == "literal"):
            name, content = self.productions.name(part), spelled(part)
            if name == repr(content) and name not in self.lexicon.tokens and name not in literals:
                literals[name] = literal(content, self.text.place(part.offset))
        terminals = {**literals, **self.lexicon.terminals}
        if not _match(terminals, " ") and not _match(terminals, "\t"):
            pattern = r"[ \t\r\f]+" if _match(terminals, "\n") else r"[ \t\r\n\f]+"
            terminals[WHITE_SPACE] = Terminal(WHITE_SPACE, pattern, skip=True)
        return terminals


def _without(names: set[str], drafts: list[Draft]) -> list[Draft]:
    """The alternatives in which none of these symbols occurs."""
    return [draft for draft in drafts if not any(part.value in names for part in draft.parts)]


def _count(rules: Mapping[str, list[Draft]]) -> int:
    """How many alternatives there are."""
    return sum(map(len, rules.values()))


def _match(terminals: Mapping[str, Terminal], blank: str) -> bool:
    """Whether some terminal could begin with this character where there is nothing else."""
    patterns = [terminal.pattern for terminal in terminals.values() if DEFAULT_MODE in terminal.modes]
    return any((match := re.match(pattern, blank)) and match.end() for pattern in patterns)
