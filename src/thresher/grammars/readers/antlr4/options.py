"""Reads the braces around the rules of an ANTLR 4 grammar: options and code of the target language."""

from __future__ import annotations

from thresher.grammars.readers.antlr4.scanner import AntlrToken, Scanner


def option_block(scanner: Scanner) -> dict[str, AntlrToken]:
    """Consumes `options {...}`; the values by name, but for those in braces."""
    scanner.take()
    scanner.expect("{")
    options = {}
    while not scanner.skip("}"):
        name = scanner.expect("name", "an option's name or `}`").text
        scanner.expect("=")
        if scanner.peek().kind == "{":
            scanner.code()
        else:
            options[name] = option_value(scanner)
        scanner.expect(";")
    return options


def option_value(scanner: Scanner) -> AntlrToken:
    """Consumes the value of an option; of a name with dots the first part."""
    if scanner.peek().kind not in ("name", "literal", "number", "*"):
        raise scanner.wrong("the option's value")
    value = scanner.take()
    while scanner.skip("."):
        scanner.expect("name", "a name")
    return value


def named_action(scanner: Scanner) -> None:
    """Consumes `@name {...}` or `@scope::name {...}`."""
    scanner.take()
    scanner.expect("name", "the action's name")
    if scanner.skip("::"):
        scanner.expect("name", "the action's name")
    code(scanner, "{", "the action in braces")


def code(scanner: Scanner, opening: str, what: str) -> None:
    """Consumes code in braces or brackets, by `opening`."""
    if scanner.peek().kind != opening:
        raise scanner.wrong(what)
    scanner.code()
