"""Reads ANTLR 4 grammars (`.g4`).

A parser grammar's lexer and the grammars that it imports are asked for by name. Code is left out, as nothing here could
run it: what a predicate would forbid is allowed, and the grammar's problems list it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from thresher.grammars.grammar import Grammar, Lexing, Problem, Rule, Symbol, Terminal, literal, symbols
from thresher.grammars.readers.antlr4.file import read_file
from thresher.grammars.readers.antlr4.lexicon import AntlrLexicon, build_lexicon
from thresher.grammars.readers.antlr4.patterns import insensitive_pattern
from thresher.grammars.readers.antlr4.rules import build_rule, ends_file
from thresher.grammars.readers.antlr4.syntax import Definition, File, Literal, Reference, Subrule, leaves, names
from thresher.grammars.readers.reading import GrammarText, Load, load_nothing

SUFFIXES = (".g4",)


def read(name: str, text: str, load: Load = load_nothing) -> Grammar:
    """The grammar of a combined or a parser grammar file; all its patterns compile."""
    file = read_file(GrammarText(name, text))
    if file.kind == "lexer":
        message = "this is a lexer grammar; give the parser grammar that has it as its `tokenVocab`"
        raise file.text.error(0, message)
    files = _files(file, load)
    definitions = _definitions(files)
    parsed = [definition for definition in definitions.values() if not definition.lexical]
    if not parsed:
        raise file.text.error(len(text), "expected a parser rule (its name begins with a small letter)")
    lexicon = build_lexicon(definitions)
    if file.kind != "parser" or not file.vocabulary:
        _add_literals(lexicon, parsed, insensitive=file.insensitive)
    _add_unmade(lexicon, files, parsed)
    rules = {definition.name: build_rule(definition, lexicon) for definition in parsed}
    problems = (*_code_problems(file, definitions.values()), *lexicon.problems)
    start = _start(parsed, rules)
    return Grammar(name, rules, lexicon.terminals, start, lexing=Lexing.LONGEST, problems=problems)


def _files(main: File, load: Load) -> list[File]:
    """The file, those it imports, and its lexer with those that imports, each once."""
    files = [main]
    known = {main.text.name}
    for file in files:
        for reference in file.imports:
            files += _loaded(reference, file, load, known)
        if file.kind == "parser" and file.vocabulary:
            files += [_only_lexer(lexer) for lexer in _loaded(file.vocabulary, file, load, known)]
    return files


def _loaded(reference: Reference, file: File, load: Load, known: set[str]) -> list[File]:
    """The file referred to, unless it is known."""
    name = f"{reference.name}.g4"
    if name in known:
        return []
    known.add(name)
    text = load(name)
    if text is None:
        raise file.text.error(reference.offset, f"needs {name} beside it, which cannot be read")
    return [read_file(GrammarText(name, text))]


def _only_lexer(file: File) -> File:
    """A combined grammar can lend its tokens; its parser rules stay there."""
    return replace(file, definitions=tuple(definition for definition in file.definitions if definition.lexical))


def _definitions(files: Iterable[File]) -> dict[str, Definition]:
    """The rules of all files; an earlier file's win."""
    definitions: dict[str, Definition] = {}
    for file in files:
        own: dict[str, Definition] = {}
        for definition in file.definitions:
            if definition.name in own:
                raise file.text.error(definition.offset, f"rule {definition.name} is defined twice")
            own[definition.name] = definition
        definitions = {**definitions, **{name: one for name, one in own.items() if name not in definitions}}
    return definitions


def _add_literals(lexicon: AntlrLexicon, parsed: Iterable[Definition], *, insensitive: bool) -> None:
    """Terminals for the literals that have no rule of their own. They come first, as ANTLR prefers them."""
    implicit: dict[str, Terminal] = {}
    for definition in parsed:
        for leaf in leaves(Subrule(definition.branches, 0)):
            if isinstance(leaf, Literal) and leaf.text not in lexicon.literals:
                terminal = literal(leaf.text, definition.text.place(leaf.offset))
                if insensitive:
                    terminal = replace(terminal, pattern=insensitive_pattern(leaf.text))
                implicit[terminal.name] = terminal
                lexicon.literals[leaf.text] = [terminal.name]
    lexicon.terminals = {**implicit, **lexicon.terminals}


def _add_unmade(lexicon: AntlrLexicon, files: Iterable[File], parsed: Iterable[Definition]) -> None:
    """Terminals that never match for tokens of `tokens {}` that only code could make."""
    used = {name for definition in parsed for name in names(definition.branches)}
    for file in files:
        for token in file.tokens:
            if token.name in used and token.name not in {**lexicon.types, **lexicon.terminals}:
                place = file.text.place(token.offset)
                lexicon.types[token.name] = [token.name]
                lexicon.terminals[token.name] = Terminal(token.name, "(?!)", place=place)
                message = f"no lexer rule makes the token {token.name}; if code does, it is never found"
                lexicon.problems.append(Problem(place, message))


def _start(parsed: list[Definition], rules: Mapping[str, Rule]) -> str:
    """The first rule that no other uses, if possible one that ends with EOF."""
    used = {symbol.name for rule in rules.values() for symbol in _symbols(rule) if symbol.name != rule.name}
    free = [definition for definition in parsed if definition.name not in used] or parsed[:1]
    return next((definition.name for definition in free if ends_file(definition)), free[0].name)


def _symbols(rule: Rule) -> Iterator[Symbol]:
    for alternative in rule.alternatives:
        yield from symbols(alternative.body)


def _code_problems(file: File, definitions: Iterable[Definition]) -> Iterator[Problem]:
    """A warning for each predicate, and one for all actions."""
    actions = []
    for definition in definitions:
        where = "" if definition.text.name == file.text.name else f" of {definition.text.name}"
        for offset in definition.predicates:
            message = f"rule {definition.name}{where}: this predicate is ignored, so more is allowed than it says"
            yield Problem(definition.text.place(offset), message)
        actions += [(definition, where, offset) for offset in definition.actions]
    if actions:
        first, where, offset = actions[0]
        message = f"actions are ignored ({len(actions)} in all), the first in rule {first.name}{where}"
        yield Problem(first.text.place(offset), message)
