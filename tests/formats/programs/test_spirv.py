"""SPIR-V modules: every selection of joint edits leaves a module whose lengths and ids are right."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path
from struct import pack, unpack

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import thresher
from tests.formats.programs.modules import HELPER, SPIRV, SUM
from thresher import formats
from thresher.formats.programs.spirv.reader import read
from thresher.formats.programs.spirv.words import HEADER, decoded, words_of
from thresher.kernel.selection import Selection
from thresher.passes.joint import JOINT
from thresher.structures.joint_edits import JointEdits
from thresher.structures.trees.splice import Spacing

VALIDATOR = shutil.which("spirv-val")
PROGRAM = read(SPIRV)
KINDS = [kind for kind in JOINT if JOINT[kind](PROGRAM)]
SAFE = [kind for kind in KINDS if kind not in ("definitions", "branches")]  # these may remove what a shader must have


@cache
def joint(kind: str) -> JointEdits:
    return JointEdits(PROGRAM, JOINT[kind](PROGRAM), Spacing.EXACT)


def selections(kind: str) -> st.SearchStrategy[Selection]:
    return st.sets(st.integers(0, len(joint(kind)) - 1)).map(Selection.of)


def codes(module: bytes) -> list[int]:
    return [each.code for each in decoded(words_of(module, "little"))]


def made(kind: str, *numbers: int) -> bytes:
    return joint(kind).render(Selection.of(set(range(len(joint(kind)))) - set(numbers)))


def test_every_kind_of_edit_has_some() -> None:
    assert set(KINDS) == set(JOINT)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=60)
def test_all_words_are_instructions_and_all_ids_are_defined(kind: str, data: st.DataObject) -> None:
    module = joint(kind).render(data.draw(selections(kind)))
    found = decoded(words_of(module, "little"))
    assert (found[-1].stop if found else 4 * HEADER) == len(module)
    if kind != "branches":  # two of them may exclude each other
        assert not read(module).unresolved
    assert all(each.result < words_of(module, "little")[3] for each in found)


@pytest.mark.skipif(VALIDATOR is None, reason="needs spirv-val (package spirv-tools)")
@pytest.mark.parametrize("kind", SAFE)
@given(data=st.data())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_validator_accepts_every_candidate(kind: str, data: st.DataObject, tmp_path: Path) -> None:
    assert VALIDATOR is not None
    (tmp_path / "a.spv").write_bytes(joint(kind).render(data.draw(selections(kind))))
    done = subprocess.run([VALIDATOR, tmp_path / "a.spv"], capture_output=True, check=False, timeout=60)
    assert done.stdout + done.stderr == b""


def test_no_edit_changes_nothing() -> None:
    for kind in KINDS:
        assert joint(kind).render(Selection.all(len(joint(kind)))) == SPIRV


def test_a_function_that_nothing_calls_any_more_goes() -> None:
    module = joint("bodies").render(Selection.of([1]))
    assert codes(module).count(54) == 1
    assert 57 not in codes(module)


def test_a_value_that_is_gone_is_null_where_it_was_used_and_its_name_goes() -> None:
    sums = [n for n, edit in enumerate(JOINT["definitions"](PROGRAM)) if SPIRV[edit.cuts[0][0]] == 129]
    module = made("definitions", *sums)
    assert 129 not in codes(module)
    assert b"the sum" not in module
    assert pack("<I", SUM) not in module[4 * HEADER :]


def test_a_loop_can_run_once() -> None:
    once = [n for n, edit in enumerate(PROGRAM.alternatives) if edit.label == "run once"]
    module = made("branches", *once)
    assert 246 not in codes(module)
    assert 57 in codes(module)


def test_a_parameter_goes_with_its_type_and_arguments() -> None:
    module = made("parameters", 0)
    assert codes(module).count(55) == 1
    assert not read(module).unresolved
    assert next(each for each in decoded(words_of(module, "little")) if each.code == 57).uses[0].id == HELPER


def test_both_byte_orders_are_read() -> None:
    swapped = pack(f">{len(SPIRV) // 4}I", *unpack(f"<{len(SPIRV) // 4}I", SPIRV))
    assert formats.guess("a", SPIRV).name == formats.guess("a", swapped).name == "spirv"
    assert len(read(swapped).items) == len(PROGRAM.items)
    assert JointEdits(read(swapped), JOINT["bodies"](read(swapped)), Spacing.EXACT).render(Selection())


@given(st.binary(max_size=80))
def test_words_that_are_not_a_module_are_handled(data: bytes) -> None:
    for damaged in (data, SPIRV[:20] + data, SPIRV[: -len(data) or None], SPIRV[:200] + data + SPIRV[200:]):
        program = read(damaged)
        for kind in JOINT.values():
            edits = JointEdits(program, kind(program), Spacing.EXACT)
            assert len(edits.render(Selection())) <= len(edits.render(Selection.all(len(edits.edits)))) == len(damaged)


def test_a_reduction_ends_with_few_instructions() -> None:
    def fails(module: bytes) -> bool:
        return not read(module).unresolved and {248, 133} <= set(codes(module))

    result = thresher.reduce(SPIRV, fails, name="a.spv")
    assert set(codes(result.data)) >= {248, 133}
    assert len(result.data) < 140
