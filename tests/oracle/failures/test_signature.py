"""One failure has one signature, whatever the size of the input; another failure has another.

The texts in tests/cases/failures are written after the manner of the tools, with the names, numbers and paths that
differ between two runs: one failure on a big input and on a small one, and another failure of the same tool.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.oracle.failures.observation import Observation
from thresher.oracle.failures.signature import Signature, learn

FOLDER = Path(__file__).parents[2] / "cases" / "failures"
ROOT = "/dev/shm/thresher-k3j2"


@dataclass(frozen=True)
class Case:
    """The header of a file, and its three texts."""

    kind: str
    exit_code: int | None
    signal: int | None
    name: str
    texts: dict[str, str]

    @classmethod
    def read(cls, path: Path) -> Case:
        header, *sections = path.read_text().split("=== ")
        fields = dict(line.split(": ", 1) for line in header.splitlines())
        texts = dict(section.split("\n", 1) for section in sections)
        code, signal = fields.get("exit"), fields.get("signal")
        return cls(fields["kind"], int(code) if code else None, int(signal) if signal else None, fields["name"], texts)

    def seen(self, which: str, *, stdout: bool = False) -> Signature:
        text = self.texts[which].encode()
        run = Observation(self.exit_code, self.signal, text if stdout else b"", b"" if stdout else text)
        return learn(run, (self.name, ROOT))


CASES = {path.stem: Case.read(path) for path in sorted(FOLDER.glob("*.txt"))}
each = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def crash(stderr: str = "", *, code: int | None = 1, signal: int | None = None, stdout: str = "") -> Signature:
    return learn(Observation(None if signal else code, signal, stdout.encode(), stderr.encode()))


def test_there_are_many_tools() -> None:
    assert len(CASES) >= 40


@each
def test_the_same_failure_on_a_smaller_input(case: Case) -> None:
    assert case.seen("big") == case.seen("small")
    assert case.seen("big").kind == case.kind


@each
def test_another_failure_differs(case: Case) -> None:
    assert case.seen("other") != case.seen("big")
    assert case.seen("other").digest != case.seen("big").digest


@each
def test_standard_output_will_do_if_the_program_failed(case: Case) -> None:
    if case.exit_code != 0:
        assert case.seen("big", stdout=True) == case.seen("big")


@each
def test_nothing_of_the_input_is_in_a_signature(case: Case) -> None:
    told = " ".join((*case.seen("big").lines, case.seen("big").short))
    assert "812" not in told  # the number of a line, a row or a byte in every big text
    assert "deflate" not in told.lower()
    assert ROOT not in told


@each
def test_names_are_short_and_descriptions_plain(case: Case) -> None:
    signature = case.seen("big")
    assert 0 < len(signature.short) <= 60
    assert signature.describe()[0].startswith("the program ")
    assert all(line.isprintable() for line in (*signature.describe(), signature.short))


def test_a_bare_signal_and_a_bare_exit_code() -> None:
    assert crash(signal=11) == Signature(None, 11, "signal")
    assert crash(signal=11).short == "SIGSEGV"
    assert crash(code=3) == Signature(3, None, "exit status")
    assert crash(code=3).describe() == ["the program ends with exit code 3"]
    assert crash(signal=11).describe() == ["the program is ended by SIGSEGV"]
    assert crash(code=139).describe() == ["the program ends with exit code 139 (SIGSEGV)"]


def test_what_was_printed_before_a_crash_is_chance() -> None:
    assert crash("error: bad token 'x'\n", signal=11) == crash("error: no such table\n", signal=11)


def test_what_was_printed_before_an_abort_is_its_reason() -> None:
    noise = "error: bad token\nfatal: lost a lock\nreading on\n"
    assert crash(noise + "FATAL: heap is corrupt at 0x123\n", signal=6).lines == (
        "FATAL: heap is corrupt at <address>",
    )
    assert crash(noise + "panic: no way\n", signal=6) != crash(noise + "panic: no heap\n", signal=6)


def test_a_successful_run_is_not_a_failure() -> None:
    assert not crash("0 errors, 3 warnings\n", code=0, stdout="error: this is data\n").failing
    assert crash("tool: error: bad magic\n", code=0).failing
    assert crash("tool: error: bad magic\n", code=0).lines == ("tool: error: bad magic",)


def test_a_hang_and_a_limit_are_failures_of_their_own() -> None:
    hang = learn(Observation(None, 9, b"", b"error: x", timed_out=True))
    memory = learn(Observation(None, 9, b"", b"", limit="memory"))
    assert hang == learn(Observation(None, 9, b"", b"", timed_out=True))
    assert (hang.short, memory.short) == ("timed out", "memory limit")
    assert hang.describe() == ["the program runs into the time limit"]
    assert memory.describe() == ["the program runs into the memory limit"]


def test_the_first_of_the_loudest_lines_counts() -> None:
    text = "warning: fatal things ahead\nx.c:3:1: error: 'a' is odd\n  12 | assert(error)\nx.c:9: error: 'b' is even\n"
    assert crash(text).lines == ("error: <name> is odd",)
    assert crash("cannot read x\nerror: lost\n").lines == ("error: lost",)
    assert crash("all is well\n").lines == ()


def test_colours_and_strange_bytes_do_not_matter() -> None:
    plain = Observation(1, None, b"", b"error: bad thing in 'x'\n")
    coloured = Observation(1, None, b"", b"\x1b[1;31merror:\x1b[0m bad thing in '\xff\xfe'y'\r\n")
    assert learn(plain) == learn(Observation(1, None, b"", b"\x1b[1;31merror:\x1b[0m bad thing in 'y'\r\n"))
    assert learn(coloured).kind == "error message"


def test_a_backtrace_belongs_to_the_signature() -> None:
    first = learn(Observation(None, 11, b"", b"", backtrace=("f (a.c)", "g (a.c)")))
    second = learn(Observation(None, 11, b"", b"", backtrace=("h (a.c)", "g (a.c)")))
    assert first != second
    assert first.describe()[-1] == "at the crash: f (a.c) < g (a.c)"


def test_frames_in_the_input_have_no_file_name() -> None:
    text = (
        "Traceback (most recent call last):\n"
        '  File "/w/case.py", line {}, in <module>\n  File "/w/case.py", line 9, in {}\n'
        '  File "/usr/lib/python3.11/json/decoder.py", line 3, in decode\nValueError: bad\n'
    )
    signatures = {
        learn(Observation(1, None, b"", text.format(line, name).encode()), ("/w/case.py",)).lines
        for line, name in ((80, "inflate"), (2, "f"))
    }
    assert signatures == {("ValueError: bad", "in decode (decoder.py)", "in <input>")}


@given(st.binary(max_size=300), st.binary(max_size=300), st.sampled_from([0, 1, 134, 139]))
def test_any_output_can_be_learned_from(stdout: bytes, stderr: bytes, code: int) -> None:
    signature = learn(Observation(code, None, stdout, stderr), ("case.c",))
    assert signature == learn(Observation(code, None, stdout, stderr, seconds=3.0), ("case.c",))
    assert len(signature.short) <= 60
