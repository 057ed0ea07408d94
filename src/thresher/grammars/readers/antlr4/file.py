"""Reads the text of one ANTLR 4 grammar file into its syntax tree, by recursive descent.

Code of the target language is skipped, and the definition around it records where it was.
"""

from __future__ import annotations

from thresher.grammars.grammar import DEFAULT_MODE
from thresher.grammars.readers.antlr4.body import Body
from thresher.grammars.readers.antlr4.options import code, named_action, option_block
from thresher.grammars.readers.antlr4.scanner import AntlrToken, Scanner
from thresher.grammars.readers.antlr4.syntax import Definition, File, Reference
from thresher.grammars.readers.reading import GrammarText


def read_file(text: GrammarText) -> File:
    """The whole file; the first thing wrong with it is raised."""
    return _AntlrFileReader(text).file()


class _AntlrFileReader:
    def __init__(self, text: GrammarText) -> None:
        self._text = text
        self._scanner = Scanner(text)
        self._imports: list[Reference] = []
        self._tokens: list[Reference] = []
        self._options: dict[str, AntlrToken] = {}
        self._mode = DEFAULT_MODE

    def file(self) -> File:
        scanner = self._scanner
        kind = scanner.take().text if scanner.sees_word("lexer", "parser") else ""
        if not scanner.sees_word("grammar"):
            raise scanner.wrong("`grammar NAME;`")
        scanner.take()
        scanner.expect("name", "the grammar's name")
        scanner.expect(";")
        definitions = []
        while scanner.peek().kind != "end":
            if not self._prequel():
                definitions.append(self._definition())
        vocabulary = self._options.get("tokenVocab")
        return File(
            kind,
            self._text,
            tuple(definitions),
            tuple(self._imports),
            tuple(self._tokens),
            Reference(vocabulary.text.strip("'"), vocabulary.offset) if vocabulary else None,
            insensitive=_is_insensitive(self._options),
        )

    def _prequel(self) -> bool:
        """Reads what is not a rule, if that is next."""
        scanner = self._scanner
        if scanner.sees_block("options"):
            self._options |= option_block(scanner)
        elif scanner.sees_block("tokens"):
            self._tokens += self._name_block()
        elif scanner.sees_block("channels"):
            self._name_block()
        elif scanner.sees_word("import"):
            self._import()
        elif scanner.sees_word("mode"):
            scanner.take()
            self._mode = scanner.expect("name", "the mode's name").text
            scanner.expect(";")
        elif scanner.peek().kind == "@":
            named_action(scanner)
        else:
            return False
        return True

    def _import(self) -> None:
        self._scanner.take()
        while True:
            token = self._scanner.expect("name", "a grammar's name")
            if self._scanner.skip("="):
                token = self._scanner.expect("name", "a grammar's name")
            self._imports.append(Reference(token.text, token.offset))
            if not self._scanner.skip(","):
                break
        self._scanner.expect(";", "`,` or `;`")

    def _name_block(self) -> list[Reference]:
        scanner = self._scanner
        scanner.take()
        scanner.expect("{")
        names = []
        while not scanner.skip("}"):
            token = scanner.expect("name", "a name or `}`")
            names.append(Reference(token.text, token.offset))
            # ANTLR 3 ended each with a semicolon, and some grammars still do.
            if not scanner.skip(",", ";") and scanner.peek().kind != "}":
                raise scanner.wrong("`,` or `}`")
        return names

    def _definition(self) -> Definition:
        scanner = self._scanner
        fragment = False
        while scanner.sees_word("fragment", "public", "private", "protected"):
            fragment |= scanner.take().text == "fragment"
        name = scanner.expect("name", "a rule")
        options = self._head()
        scanner.expect(":")
        body = Body(scanner, lexical=name.text[0].isupper())
        branches = body.branches()
        scanner.expect(";", "an element, `|` or `;`")
        self._tail()
        return Definition(
            name.text,
            branches,
            self._text,
            name.offset,
            fragment=fragment,
            mode=self._mode,
            insensitive=_is_insensitive(self._options | options),
            predicates=tuple(body.predicates),
            actions=tuple(body.actions),
        )

    def _head(self) -> dict[str, AntlrToken]:
        """What is between a rule's name and its colon; the options."""
        scanner = self._scanner
        options: dict[str, AntlrToken] = {}
        while scanner.peek().kind not in (":", "end"):
            if scanner.peek().kind == "[":
                scanner.code()
            elif scanner.sees_word("returns", "locals"):
                scanner.take()
                code(scanner, "[", "`[`")
            elif scanner.sees_word("throws"):
                scanner.take()
                scanner.expect("name", "an exception")
                while scanner.skip(",", "."):
                    scanner.expect("name", "an exception")
            elif scanner.sees_block("options"):
                options |= option_block(scanner)
            elif scanner.peek().kind == "@":
                named_action(scanner)
            else:
                raise scanner.wrong("`:`")
        return options

    def _tail(self) -> None:
        scanner = self._scanner
        while scanner.sees_word("catch"):
            scanner.take()
            code(scanner, "[", "the exception in brackets")
            code(scanner, "{", "the action in braces")
        if scanner.sees_block("finally"):
            scanner.take()
            scanner.code()


def _is_insensitive(options: dict[str, AntlrToken]) -> bool:
    return "caseInsensitive" in options and options["caseInsensitive"].text == "true"
