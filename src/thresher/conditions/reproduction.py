"""`reproduce.sh`: a short shell script that runs the command on the files beside it and reports whether it fails."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from thresher.conditions.environment import OF_THE_MACHINE
from thresher.oracle.command import filled
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.failures.readers.compilers import KIND as INTERNAL_ERROR
from thresher.oracle.failures.signature import HANG, LIMIT, Signature
from thresher.oracle.secrets import Environment, looks_secret

TIMED_OUT = 124  # the exit code of timeout(1)
_HIDDEN = re.compile(r"<\w+>")
_OUR_WORDS = re.compile(  # in the lines of a signature, but not, or not in this form, in the program's output
    r"^(?:assertion|UndefinedBehaviorSanitizer:|Valgrind:|Java virtual machine:|error in backend:"
    r"|unreachable code in \S+?:|internal compiler error:) | \((?:READ|WRITE)\)$|, at \S+$"
    r"|^(?:crash with a stack dump|fatal error)$|^unreachable code in (?=\S+$)"
)
_SPECIAL = re.compile(r"[\\^$.|?*+()\[\]{}]")


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A command, its files by name, and its failure: decided by the script, stated, or learned.

    `attached` maps words of the command to the files in the folder that they name, `places` other words to their
    replacements. The program gets only the `environment` or, with `inherits`, the reader's as well.
    """

    words: Sequence[str]
    input: str
    from_stdin: bool
    environment: Environment
    attached: Mapping[str, Path]
    places: Mapping[str, str]
    criterion: Sequence[str]
    script: bool
    stated: StatedCriterion | None
    signature: Signature
    inherits: bool = False

    def text(self) -> str:
        """The script. It runs in a new directory and exits with 0 if the failure occurs, else with 1."""
        conditions = " &&\n    ".join(self._conditions())
        failure = "\n".join(f"# {line}" for line in self.criterion)
        return (
            "#!/bin/sh\n"
            "# Runs a program that fails. Exits with 0 if the failure occurs, with 1 if not. The failure:\n"
            f"{failure}\n"
            'folder=$(cd "$(dirname "$0")" && pwd) && seen=$(mktemp -d) && trap \'rm -rf "$seen"\' EXIT || exit 2\n'
            'mkdir "$seen/work" && cp -RL "$folder"/. "$seen/work" && cd "$seen/work" || exit 2\n'
            f'{self._command()} > "$seen/stdout" 2> "$seen/stderr"\n'
            "status=$?\n"
            'cat "$seen/stdout"; cat "$seen/stderr" >&2\n'
            f"{conditions}\n"
        )

    def _command(self) -> str:
        program = self.words[0]
        if program in self.attached:
            first = f"./{self.attached[program].name}"
        elif "/" in program:
            first = shlex.quote(str(Path(program).absolute()))
        else:
            first = f'"$(command -v {shlex.quote(program)})"'
        words = [f"env{'' if self.inherits else ' -i'}{self._variables()}", first, *map(self._word, self.words[1:])]
        if self.stated is not None and self.stated.hang is not None:
            words.insert(0, f"timeout {self.stated.hang:g}")
        if self.from_stdin:
            words.append(f"< {shlex.quote(self.input)}")
        return " ".join(words)

    def _word(self, word: str) -> str:
        if word in self.attached:
            head, equals, _ = word.rpartition("=")
            return shlex.quote(head + equals + self.attached[word].name)
        word = self.places.get(word, word)
        return shlex.quote(filled(word, f"./{self.input}" if self.input.startswith("-") else self.input))

    def _variables(self) -> str:
        """The assignments; the reader must provide any value that looks secret."""
        assignments = []
        for name, value in self.environment.items():
            text = os.fsdecode(name)
            if name in OF_THE_MACHINE:
                assignments.append(f' {text}="${text}"')
            elif looks_secret(name, value):
                assignments.append(f' {text}="${{{text}:?needs a value}}"')
            else:
                assignments.append(f" {text}={shlex.quote(os.fsdecode(value))}")
        return "".join(assignments)

    def _conditions(self) -> list[str]:
        if self.script:
            return ['[ "$status" -eq 0 ]']
        if self.stated is not None:
            return list(_stated(self.stated)) or ['[ "$status" -ne 0 ]']
        return list(_learned(self.signature))


def _stated(stated: StatedCriterion) -> Iterable[str]:
    if stated.hang is not None:
        yield f'[ "$status" -eq {TIMED_OUT} ]'
    if stated.exit_code is not None:
        yield f'[ "$status" -eq {stated.exit_code} ]'
    if stated.signal is not None:
        yield f'[ "$status" -eq {128 + stated.signal} ]'
    for pattern, stream in ((stated.stdout, "stdout"), (stated.stderr, "stderr")):
        if pattern is not None:
            yield f'{_grep(pattern.pattern)} "$seen/{stream}"'
    for pattern, stream in ((stated.not_stdout, "stdout"), (stated.not_stderr, "stderr")):
        if pattern is not None:
            yield f'! {_grep(pattern.pattern)} "$seen/{stream}"'


def _grep(pattern: str) -> str:
    """The grep command for a Python regular expression; PCRE unless it is plain text."""
    return f"grep -q{'P' if _SPECIAL.search(pattern) else 'F'} -- {shlex.quote(pattern)}"


def _learned(signature: Signature) -> Iterable[str]:
    """Checks for the exit status, and for the part of the signature's text that is the same in every run."""
    if signature.kind in (HANG, LIMIT):
        yield '[ "$status" -ne 0 ]'
        return
    yield f'[ "$status" -eq {128 + signature.signal if signature.signal is not None else signature.exit_code} ]'
    for text in _printed(signature):
        yield f'cat "$seen/stdout" "$seen/stderr" | grep -qiF -- {shlex.quote(text)}'


def _printed(signature: Signature) -> Iterable[str]:
    """Text that the program prints in every failing run; the case may differ.

    Some words of a signature are normalized, whatever the program wrote: "Internal compiler error".
    """
    line = signature.lines[0] if signature.lines else ""
    if line.startswith(f"{INTERNAL_ERROR}:"):
        yield INTERNAL_ERROR
    pieces = (piece.strip() for piece in _HIDDEN.split(_OUR_WORDS.sub("", line)))
    if longest := max(pieces, key=len):
        yield longest
