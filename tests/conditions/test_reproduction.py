"""The script of a reproduction, run by a real shell."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from thresher.conditions.reproduction import Reproduction
from thresher.oracle.failures.criterion import StatedCriterion
from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn

BASE = Reproduction(
    words=("sh", "-c", 'printf "a|b\\n"; echo "error: file $1 is gone" >&2; exit 3', "sh", "{}"),
    input="it's.txt",
    from_stdin=False,
    environment={},
    attached={},
    places={},
    criterion=("the program ends with exit code 3",),
    script=False,
    stated=None,
    signature=Signature(3, None, "error message", ("error: file <input> is gone",)),
)


def exit_code(reproduction: Reproduction, place: Path) -> int:
    folder, temporary = place / "folder", place / "temporary"
    for each in (folder, temporary):
        each.mkdir(exist_ok=True)
    script = folder / "reproduce.sh"
    script.write_text(reproduction.text())
    (folder / reproduction.input).write_text("")
    environment = {**os.environ, "TMPDIR": str(temporary)}
    done = subprocess.run(["sh", str(script)], env=environment, capture_output=True, check=False)
    assert not list(temporary.iterdir())
    return done.returncode


@pytest.mark.parametrize(
    ("stated", "code"),
    [
        (None, 0),
        (StatedCriterion(exit_code=3), 0),
        (StatedCriterion(exit_code=4), 1),
        (StatedCriterion(stdout=re.compile("a|b")), 0),
        (StatedCriterion(stderr=re.compile(r"^error: \w+")), 0),
        (StatedCriterion(stdout=re.compile("gone")), 1),
        (StatedCriterion(not_stderr=re.compile("gone")), 1),
        (StatedCriterion(not_stdout=re.compile("gone"), exit_code=3), 0),
        (StatedCriterion(signal=11), 1),
        (StatedCriterion(), 0),
    ],
)
def test_it_says_whether_the_failure_shows(tmp_path: Path, stated: StatedCriterion | None, code: int) -> None:
    assert exit_code(replace(BASE, stated=stated), tmp_path) == code


def test_another_message_is_another_failure(tmp_path: Path) -> None:
    other = replace(BASE, words=("sh", "-c", "echo error: else >&2; exit 3"))
    assert exit_code(other, tmp_path) == 1
    assert exit_code(replace(BASE, words=("true",)), tmp_path) == 1


def test_a_crash_and_a_hang(tmp_path: Path) -> None:
    crash = replace(BASE, words=("sh", "-c", "kill -ABRT $$"), signature=Signature(None, 6, "signal"))
    assert exit_code(crash, tmp_path) == 0
    hang = replace(BASE, words=("sleep", "100"), stated=StatedCriterion(hang=0.1))
    assert exit_code(hang, tmp_path) == 0


def test_the_environment_is_only_what_is_needed(tmp_path: Path) -> None:
    words = ("sh", "-c", 'test "$A" = "x y" && test -z "$USER" && test -n "$PATH"')
    given = replace(BASE, words=words, environment={b"A": b"x y", b"PATH": b"/elsewhere"}, script=True)
    assert exit_code(given, tmp_path) == 0
    assert "/elsewhere" not in given.text()
    secret = replace(given, environment={b"MY_TOKEN": b"hunter22"})
    assert "hunter22" not in secret.text()


INTERNAL = "x.c:3:1: Internal compiler error: In fold_convert, at /src/gcc/fold-const.c:2401"
STACK_DUMP = "PLEASE submit a bug report to the vendor.\nStack dump:\n0.\tProgram arguments: clang x.c"
BACKEND = "LLVM ERROR: Cannot select: intrinsic %llvm.x\n" + STACK_DUMP


@pytest.mark.parametrize("printed", [INTERNAL, INTERNAL.lower(), STACK_DUMP, BACKEND])
def test_a_message_learned_in_another_case_or_form_is_found_again(tmp_path: Path, printed: str) -> None:
    words = ("sh", "-c", f"echo '{printed}' >&2; exit 4")
    learned = learn(Observation(4, None, b"", printed.encode()))
    assert learned.kind == "internal compiler error"
    assert exit_code(replace(BASE, words=words, signature=learned), tmp_path) == 0


def test_another_internal_error_is_another_failure(tmp_path: Path) -> None:
    learned = learn(Observation(4, None, b"", INTERNAL.encode()))
    other = INTERNAL.replace("fold_convert", "gimplify")
    words = ("sh", "-c", f"echo '{other}' >&2; exit 4")
    assert exit_code(replace(BASE, words=words, signature=learned), tmp_path) == 1
