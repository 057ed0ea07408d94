"""SPIR-V as text: the same edits as in words, every selection of which leaves no id undefined."""

from __future__ import annotations

import re
import subprocess
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thresher
from tests.formats.programs.modules import SPIRV
from tests.oracle.programs import needs
from thresher import formats
from thresher.formats.programs.spirv.reader import read as read_words
from thresher.formats.programs.spirv.spvasm import read
from thresher.formats.programs.spirv.text import read_text
from thresher.kernel.selection import Selection
from thresher.passes.joint import JOINT
from thresher.structures.joint_edits import JointEdits

TEXT = rb"""; SPIR-V
; Version: 1.0
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint Fragment %main "main %x" %out
               OpExecutionMode %main OriginUpperLeft
               OpName %main "main"  ; the first
               OpDecorate %out Location 0
       %void = OpTypeVoid
          %3 = OpTypeFunction %void
      %float = OpTypeFloat 32
       %bool = OpTypeBool
        %int = OpTypeInt 32 1
 %to_out = OpTypePointer Output %float
          %8 = OpTypeFunction %float %float %float
       %true = OpConstantTrue %bool
        %one = OpConstant %float 1
       %zero = OpConstant %float 0
        %two = OpConstant %int 2
        %out = OpVariable %to_out Output
       %main = OpFunction %void None %3
      %first = OpLabel
       %load = OpLoad %float %out
               OpSelectionMerge %merge None
               OpBranchConditional %true %then %else
       %then = OpLabel
        %sum = OpFAdd %float %load %one
               OpBranch %merge
       %else = OpLabel
               OpSelectionMerge %join None
               OpSwitch %two %join 0 %case 7 %join
       %case = OpLabel
               OpBranch %join
       %join = OpLabel
               OpBranch %merge
      %merge = OpLabel
        %phi = OpPhi %float %sum %then %one %join
       %call = OpFunctionCall %float %helper %phi %one
               OpStore %out %call
               OpReturn
               OpFunctionEnd
     %helper = OpFunction %float None %8
          %x = OpFunctionParameter %float
          %y = OpFunctionParameter %float
      %start = OpLabel
    %product = OpFMul %float %x %y
               OpReturnValue %product
               OpFunctionEnd
"""
PROGRAM = read(TEXT)
KINDS = [kind for kind in JOINT if JOINT[kind](PROGRAM)]
SAFE = [kind for kind in KINDS if kind not in ("definitions", "branches")]  # these may remove what a shader must have


@cache
def joint(kind: str) -> JointEdits:
    return JointEdits(PROGRAM, JOINT[kind](PROGRAM))


def candidates(kind: str) -> st.SearchStrategy[bytes]:
    return st.sets(st.integers(0, len(joint(kind)) - 1)).map(Selection.of).map(joint(kind).render)


def assembled(text: bytes) -> bytes:
    command = ["spirv-as", "--target-env", "spv1.0", "-", "-o", "-"]
    return subprocess.run(command, input=text, capture_output=True, check=True).stdout


def test_every_kind_of_edit_has_some() -> None:
    assert set(KINDS) == set(JOINT) - {"blocks"}
    assert PROGRAM.unresolved == frozenset()


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=40)
def test_all_ids_are_defined(kind: str, data: st.DataObject) -> None:
    text = data.draw(candidates(kind))
    if kind != "branches":  # two of them may exclude each other
        assert not read(text).unresolved
    if text != TEXT:
        assert b";" not in text
        assert b"  " not in text


@needs("spirv-as", "spirv-val")
@pytest.mark.parametrize("kind", SAFE)
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_the_validator_accepts_every_candidate(kind: str, data: st.DataObject) -> None:
    module = assembled(data.draw(candidates(kind)))
    done = subprocess.run(["spirv-val", "-"], input=module, capture_output=True, check=False)
    assert done.stdout + done.stderr == b""


@needs("spirv-dis")
def test_text_and_words_have_the_same_items_and_references() -> None:
    text = subprocess.run(["spirv-dis", "-"], input=SPIRV, capture_output=True, check=True).stdout
    program, words = read(text), read_words(SPIRV)
    assert [item[2:4] for item in program.items] == [item[2:4] for item in words.items]
    assert [each.target for each in program.references] == [each.target for each in words.references]
    for kind, edits in JOINT.items():
        assert len(edits(program)) == len(edits(words)), kind


def test_numbers_and_strings_are_no_ids() -> None:
    module = read_text(b'%a = OpTypeInt 32 0 OpName %a "%b" %c = OpConstant %a -0.0 %d=OpConstant %a 10')
    assert module is not None
    assert [(each.code, each.result, each.number) for each in module.instructions] == [
        (21, 1, 32),
        (5, 0, 0),
        (43, 2, 0),
        (43, 3, 1),
    ]


def test_it_is_known_by_name_and_content() -> None:
    assert formats.guess("a.spvasm", b"").name == formats.guess("a", TEXT).name == "spvasm"
    assert read(b"no module").items == []


def test_a_reduction_ends_with_few_instructions_and_short_names() -> None:
    def fails(text: bytes) -> bool:
        return not read(text).unresolved and re.search(rb"OpFMul %\w+ %\w+ %\w+", text) is not None

    result = thresher.reduce(TEXT, fails, name="a.spvasm")
    assert len(result.data) < 60
    assert result.statistics.tests < 180
