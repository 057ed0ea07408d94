"""The terminals of a yacc grammar, from lines `NAME : [|regex|] [|minimal text|];` or from the rules of a flex file.

What a flex rule makes is read from its C code: the token is what it returns, the next mode what it gives to BEGIN, and
a rule that returns nothing is skipped. A token with several rules has several terminals, and so has one whose
expression has alternatives at the top, so that the longest match wins as in lex.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from thresher.grammars.grammar import DEFAULT_MODE, Problem, Terminal
from thresher.grammars.readers.reading import GrammarText
from thresher.grammars.readers.yacc.lex_patterns import END_OF_FILE, ESCAPE, LAST_BYTE, Regex, Regexes, unescape
from thresher.grammars.readers.yacc.token_lines import FILLER, LINES, SEPARATOR, SKIP, as_meant, stripped, token_lines

NO_CODE = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|/\*[\s\S]*?\*/|//[^\n]*"""
CODE, PROLOGUE = re.compile(NO_CODE + r"|[{}\n]"), re.compile(NO_CODE + r"|%\}")
DEFINITION = re.compile(r"([A-Za-z_][\w-]*)[ \t]+(\S.*)")
STATES = re.compile(r"%([xs])[a-z]*[ \t]+(.*)")
CONDITIONS, SCOPE = re.compile(r"<([\w, \t]+|\*)>"), re.compile(r"\s*\{(?=\s)")
SKIPPED = "(skipped)"
VERBATIM = re.compile(r"%\{[\s\S]*?%\}.*")
RULE_START = re.compile(
    r"""%[%{xso]|["(\[\\.]|\^["\[]|\{\w+\}|<[A-Z*]|(?!enum|struct|union|name)\w+[ \t]+(?:\{|return\b|;|\|)"""
)
RETURN = re.compile(r"\breturn\b((?:'(?:\\.|[^'\\])+'|[^;}'])*)")
BEGIN = re.compile(r"\bBEGIN\b[\s(]*(\w+)|\byy_push_state\s*\(\s*(\w+)|\byy_(pop)_state\b")
FAILURE = re.compile(r"error|abort|exit|fatal|yyterminate|\bdie\b", re.IGNORECASE)
UNKNOWN_EFFECTS = re.compile(r"\b(REJECT|yyless|unput|yyinput|input)\b")


@dataclass
class YaccLexicon:
    """The terminals by name, in their order; for each token of the grammar the names of its terminals."""

    terminals: dict[str, Terminal] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    ends: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

    def add(self, terminal: Terminal, branches: tuple[str, ...]) -> None:
        """One terminal for each branch. The first of a token has its name, the others a number after it."""
        for pattern in branches:
            names = self.tokens.setdefault(terminal.name, [])
            name = f"{terminal.name}#{len(names) + 1}" if names else terminal.name
            names.append(name)
            self.terminals[name] = replace(terminal, name=name, pattern=pattern)


def end_of_code(text: GrammarText, start: int, *, line: bool = False) -> int:
    """Where the C block that starts here ends; with `line`, where the line ends unless a block continues."""
    depth = 0
    for match in CODE.finditer(text.text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if line and depth <= 0 and match[0] in "\n}":
            return match.start() if match[0] == "\n" or depth < 0 else _end_of_line(text, match.end())
        if not line and depth <= 0 and match[0] == "}":
            return match.end()
    if line and depth <= 0:
        return len(text.text)
    raise text.error(start, "this { is never closed; close it with }")


def _end_of_line(text: GrammarText, offset: int) -> int:
    end = text.text.find("\n", offset)
    return len(text.text) if end < 0 else end


def is_lexical(source: str) -> bool:
    """Whether what follows a grammar is a lexical section, and not C code."""
    if LINES.search(source) or SEPARATOR.search(source):
        return True
    filler = FILLER.match(source)
    start = filler.end() if filler else 0
    return source[start - 1 : start] in ("", "\n") and RULE_START.match(source, start) is not None


def read_lexicon(text: GrammarText, start: int, used: set[str], prefix: str = "") -> YaccLexicon:
    """The lexical section from `start` on, for a grammar whose tokens are `used`; C code has them with a prefix."""
    if LINES.search(text.text, start):
        return _read_lines(text, start, used)
    return _Flex(text, start, used, prefix).lexicon


def _read_lines(text: GrammarText, start: int, used: set[str]) -> YaccLexicon:
    """The lines of the thesis. One that others refer to and the grammar does not is not a token."""
    text, corrected = as_meant(text, start)
    lexicon, lines = YaccLexicon(problems=corrected), list(token_lines(text, start))
    regexes = Regexes(text, {line[1]: line.span(2) for line in lines})
    read = [(line, regexes.read(*stripped(text, *line.span(2)))) for line in lines if line[2].strip() != END_OF_FILE]
    lexicon.ends = {line[1] for line in lines if line[2].strip() == END_OF_FILE}
    for line, regex in read:
        name, minimal, place = line[1], line[3], text.place(line.start())
        if regex.end != stripped(text, *line.span(2))[1]:
            raise text.error(regex.end, 'a blank in a regular expression must be quoted: write " " or \\t or \\n')
        if name in regexes.used and name not in used:
            continue
        if minimal is not None and not any(re.fullmatch(branch, minimal) for branch in regex.branches):
            message = f"{name} does not match its minimal text {minimal!r}; another is used"
            lexicon.problems.append(Problem(text.place(line.start(3)), message))
            minimal = None
        lexicon.add(Terminal(name, "", minimal, place, skip=name == SKIP), regex.branches)
    lexicon.problems += regexes.problems
    return lexicon


@dataclass(frozen=True)
class _Waiting:
    """A flex expression with its modes, whose action is still to come."""

    regex: Regex | None
    modes: frozenset[str]
    offset: int


class _Flex:
    """Reads the sections of a flex file; without %% there are only rules."""

    def __init__(self, text: GrammarText, start: int, used: set[str], prefix: str) -> None:
        self.text, self.used, self.prefix, self.lexicon = text, used, prefix, YaccLexicon()
        self.inclusive, self.modes = {DEFAULT_MODE}, {DEFAULT_MODE}
        self.definitions: dict[str, tuple[int, int]] = {}
        self.regexes = Regexes(text, self.definitions)
        self.waiting: list[_Waiting] = []
        self.scopes: list[frozenset[str]] = []
        separators = [match.span() for match in SEPARATOR.finditer(text.text, start)]
        rules, end = start, len(text.text)
        if separators:
            self.read_definitions(start, separators[0][0])
            rules = separators[0][1]
            end = separators[1][0] if len(separators) > 1 else end
        self.read_rules(rules, end)
        self.lexicon.problems += self.regexes.problems

    def read_definitions(self, start: int, end: int) -> None:
        source = self.text.text
        while start < end:
            if verbatim := VERBATIM.match(source, start, end):
                start = verbatim.end()
                continue
            if source.startswith("/*", start):
                start = max(source.find("*/", start), start) + 2
                continue
            if source.startswith("%top", start):
                start = end_of_code(self.text, start, line=True)
                continue
            line_end = _end_of_line(self.text, start)
            if states := STATES.match(source, start, line_end):
                names = set(re.findall(r"\w+", states[2]))
                self.modes |= names
                self.inclusive |= names if states[1] == "s" else set()
            elif definition := DEFINITION.match(source, start, line_end):
                self.definitions[definition[1]] = definition.span(2)
            start = line_end + 1

    def read_rules(self, start: int, end: int) -> None:
        source = self.text.text
        for conditions in re.compile(r"^<([\w, \t]+)>", re.MULTILINE).findall(source, start, end):
            self.named_modes(conditions)
        while start < end:
            filler = FILLER.match(source, start, end)
            start = filler.end() if filler else start
            if start >= end:
                break
            if verbatim := VERBATIM.match(source, start, end):
                start = verbatim.end()
            elif source[start] == "}" and self.scopes:
                self.scopes.pop()
                start += 1
            elif source[start - 1 : start] in (" ", "\t") and not self.scopes:
                start = max(end_of_code(self.text, start, line=True), start + 1)
            else:
                start = self.read_rule(start, end)
        if self.waiting:
            raise self.text.error(self.waiting[0].offset, "this rule has no action; add one, as { return NAME; }")

    def read_rule(self, start: int, end: int) -> int:
        """The rule, or the beginning of a `<MODE>{` block, at this offset; gives where it ends."""
        source, offset = self.text.text, start
        modes = self.scopes[-1] if self.scopes else frozenset(self.inclusive)
        if conditions := CONDITIONS.match(source, start, end):
            modes, start = self.named_modes(conditions[1]), conditions.end()
            if scope := SCOPE.match(source, start, end):
                self.scopes.append(modes)
                return scope.end()
        regex: Regex | None = None
        if source.startswith(END_OF_FILE, start):
            start += len(END_OF_FILE)
        else:
            regex = self.regexes.read(start, end)
            start = regex.end
        self.waiting.append(_Waiting(regex, modes, offset))
        action_end = min(end_of_code(self.text, start, line=True), end)
        action = source[start:action_end].strip()
        if action != "|":
            code = CODE.sub(lambda match: match[0] if match[0][0] in "'{}\n" else " ", action)
            for waiting in self.waiting:
                self.finish(waiting, code)
            self.waiting.clear()
        return max(action_end, start)

    def named_modes(self, conditions: str) -> frozenset[str]:
        """The modes of a list of start conditions; one that was never declared is exclusive."""
        if conditions == "*":
            return frozenset(self.modes)
        names = {DEFAULT_MODE if name == "INITIAL" else name for name in re.findall(r"\w+", conditions)}
        self.modes |= names
        return frozenset(names)

    def finish(self, waiting: _Waiting, code: str) -> None:
        """Adds the terminals of a rule whose action is `code`."""
        regex, place = waiting.regex, self.text.place(waiting.offset)
        returned = RETURN.findall(code)
        names, characters = self.returned_tokens(returned)
        if regex is None:
            self.lexicon.ends.update(names)
            return
        terminal = self.with_modes(Terminal("", "", place=place, modes=waiting.modes, more="yymore" in code), code)
        if effect := UNKNOWN_EFFECTS.search(code):
            self.warn(waiting, f"{effect[1]} in this action is ignored")
        if characters:
            self.add_characters(terminal, regex)
        elif len(names) > 1:
            self.warn(waiting, f"this rule returns one of several tokens; {names[0]} is assumed")
        if names:
            self.lexicon.add(replace(terminal, name=names[0]), regex.branches)
        elif not returned and regex.branches == ("/\\*",) and "BEGIN" not in code and "(" in code:
            self.warn(waiting, "this rule is assumed to skip everything up to */")
            self.lexicon.add(replace(terminal, name=SKIPPED, skip=True), ("/\\*[\\s\\S]*?\\*/",))
        elif not returned and not FAILURE.search(code):
            self.lexicon.add(replace(terminal, name=SKIPPED, skip=not terminal.more), regex.branches)
        elif (
            returned and not characters and not all(re.fullmatch(r"[\s(]*(0|YY_NULL)?[\s)]*", one) for one in returned)
        ):
            self.warn(waiting, "which token this rule returns is not clear; it is left out. Write return NAME;")

    def warn(self, waiting: _Waiting, message: str) -> None:
        self.lexicon.problems.append(Problem(self.text.place(waiting.offset), message))

    def returned_tokens(self, expressions: list[str]) -> tuple[list[str], bool]:
        """The tokens that the expressions after `return` name, and whether one is the matched character itself."""
        names: dict[str, None] = {}
        for expression in expressions:
            for character in re.findall(r"'((?:\\.|[^'\\])+)'", expression):
                names[repr(ESCAPE.sub(unescape, character))] = None
            words = re.findall(r"[A-Za-z_]\w*", expression)
            bare = [word.removeprefix("make_").removeprefix(self.prefix) for word in words]
            known = [word for word in bare if word in self.used]
            alone = re.fullmatch(r"[\s(]*(?:\w+\s*::\s*)*([A-Za-z_]\w*)[\s)]*", expression)
            if not known and alone and alone[1] not in ("yytext", "YY_NULL"):
                known = [alone[1].removeprefix(self.prefix)]
            names.update(dict.fromkeys(known))
        return list(names), any("yytext" in expression for expression in expressions) and not names

    def add_characters(self, terminal: Terminal, regex: Regex) -> None:
        """A rule that returns the character it matched: a terminal for each such character in the grammar."""
        for character in map(chr, range(LAST_BYTE + 1)):
            name = repr(character)
            if name in self.used and any(re.fullmatch(branch, character) for branch in regex.branches):
                self.lexicon.add(replace(terminal, name=name), (re.escape(character),))

    def with_modes(self, terminal: Terminal, code: str) -> Terminal:
        """The terminal with what its action does to the modes. BEGIN leaves the present mode for another."""
        begin = BEGIN.search(code)
        if begin is None:
            return terminal
        mode = DEFAULT_MODE if (begin[1] or begin[2]) in ("INITIAL", "0") else begin[1] or begin[2]
        if mode is not None and mode not in self.modes:
            self.lexicon.problems.append(Problem(terminal.place, f"{mode} is not a start condition; it is ignored"))
            return terminal
        return replace(terminal, pops=0 if begin[2] else 1, pushes=(mode,) if mode else ())
