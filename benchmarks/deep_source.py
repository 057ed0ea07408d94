"""Searches the tree-sitter grammars for texts that end the process: deep nesting, and long or many equal tokens.

    python -m benchmarks.deep_source [--unguarded] [--few] [--seconds 5] [LANGUAGE ...]

Only a scanner written by hand keeps a stack of its own, in 1,024 bytes; without arguments, all installed grammars that
have one are tried. Each gets the same fragments, and the tokens of its snippet in tests/formats/snippets.py: repeated,
nested by indentation, each with a word of its own, and lengthened. They are parsed in a child process, which is
started anew after the text that ended it. `--unguarded` leaves out the limits of formats/source/scanner_limits.py,
`--few` all but four texts per fragment.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from tests.formats.snippets import SNIPPETS
from tree_sitter import Parser

from benchmarks.report import Report
from thresher.formats.source.guarded_parser import GuardedParser
from thresher.formats.source.languages import GRAMMARS, PACK, PACKED, grammar, installed

FRAGMENTS = (
    r"""
( [ { < <a> <div> </a> " ' ` """
    + '"""'
    + r""" ''' ``` ~~~ $ $$ $( $(( ${ "${ "$( `${ #{ "#{ "\( $" $"{ $@"{ {{ {% <% <?
f" f"{ f'{ r" r#" R"( [[ [=[ --[[ /* // (* {- -- {| #| #[ #if << <<A <<-A <<~A <<<A <<"A" @" %( %q( %w[ q{ qq{ @{
\ \( \begin{a} begin do if then let case class def fn fun function module struct |x| -> => > * + - ! & && ; : :: , . =
? a a( a[ a{ a. a: a= 0 1e 'a "a" | |: |> >> || %%
"""
)
SPACED = ("- ", "? ", "> ", "* ", "+ ", "1. ", ": ", "a: ", "- a: ", "# ", "\t", " ", "\n", "\r\n", "\\\n", "\0", "\f")
TIMES = (300, 1200)
LONG = (300, 1200, 5000)
DEEPEST_INDENT = 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unguarded", action="store_true")
    parser.add_argument("--few", action="store_true", help="four texts per fragment")
    parser.add_argument("--seconds", type=float, default=5, help="of processor time for one text")
    parser.add_argument("languages", nargs="*")
    arguments = parser.parse_args()
    names = arguments.languages or [each for each in sorted({*GRAMMARS, *PACKED}) if has_scanner(each)]
    report = Report(
        "deep_source_unguarded" if arguments.unguarded else "deep_source",
        "Deep and long texts, parsed" + (" without limits" if arguments.unguarded else ""),
        ["language", "texts", "ended the process", f"over {arguments.seconds:g} s"],
    )
    ended: list[str] = []
    for name in names:
        texts = [*(few_texts() if arguments.few else texts_for(name))]
        parse = Parser(grammar(name)).parse if arguments.unguarded else GuardedParser(name).parse
        crashes, slow = tried(texts, parse, arguments.seconds)
        report.row(name, len(texts), len(crashes), len(slow))
        ended += [f"{name}: {signal.Signals(number).name} for {shown(texts[each])}" for each, number in crashes]
        report.write()
    report.note(f"The pack of more languages was {'' if find_spec(PACK) else 'not '}installed.")
    for line in ended:
        report.note(line)
    report.write()
    sys.exit(bool(ended))


def has_scanner(language: str) -> bool:
    """Whether its grammar is installed and has a scanner besides its tables."""
    if not installed(language):
        return False
    grammar(language)
    modules = (f"tree_sitter_{language}._binding", f"{PACK}.bindings.{language}", "tree_sitter_typescript._binding")
    there = [sys.modules[each].__file__ for each in modules if each in sys.modules]
    return any(b"external_scanner_serialize" in Path(file).read_bytes() for file in there[:1] if file)


def texts_for(language: str) -> Iterator[bytes]:
    """Each fragment in every form; the same texts in every run."""
    tokens = dict.fromkeys(re.findall(r"\w+|[^\w\s]+", SNIPPETS.get(language, b"").decode()))
    for fragment in dict.fromkeys([*FRAGMENTS.split(), *SPACED, *tokens]):
        for number in TIMES:
            yield (fragment * number).encode()
            yield (f"{fragment}\n" * number).encode()
            yield (f"{fragment} " * number).encode()
            yield "".join(f"{fragment}w{each} " for each in range(number)).encode()
            yield "".join(f"{fragment}w{each}\n" for each in range(number)).encode()
        yield "".join(f"{' ' * each}{fragment}\n" for each in range(DEEPEST_INDENT)).encode()
        yield "".join(f"{' ' * each}{fragment} a\n" for each in range(DEEPEST_INDENT)).encode()
        yield "".join(f"{' ' * each}a{fragment}\n" for each in range(DEEPEST_INDENT)).encode()
        for number in LONG:
            yield (fragment + fragment[-1] * number + "a").encode()
            yield (fragment + "A" * number + "\na\n").encode()
            yield (fragment + "\n" + " " * number + "a\n").encode()
        yield "".join(f"{fragment}{'A' * 300} " for _ in range(20)).encode()


def few_texts() -> Iterator[bytes]:
    """Each fragment in the four forms that ended a process most often."""
    for fragment in dict.fromkeys([*FRAGMENTS.split(), *SPACED]):
        yield (fragment * TIMES[-1]).encode()
        yield "".join(f"{fragment}w{each} " for each in range(TIMES[-1])).encode()
        yield "".join(f"{' ' * each}{fragment} a\n" for each in range(DEEPEST_INDENT)).encode()
        yield (fragment + "A" * LONG[-1] + "\na\n").encode()


def tried(
    texts: list[bytes], parse: Callable[[bytes], object], seconds: float
) -> tuple[list[tuple[int, int]], list[int]]:
    """The numbers of the texts that ended the process, with the signal, and of those that took too long."""
    crashes: list[tuple[int, int]] = []
    slow: list[int] = []
    start = 0
    while start < len(texts):
        last, number = parsed_from(start, texts, parse, seconds)
        if number == signal.SIGPROF:
            slow.append(last)
        elif number:
            crashes.append((last, number))
        start = last + 1
    return crashes, slow


def parsed_from(start: int, texts: list[bytes], parse: Callable[[bytes], object], seconds: float) -> tuple[int, int]:
    """Parses texts in a child; returns the number of the last one it began, and the signal that ended it or 0."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        for number in range(start, len(texts)):
            os.write(write, b"%d\n" % number)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            parse(texts[number])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as numbers:
        last = int(numbers.read().split()[-1])
    _, status = os.waitpid(pid, 0)
    return last, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def shown(text: bytes) -> str:
    head = text[:60].decode(errors="replace")
    return f"{head!r}... ({len(text)} bytes)"


if __name__ == "__main__":
    main()
