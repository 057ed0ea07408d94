"""The terminals of a tree-sitter grammar: one for each distinct token, named by its rule or else by what it matches.

A token that is written in several places is one terminal, for two that match the same text would hide one another.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from thresher.grammars.grammar import Terminal
from thresher.grammars.readers.tree_sitter.nodes import (
    PRECEDENCES,
    REPETITIONS,
    TOKENS,
    TRANSPARENT,
    RuleExpression,
    Source,
)
from thresher.grammars.readers.tree_sitter.patterns import longest, translated

ASCII = [chr(code) for code in range(128)]
NAME_LENGTH = 60


@dataclass(frozen=True, slots=True)
class TreeSitterToken:
    """What makes a token the same as another, then what it is called and how tree-sitter prefers it."""

    pattern: str
    immediate: bool
    priority: int
    text: str | None  # of a plain string

    @property
    def rank(self) -> int:
        """Of matches that are as long, tree-sitter takes the higher: strings, then what must follow at once."""
        return 2 * (self.text is not None) + self.immediate


def is_lexical(node: RuleExpression) -> bool:
    """Whether a rule with this body is a terminal."""
    if node.kind in PRECEDENCES or node.kind == "PREC_DYNAMIC":
        return is_lexical(node.content)
    return node.kind in TOKENS or node.kind in ("PATTERN", "STRING")


class TokenCollector:
    """Collects the terminals in the order in which they are requested. `named` are the rules that are terminals."""

    def __init__(self, source: Source, named: Mapping[str, RuleExpression], taken: Container[str]) -> None:
        self._source, self._taken = source, taken
        self._names: dict[TreeSitterToken, str] = {}
        self._terminals: dict[str, tuple[TreeSitterToken, Terminal]] = {}
        self._skipped: dict[str, Terminal] = {}
        for name, node in named.items():
            self._names.setdefault(self.token(node), name)

    def name(self, node: RuleExpression) -> str:
        """The name of the terminal for a token."""
        token = self.token(node)
        name = self._names.get(token)
        if name is None:
            name = self._names[token] = self._free(_label(node, token))
        if name not in self._terminals:
            terminal = Terminal(name, token.pattern, priority=token.priority, immediate=token.immediate)
            self._terminals[name] = (token, terminal)
        return name

    def skip(self, node: RuleExpression, used: Container[str]) -> None:
        """Skip a token wherever no rule expects it. If some rule does, the skipped one is a second terminal."""
        token = self.token(node)
        name = self._names.get(token)
        if name in self._terminals and name not in used:
            self._terminals[name] = (token, replace(self._terminals[name][1], skip=True))
            return
        name = self._free(f"{name} (skipped)" if name else _label(node, token))
        self._skipped[name] = Terminal(name, token.pattern, skip=True, priority=token.priority)

    def terminals(self, word: RuleExpression | None) -> dict[str, Terminal]:
        """All of them, the preferred ones first and what is only skipped last; keywords never end within a word."""
        ranked = sorted(self._terminals.values(), key=lambda pair: -pair[0].rank)
        expression = re.compile(self.token(word).pattern) if word else None
        found = [_as_keyword(terminal, token, expression) for token, terminal in ranked]
        return {terminal.name: terminal for terminal in [*found, *self._skipped.values()]}

    def token(self, node: RuleExpression) -> TreeSitterToken:
        """The token of a lexical node; raises GrammarError with the path of what cannot be a pattern."""
        immediate, inside, priority = False, False, 0
        while node.kind in PRECEDENCES | TOKENS | TRANSPARENT:
            immediate = immediate or node.kind == "IMMEDIATE_TOKEN"
            inside = inside or node.kind in TOKENS
            if inside and node.kind in PRECEDENCES and isinstance(node.level, int):
                priority = node.level
            node = node.content
        return TreeSitterToken(self._pattern(node), immediate, priority, node.text if node.kind == "STRING" else None)

    def _pattern(self, node: RuleExpression) -> str:
        try:
            return self._rendered(node)
        except ValueError as error:
            raise self._source.error(node.path, f"cannot use this pattern: {error}") from error

    def _rendered(self, node: RuleExpression) -> str:
        match node.kind:
            case "STRING":
                return re.escape(node.text)
            case "PATTERN":
                return self._translated(node)
            case "SEQ" | "BLANK":
                return "".join(map(self._rendered, node.members))
            case "CHOICE":
                return longest(map(self._rendered, node.members))
            case "SYMBOL":
                raise self._source.error(node.path, f"a token cannot be made of rules such as {node.text}")
        inside = self._rendered(node.content)
        if node.kind in REPETITIONS:
            return f"(?:{inside})" + ("*" if node.kind == "REPEAT" else "+")
        return inside

    def _translated(self, node: RuleExpression) -> str:
        try:
            return translated(node.text, node.flags)
        except ValueError as error:
            raise self._source.error(node.path, f"cannot use the pattern {node.text}: {error}") from error

    def _free(self, label: str) -> str:
        name, count = label, 1
        while name in self._taken or name in self._terminals or name in self._skipped:
            count += 1
            name = f"{label} {count}"
        return name


def _label(node: RuleExpression, token: TreeSitterToken) -> str:
    patterns = [part for part in node.walk() if part.kind in ("PATTERN", "STRING")]
    if token.text is not None:
        label = repr(token.text)
    elif len(patterns) == 1 and patterns[0].kind == "PATTERN":
        label = f"/{patterns[0].text}/"
    else:
        label = f"/{token.pattern}/"
    label = label if len(label) <= NAME_LENGTH else label[: NAME_LENGTH - 4] + ".../"
    return f"immediate {label}" if token.immediate else label


def _as_keyword(terminal: Terminal, token: TreeSitterToken, word: re.Pattern[str] | None) -> Terminal:
    """The terminal of a string that is also a word is to match whole words only, as in tree-sitter."""
    keyword = token.text
    if keyword is None or word is None or token.immediate or not word.fullmatch(keyword):
        return terminal
    more = "".join(re.escape(character) for character in ASCII if word.fullmatch(keyword + character))
    ends = ([f"[{more}]"] if more else []) + ([r"[^\W\x00-\x7f]"] if word.fullmatch(keyword + "é") else [])
    if not ends:
        return terminal
    return replace(terminal, pattern=f"{terminal.pattern}(?!{'|'.join(ends)})", minimal=keyword)
