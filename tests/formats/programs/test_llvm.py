"""LLVM's textual language: every selection of joint edits leaves a module that LLVM accepts."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thresher
from tests.formats.programs.modules import LLVM
from thresher import formats
from thresher.errors import UsageError
from thresher.formats.programs.llvm.reader import read
from thresher.kernel.selection import Selection
from thresher.passes.joint import JOINT
from thresher.plan import PlanOptions, plan_for
from thresher.structures.joint_edits import JointEdits
from thresher.structures.rewrites import Rewrites


def knows_opaque_pointers(program: str) -> bool:
    """Whether an `opt` is of LLVM 15 or later: LLVM 14 does not read `ptr`."""
    version = subprocess.run([program, "--version"], capture_output=True, check=False, timeout=60).stdout
    number = re.search(rb"LLVM version (\d+)", version)
    return number is not None and int(number[1]) >= 15


INSTALLED = filter(None, map(shutil.which, ("opt-16", "opt-15", "opt-17", "opt-18", "opt-19", "opt")))
ASSEMBLER = next(filter(knows_opaque_pointers, INSTALLED), None)
PROGRAM = read(LLVM)
KINDS = [kind for kind in JOINT if JOINT[kind](PROGRAM)]


@cache
def joint(kind: str) -> JointEdits:
    return JointEdits(PROGRAM, JOINT[kind](PROGRAM))


def selections(kind: str) -> st.SearchStrategy[Selection]:
    return st.sets(st.integers(0, len(joint(kind)) - 1)).map(Selection.of)


def accepted(module: bytes) -> str:
    assert ASSEMBLER is not None
    command = [ASSEMBLER, "-passes=verify", "-S", "-o", "/dev/null", "-"]
    return subprocess.run(command, input=module, capture_output=True, check=False, timeout=60).stderr.decode()


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=60)
def test_nothing_refers_to_what_is_gone_and_nothing_is_counted(kind: str, data: st.DataObject) -> None:
    kept = data.draw(selections(kind))
    module = joint(kind).render(kept)
    assert not read(module).unresolved
    assert len(kept) == len(joint(kind)) or not re.search(rb"[%@]\d|^\d+:|;", module.replace(b"a;b", b""), re.MULTILINE)


@pytest.mark.skipif(ASSEMBLER is None, reason="needs opt of LLVM 15 or later")
@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_llvm_accepts_every_candidate(kind: str, data: st.DataObject) -> None:
    assert accepted(joint(kind).render(data.draw(selections(kind)))) == ""


@pytest.mark.skipif(ASSEMBLER is None, reason="needs opt of LLVM 15 or later")
def test_names_become_short_at_all_their_places() -> None:
    module = joint("bodies").render(Selection.of(range(len(joint("bodies")) - 1)))
    renamed = Rewrites(module, read(module).renamings).render(Selection())
    assert accepted(renamed) == ""
    for long in (b"struct", b"table", b"first", b"slot", b".str", b"helper", b"show"):
        assert long not in renamed


def test_no_edit_changes_nothing() -> None:
    for kind in KINDS:
        assert joint(kind).render(Selection.all(len(joint(kind)))) == LLVM


def test_bodies_become_declarations_and_what_only_they_used_goes() -> None:
    module = joint("bodies").render(Selection())
    assert b"declare i32 @first(ptr noundef, i32 noundef)" in module
    assert b"@table = external global [2 x ptr]" in module
    for gone in (b"define", b"comdat", b"struct", b"attributes", b"@show", b"@handler", b"!5", b";"):
        assert gone not in module


def test_a_definition_goes_and_its_uses_become_neutral() -> None:
    edits = JOINT["definitions"](PROGRAM)
    made = next(n for n, edit in enumerate(edits) if LLVM[edit.cuts[0][0] :].startswith(b"%10 = phi"))
    module = joint("definitions").render(Selection.all(len(edits)).without(made, made + 1))
    assert b"switch i32 0," in module
    assert b"store i32 0, ptr @" in module
    assert re.search(rb"%x = phi i32 \[ 1, %\w \], \[ 0, %\w \], \[ 2, %\w \]", module)


def test_an_operand_stands_in_for_a_value_even_through_others() -> None:
    edits = JOINT["promotions"](PROGRAM)
    made = {n for n, edit in enumerate(edits) if re.match(rb"%(?:7|next) = add", LLVM[edit.cuts[0][0] :])}
    module = joint("promotions").render(Selection.of(set(range(len(edits))) - made))
    assert b" add " not in module
    assert b"icmp eq i32 %i, 100" in module
    assert re.search(rb"invoke i32 @helper\(i32 %e, ", module)


def test_a_branch_takes_its_block_and_the_values_that_came_from_it() -> None:
    never = next(edit for edit in PROGRAM.alternatives if edit.label == "never branch")
    module = JointEdits(PROGRAM, [never]).render(Selection())
    assert b"invoke" not in module
    assert b"landingpad" not in module
    assert re.search(rb"= phi i32 \[ 0, %\w \]\n", module)


def test_the_format_is_known_by_name_and_content() -> None:
    assert formats.guess("a.ll", b"").name == "llvm"
    assert formats.guess("a", LLVM).name == "llvm"
    assert formats.guess("a.txt", b"define void @f()").name == "text"
    assert plan_for("a.txt", b"x", PlanOptions(language="llvm")).format == "llvm"
    with pytest.raises(UsageError):
        plan_for("a.ll", LLVM, PlanOptions(without=("magic",)))


@pytest.mark.parametrize("module", [b"", b"}", b"define", b"define void @f(", b"define void @f() {", b"a:\n%x =\n"])
def test_a_text_that_is_not_a_module_does_no_harm(module: bytes) -> None:
    program = read(module)
    for kind in JOINT.values():
        edits = JointEdits(program, kind(program))
        assert len(edits.render(Selection())) >= 0


def test_a_reduction_asks_little_and_keeps_names_in_order() -> None:
    def fails(module: bytes) -> bool:
        read_back = read(module)
        return not read_back.unresolved and re.search(rb"add nsw i32 %\w+", module) is not None

    result = thresher.reduce(LLVM, fails, name="a.ll")
    assert len(result.data) < 60
    assert result.statistics.tests < 150


def test_a_value_that_uses_itself_in_code_that_is_not_reached() -> None:
    """Each of the two may stand in for the other; this ended never."""
    text = b"define i32 @f() {\n  ret i32 0\na:\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  br label %a\n}\n"
    program = read(text)
    edits = JointEdits(program, JOINT["promotions"](program))
    assert len(edits.edits) == 2
    assert b"%x" not in edits.render(Selection())
