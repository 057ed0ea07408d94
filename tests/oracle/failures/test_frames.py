"""Frames cut down to what stays the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.oracle.failures.frames import TOP, StackFrame, cycle, named, plain, top, walk

NAMES = {
    "main": "main",
    "f(int, char const*)": "f",
    "ns::C<int, (E)3>::m(std::function<void (int)>) const": "ns::C<int, (E)3>::m",
    "(anonymous namespace)::f(int)": "(anonymous namespace)::f",
    "F::operator()(int) const": "F::operator()",
    "F::operator()": "F::operator()",
    "f.constprop.0.isra.0": "f",
    "f(int) [clone .cold]": "f",
    "f[abi:cxx11](int)": "f",
    "core::f::h25e70888d22e3a4c": "core::f",
    "rustc_middle[ea2e9add8620f8ff]::ty::f": "rustc_middle::ty::f",
    "Layout.lambda$fields$12": "Layout.lambda$fields$",
    "C2::transform(Node*)+0x159": "C2::transform",
}


@pytest.mark.parametrize(("printed", "name"), NAMES.items(), ids=NAMES)
def test_plain_names(printed: str, name: str) -> None:
    assert plain(printed) == name


MACHINERY = (
    *(
        "__GI_raise",
        "__GI_abort",
        "abort",
        "raise",
        "__assert_fail",
        "__assert_fail_base",
        "__GI___assert_fail",
        "gsignal",
    ),
    *(
        "__pthread_kill_implementation",
        "<signal handler called>",
        "??",
        "__libc_start_main",
        "_start",
        "malloc_printerr",
    ),
    *("__interceptor_memcpy", "__asan_memcpy", "__cxa_throw", "std::terminate()", "std::__throw_out_of_range_fmt"),
    *("llvm::sys::PrintStackTrace(llvm::raw_ostream&, int)", "rust_begin_unwind", "core::panicking::panic_fmt"),
    *("runtime.gopanic", "crash_signal", "fuzzer::Fuzzer::CrashCallback()"),
)


@pytest.mark.parametrize("function", MACHINERY)
def test_frames_that_only_report_are_left_out(function: str) -> None:
    assert top([StackFrame(function), StackFrame("culprit")]) == ("in culprit",)


@pytest.mark.parametrize(
    "function", ["main", "start_tag", "panic_button", "killer", "assert_no_cycle", "my_abort_handler"]
)
def test_frames_of_the_program_stay(function: str) -> None:
    assert top([StackFrame(function)]) == (f"in {function}",)


def test_where_a_frame_lies() -> None:
    assert named(StackFrame("f", "/src/lib/a.c")) == "f (a.c)"
    assert named(StackFrame("f", "C:\\src\\a.c")) == "f (a.c)"
    assert named(StackFrame("", "a.c")) == "a.c"
    assert named(StackFrame("f", "/w/case.c"), ("/w/case.c",)) == "<input>"


frames = st.lists(st.sampled_from("abcdef").map(StackFrame), max_size=30)


@given(frames)
def test_every_frame_once_and_in_order(stack: list[StackFrame]) -> None:
    walked = list(walk(stack))
    assert len(set(walked)) == len(walked) == len(set(stack))
    assert [stack.index(frame) for frame in walked] == sorted(stack.index(frame) for frame in walked)
    assert len(top(stack)) == min(TOP, len(walked))


@given(frames, st.integers(1, 20))
def test_the_depth_of_a_recursion_does_not_matter(stack: list[StackFrame], depth: int) -> None:
    assert top([*stack, *stack * depth]) == top(stack)


@given(st.lists(st.sampled_from("ghij").map(StackFrame), max_size=3), st.integers(10, 40), st.integers(0, 1))
def test_a_cycle_is_found_wherever_the_stack_ran_out(chance: list[StackFrame], depth: int, start: int) -> None:
    stack = [
        *chance,
        *[StackFrame("b"), StackFrame("a")][start:],
        *[StackFrame("b"), StackFrame("a")] * depth,
        StackFrame("main"),
    ]
    assert cycle(stack) == ("in a", "in b")
