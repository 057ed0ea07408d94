"""WebAssembly as a program: every selection of joint edits leaves a valid module."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thresher
from tests.formats.programs.modules import WAT
from thresher.formats.programs.wasm.reader import read
from thresher.kernel.selection import Selection
from thresher.passes.joint import IN_BINARY_FILES
from thresher.structures.joint_edits import JointEdits
from thresher.structures.trees.splice import Spacing

ASSEMBLER, VALIDATOR = shutil.which("wat2wasm"), shutil.which("wasm-validate")
KINDS = ["bodies", "definitions", "promotions", "operands", "undefined", "parameters", "names"]
pytestmark = pytest.mark.skipif(not (ASSEMBLER and VALIDATOR), reason="needs wat2wasm and wasm-validate (package wabt)")


@pytest.fixture(scope="session")
def module(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("wasm")
    (folder / "a.wat").write_text(WAT)
    assert ASSEMBLER is not None
    subprocess.run([ASSEMBLER, "a.wat", "-o", "a.wasm"], cwd=folder, check=True, timeout=60)
    return (folder / "a.wasm").read_bytes()


@cache
def joint(module: bytes, kind: str) -> JointEdits:
    program = read(module)
    return JointEdits(program, IN_BINARY_FILES[kind](program), Spacing.EXACT)


def complaints(module: bytes, folder: Path) -> str:
    (folder / "b.wasm").write_bytes(module)
    assert VALIDATOR is not None
    done = subprocess.run([VALIDATOR, folder / "b.wasm"], capture_output=True, check=False, timeout=60)
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_candidate_is_valid(module: bytes, kind: str, data: st.DataObject, tmp_path: Path) -> None:
    edits = joint(module, kind)
    kept = data.draw(st.sets(st.integers(0, len(edits) - 1)).map(Selection.of))
    assert complaints(edits.render(kept), tmp_path) == ""


def test_no_edit_changes_nothing_and_all_leave_little(module: bytes) -> None:
    for kind in KINDS:
        edits = joint(module, kind)
        assert edits.render(Selection.all(len(edits))) == module
        assert len(edits.render(Selection())) < len(module)
    assert joint(module, "definitions").render(Selection()) == module[:8]


def test_entries_that_nothing_needs_go_and_the_others_move_up(module: bytes, tmp_path: Path) -> None:
    edits = joint(module, "bodies")
    trapped = edits.render(Selection.of(set(range(len(edits))) - {2}))
    assert complaints(trapped, tmp_path) == ""
    program, left = read(module), read(trapped)
    assert len(left.items) < len(program.items)


@given(st.binary(max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_module_does_no_harm(module: bytes, data: bytes) -> None:
    for damaged in (data, module[:8] + data, module[:-5] + data, module[:60] + data + module[60:]):
        program = read(damaged)
        for kind in IN_BINARY_FILES.values():
            edits = JointEdits(program, kind(program), Spacing.EXACT)
            assert len(edits.render(Selection())) <= len(edits.render(Selection.all(len(edits.edits)))) == len(damaged)


def test_a_reduction_finds_one_instruction_in_one_body(module: bytes, tmp_path: Path) -> None:
    def fails(candidate: bytes) -> bool:
        return b"\x6c" in candidate[8:] and complaints(candidate, tmp_path) == ""  # a product of integers

    result = thresher.reduce(module, fails, name="a.wasm")
    assert len(result.data) <= 36


ONE_FUNCTION = b"\0asm\1\0\0\0\1\6\1`\1\x7f\1\x7f\3\2\1\0\7\7\1\3f40\0\0"


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("parameters", b"\n\x0d\1\x0b\2\1\x7d\1\x7f\x20\2\x20\0\x6a\x0b", b"\n\x0b\1\x09\1\1\x7f\x20\1\x20\0\x6a\x0b"),
        ("parameters", b"\n\x09\1\x07\1\1\x7f\x20\1\x67\x0b", b"\n\7\1\5\0\x20\0\x67\x0b"),
        ("undefined", b"\n\x08\1\6\0\x20\0\x67\x67\x0b", b"\n\6\1\4\0\x20\0\x0b"),
    ],
)
def test_variables(kind: str, before: bytes, after: bytes) -> None:
    """One that is not used goes, one of the same type takes the place of another or of a value."""
    assert joint(ONE_FUNCTION + before, kind).render(Selection()) == ONE_FUNCTION + after


def test_an_export_needs_no_name() -> None:
    body = b"\n\6\1\4\0\x20\0\x0b"
    assert joint(ONE_FUNCTION + body, "names").render(Selection()) == ONE_FUNCTION[:20] + b"\7\4\1\0\0\0" + body
