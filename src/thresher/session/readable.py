"""The layout that a person would choose: by the formatter for the language, or else by a simple rule.

A layout is only a candidate: it is used if the failure still shows.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from typing import Any

from thresher.engine.driver import Driver
from thresher.formats.source.languages import guess_language
from thresher.kernel.outcome import Outcome
from thresher.oracle.command import CommandOracle, Program, observe
from thresher.oracle.running.limits import Limits
from thresher.oracle.running.run_directory import RunDirectories
from thresher.plan import Plan
from thresher.session.setup.opening import Session

LARGEST = 1 << 20  # bytes of a content that is laid out
SECONDS = 30.0  # that a formatter may take
CLANG_FORMAT = ("clang-format", "--style=LLVM", "--assume-filename={name}")
PRETTIER = ("prettier", "--stdin-filepath", "{name}")
FORMATTERS = {
    **dict.fromkeys(("c", "cpp", "objc", "c_sharp", "java", "proto", "cuda"), (CLANG_FORMAT,)),
    **dict.fromkeys(("javascript", "typescript", "tsx"), (PRETTIER, CLANG_FORMAT)),
    **dict.fromkeys(("css", "scss", "html", "yaml", "markdown", "graphql", "vue"), (PRETTIER,)),
    "json": (PRETTIER,),
    "python": (("black", "--quiet", "-"),),
    "go": (("gofmt",),),
    "rust": (("rustfmt", "--emit", "stdout"),),
}
"""Programs that lay out a text from standard input, by language, the usual one first."""
BRACES = frozenset(
    [
        "c",
        "cpp",
        "objc",
        "c_sharp",
        "java",
        "javascript",
        "typescript",
        "tsx",
        "go",
        "rust",
        "css",
        "scss",
        "kotlin",
        "scala",
        "swift",
        "php",
        "cuda",
        "proto",
    ]
)
_WORD = re.compile(rb"[\w$]")


def laid_out(session: Session[Any, Any], name: str, plan: Plan, driver: Driver[bytes]) -> bytes:
    """The best result in the first layout that still fails; unchanged, with a note, if none does."""
    record, oracle = session.record, session.oracle
    if not isinstance(oracle, CommandOracle) or plan.inside is not None:
        record.note("--prefer readable is for text files that a program is run on; this result stays as it is")
        return record.best
    language = plan.syntax.language_name if plan.syntax else None
    language = language or guess_language(name, record.result.original)
    best = record.best
    for content in layouts(name, language, best, oracle.directories):
        if content == best or (record.known(content) or driver.ask(content).verdict).outcome is Outcome.FAIL:
            return content
    missing = missing_formatters(language)
    if missing:
        record.note(f"the result stays in its layout: {' or '.join(missing)} would be needed to change it")
    else:
        record.note("no other layout of the result is known that shows the failure; it stays as it is")
    return best


def missing_formatters(language: str | None) -> list[str]:
    """The programs for this language, if none is installed and no rule of our own would do."""
    if language is None or language == "json" or language in BRACES:
        return []
    names = [words[0] for words in FORMATTERS.get(language, ())]
    return [] if any(map(shutil.which, names)) else names


def layouts(name: str, language: str | None, data: bytes, directories: RunDirectories) -> Iterator[bytes]:
    """Other layouts of a text, the best first. Formatters run in the containment of a test."""
    if len(data) > LARGEST or language is None:
        return
    for words in FORMATTERS.get(language, ()):
        program = shutil.which(words[0])
        if program is None:
            continue
        argv = (program, *(word.replace("{name}", name) for word in words[1:]))
        subject = Program(argv, name, from_stdin=True)
        seen = observe(subject, directories, lambda: data, limits=Limits(seconds=SECONDS))
        if not seen.failed and seen.stdout.strip():
            yield seen.stdout
    if language == "json":
        yield from _json(data)
    elif language in BRACES:
        yield braces(data)


def _json(data: bytes) -> Iterator[bytes]:
    try:
        yield json.dumps(json.loads(data), indent=2, ensure_ascii=False).encode() + b"\n"
    except (ValueError, RecursionError):
        return


def braces(data: bytes) -> bytes:
    r"""A line for each statement, indented by braces. Spaces inside of a statement stay, as the failure may need them.

    >>> print(braces(b"int f(){for(;;){x;}}int y;").decode(), end="")
    int f() {
      for (;;) {
        x;
      }
    }
    int y;
    >>> braces(b"if(a - 1)return  b;")
    b'if (a - 1)return b;\n'
    """
    lines: list[bytes] = []
    line, depth, nested = b"", 0, 0
    for spaced, token in _tokens(data):
        nested += (token in (b"(", b"[")) - (token in (b")", b"]"))
        if token == b"}":
            depth, line = max(0, depth - 1), _ended(lines, line, depth)
        line = _joined(line, token, spaced=spaced)
        if token == b"{":
            line, depth = _ended(lines, line, depth), depth + 1
        elif token == b"}" or (token == b";" and nested <= 0):
            line = _ended(lines, line, depth)
    _ended(lines, line, depth)
    return b"\n".join(lines) + b"\n"


def _tokens(data: bytes) -> list[tuple[bool, bytes]]:
    """Tokens, each with whether a space is before it; a line that begins with # stays one."""
    pattern = rb'#[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|//[^\n]*|/\*.*?\*/|[\w$]+|[^\s\w]'
    return [(bool(space), token) for space, token in re.findall(rb"([ \t]*)(" + pattern + rb")", data, re.DOTALL)]


def _joined(line: bytes, token: bytes, *, spaced: bool) -> bytes:
    last = line[-1:]
    wide = (
        (spaced and bool(line))
        or bool(_WORD.match(last) and _WORD.match(token))
        or (token == b"{" and last not in (b"", b"("))
    )
    wide = wide or (token == b"(" and line.rsplit(b" ")[-1] in (b"for", b"if", b"while", b"switch"))
    return line + (b" " if wide else b"") + token


def _ended(lines: list[bytes], line: bytes, depth: int) -> bytes:
    """Adds the line unless it is empty; the beginning of the next one."""
    if line:
        lines.append(b"  " * depth + line)
    return b""
