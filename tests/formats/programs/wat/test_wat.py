"""WebAssembly as text: definitions go with their uses, and wat2wasm accepts every selection of edits."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thresher
from tests.formats.programs.modules import WAT
from tests.oracle.programs import needs
from thresher import formats
from thresher.formats.programs.wat.reader import read
from thresher.formats.programs.wat.stretches import simple_effect
from thresher.kernel.selection import Selection
from thresher.passes.joint import JOINT
from thresher.structures.joint_edits import JointEdits

NAMED = WAT.encode()
NUMBERED = rb"""(module
  (type (;0;) (func (param i32 i32) (result i32)))
  (type (;1;) (func (param i32)))
  (type (;2;) (func))
  (import "env" "log" (func (;0;) (type 1)))
  (func (;1;) (type 0) (param i32 i32) (result i32)
    local.get 0
    local.get 1
    i32.add)
  (func (;2;) (type 2)
    (local i32 i64 i32)
    i32.const 7 ;; a comment (
    local.set 2
    block  ;; label = @1
      local.get 0
      br_if 0 (;@1;)
      local.get 2
      i32.const 5
      call 1
      call 0
    end)
  (func (;3;) (type 2)
    global.get 1
    global.set 0
    local.get 0
    if
      call 2
    else
      call 3
    end
    (local i32))
  (func (;4;) (export "free") (param i32 i64) (result i32)
    local.get 0
    i32.const 2
    i32.mul)
  (table (;0;) 2 funcref)
  (memory (;0;) 1)
  (global (;0;) (mut i32) (i32.const 3))
  (global (;1;) i32 (i32.const 4))
  (export "run" (func 3))
  (elem (;0;) (i32.const 0) func 1 2)
  (data (;0;) (i32.const 16) "a;b(\22\00"))
"""
NUMBERED = NUMBERED.replace(b"\n    (local i32))", b")").replace(
    b"(func (;3;) (type 2)", b"(func (;3;) (type 2) (local i32)"
)
SAMPLES = {"named": NAMED, "numbered": NUMBERED}
CASES = [(sample, kind) for sample, text in SAMPLES.items() for kind in JOINT if JOINT[kind](read(text))]


@cache
def joint(sample: str, kind: str) -> JointEdits:
    program = read(SAMPLES[sample])
    return JointEdits(program, JOINT[kind](program))


def candidates(sample: str, kind: str) -> st.SearchStrategy[bytes]:
    edits = joint(sample, kind)
    return st.sets(st.integers(0, len(edits) - 1)).map(Selection.of).map(edits.render)


def without(sample: str, text: bytes) -> bytes:
    """Without the definition that begins with a text."""
    edits = joint(sample, "definitions")
    start = SAMPLES[sample].index(text)
    chosen = {number for number, edit in enumerate(edits.edits) if edit.cuts[0][0] == start}
    assert chosen
    return edits.render(Selection.of(set(range(len(edits))) - chosen))


@needs("wat2wasm")
@pytest.mark.parametrize(("sample", "kind"), CASES)
@given(data=st.data())
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_reader_accepts_every_candidate(sample: str, kind: str, data: st.DataObject, tmp_path: Path) -> None:
    (tmp_path / "a.wat").write_bytes(data.draw(candidates(sample, kind)))
    command = ["wat2wasm", str(tmp_path / "a.wat"), "-o", str(tmp_path / "a.wasm")]
    assert subprocess.run(command, capture_output=True, check=False).stderr == b""


@pytest.mark.parametrize(("sample", "kind"), CASES)
@given(data=st.data())
@settings(max_examples=20)
def test_no_name_is_left_without_its_definition(sample: str, kind: str, data: st.DataObject) -> None:
    text = data.draw(candidates(sample, kind))
    assert read(text).unresolved == frozenset()
    assert text == SAMPLES[sample] or b";;" not in text


def test_numbers_after_a_definition_that_is_gone_are_lower() -> None:
    text = without("numbered", b"(func (;1;)")
    assert b"(func 2)" in text
    assert b"(elem (i32.const 0) func 1)" in text
    assert b"drop\ndrop i32.const 0\ncall 0" in text or b"drop drop i32.const 0\ncall 0" in text


def test_a_variable_goes_with_its_uses() -> None:
    text = without("numbered", b"i64 i32)")
    assert b"(local i32 i32)" in text
    assert b"local.set 1" in text


def test_parameters_and_the_result_of_what_nothing_calls_go() -> None:
    text = joint("numbered", "parameters").render(Selection())
    assert re.search(rb'"free"\)\s*\(param i32 i64\)\s*\)', text)
    text = without("numbered", b"i64) (result i32)\n    local.get 0\n    i32.const")
    assert re.search(rb'"free"\)\s*\(param i32\)\s*\(result', text)


def test_a_type_goes_where_it_is_written_out() -> None:
    edits = joint("numbered", "definitions")
    text = edits.render(
        Selection.of(n for n, each in enumerate(edits.edits) if NUMBERED[each.cuts[0][0] :][:6] != b"(type ")
    )
    assert text.count(b"(type") < NUMBERED.count(b"(type")


@pytest.mark.parametrize(
    ("word", "effect"),
    [
        (b"i32.const", (0, b"i32")),
        (b"f64.convert_i64_s", (1, b"f64")),
        (b"i64.load32_u", (1, b"i64")),
        (b"i64.extend8_s", (1, b"i64")),
        (b"f32.copysign", (2, b"f32")),
        (b"i32.trunc_sat_f64_u", (1, b"i32")),
        (b"i64.eqz", (1, b"i32")),
        (b"f64.ge", (2, b"i32")),
        (b"v128.load", None),
    ],
)
def test_what_instructions_take_and_leave(word: bytes, effect: tuple[int, bytes] | None) -> None:
    assert simple_effect(word) == effect


@pytest.mark.parametrize(
    "text", [b"", b")", b"(module", b"(module (func", b'(func call $f) "', b"(func (call))", b"(elem)"]
)
def test_a_text_that_is_not_a_module_does_no_harm(text: bytes) -> None:
    program = read(text)
    for kind in JOINT.values():
        assert len(JointEdits(program, kind(program)).render(Selection())) >= 0


def test_it_is_known_by_its_name() -> None:
    assert formats.guess("a.wat", NAMED).name == formats.guess("a.wast", b"").name == "wat"


@needs("wat2wasm")
def test_a_reduction_against_the_real_reader(tmp_path: Path) -> None:
    path = tmp_path / "a.wat"

    def fails(text: bytes) -> bool:
        path.write_bytes(text)
        done = subprocess.run(["wat2wasm", path, "-o", tmp_path / "a.wasm"], capture_output=True, check=False)
        return done.returncode == 0 and b"\x6c" in (tmp_path / "a.wasm").read_bytes() and b"i32.mul" in text

    result = thresher.reduce(NAMED, fails, name="a.wat")
    assert len(result.data) < 70
    assert result.statistics.tests < 150
