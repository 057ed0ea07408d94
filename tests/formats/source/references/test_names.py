"""Definitions and references by scope, for every language with a table of names."""

from __future__ import annotations

import argparse
import inspect
import textwrap
from types import ModuleType

import pytest

from thresher import Stop, reduce
from thresher.formats.source.document import SourceDocument
from thresher.formats.source.references.graph import TABLES
from thresher.kernel.selection import Selection
from thresher.plan.stages.dependencies import without_units

TYPED = """
interface Used { a: number }
function other<Used>(a: Used) {}
function wanted(a: Used) { return a.a; }
"""
PROGRAMS = {
    "c": """
struct s { int a; };
static int used(struct s *p) { return p->a; }
int other(int used) { return used; }
int wanted(void) { struct s x; return used(&x); }
""",
    "cpp": """
namespace n { class s { int a; }; int other(); int used(s x) { return 1; } }
int wanted() { return n::used({}); }
""",
    "c_sharp": """
class A {
  static int Used(int a) { return a + 1 + 1 + 1 + 1 + 1; }
  static int other(int Used) { return Used; }
  static int wanted() { return Used(1) + 1 + 1 + 1 + 1; }
}
""",
    "go": """package p
import (
"fmt"
"os"
)
type used struct{}
func other() { os.Exit(1 + 2 + 3 + 4 + 5 + 6) }
func wanted(u used) { fmt.Println(u, 1, 2, 3, 4) }
""",
    "java": """package p;
import java.util.List;
import java.util.Map;
class A {
  static int used(int a) { return a + 1 + 1 + 1 + 1 + 1; }
  Map other(Map used) { return used; }
  int wanted(List a) { return used(1) + 1 + 1 + 1 + 1; }
}
""",
    "javascript": """
function used() { return 1; }
function other(used) { return used(); }
const wanted = () => used();
""",
    "typescript": TYPED,
    "tsx": TYPED,
    "python": """
import os
import sys
def used(a=os):
    return a
def other(used):
    return used
def wanted():
    return used()
""",
    "rust": """
struct Other;
#[derive(Debug)]
struct Used;
impl Drop for Used { fn drop(&mut self) {} }
fn wanted(a: Used) {}
""",
}
KEPT = {
    "c": ["struct s {", "int used"],
    "cpp": ["class s", "int used"],
    "c_sharp": ["class A", "int Used"],
    "go": ["package p", '"fmt"', "type used"],
    "java": ["package p;", "java.util.List", "int used"],
    "javascript": ["function used"],
    "typescript": ["interface Used"],
    "tsx": ["interface Used"],
    "python": ["import os", "def used"],
    "rust": ["#[derive(Debug)]", "struct Used", "impl Drop"],
}


def closed(program: str, language: str, text: str, *, with_body: bool = True) -> str:
    """The program with the smallest unit that has a text, perhaps with what is in it, and all that it needs."""
    data = program.encode()
    document = SourceDocument(data, language)
    units = document.named_units()
    assert units is not None
    graph, tree = units.graph, document.tree.replacing(units.empty)
    having = [span for span in graph.spans if text.encode() in data[span.start : span.stop]]
    whole = min(having, key=lambda span: span.stop - span.start)
    inside = {unit for unit, span in enumerate(graph.spans) if whole.start <= span.start < span.stop <= whole.stop}
    kept = graph.closure((inside if with_body else {graph.spans.index(whole)}) | units.always)
    return tree.render(without_units(tree, graph, Selection.of(kept))).decode()


@pytest.mark.parametrize("language", sorted(TABLES))
def test_a_declaration_is_kept_with_what_it_needs_and_nothing_else(language: str) -> None:
    left = closed(PROGRAMS[language], language, "wanted")
    assert "wanted" in left
    assert [text for text in KEPT[language] if text not in left] == []
    assert "other" not in left.lower()


def test_a_parameter_hides_what_is_outside() -> None:
    assert "used()" not in closed(PROGRAMS["python"], "python", "def other")


def test_the_body_of_a_function_needs_more_than_the_function() -> None:
    program = "struct A;\nfn helper() -> A { A }\nfn wanted() -> A { helper(); helper(); helper() }\n"
    assert closed(program, "rust", "wanted", with_body=False) == "struct A;\nfn wanted() -> A {loop{}}\n"


@pytest.mark.parametrize("module", [argparse, textwrap], ids=lambda module: module.__name__)
def test_closed_parts_of_a_module_can_be_compiled(module: ModuleType) -> None:
    document = SourceDocument(inspect.getsource(module).encode(), "python")
    units = document.named_units()
    assert units is not None
    tree, order = document.tree.replacing(units.empty), units.graph.by_weight()
    for count in range(0, len(units.graph), 11):
        kept = Selection.of(units.graph.closure(order[:count]))
        compile(tree.render(without_units(tree, units.graph, kept)), "part", "exec")


FUNCTIONS = (f"def f{n}(a):\n    return f{n // 3}(a) if a else {n * n} * {n}\n" for n in range(1, 121))
PROGRAM = ("def f0(a):\n    return a\n" + "".join(FUNCTIONS)).encode()


def fails(data: bytes) -> bool:
    """Whether two functions of the program, one of which calls others, do what they did."""
    scope: dict[str, object] = {}
    try:
        exec(compile(data, "candidate", "exec"), scope)
        return bool(scope["f100"](0) == 100**3 and scope["f10"](1) == 1)  # type: ignore[operator]
    except Exception:  # noqa: BLE001 - a candidate may do anything
        return False


def test_most_of_a_program_goes_in_few_tests() -> None:
    """Without names more than 100 functions are left after so many tests."""
    assert reduce(PROGRAM, fails, name="a.py", stop=Stop(tests=20)).data.count(b"def ") <= 20


def test_the_result_is_the_same_for_any_number_of_jobs() -> None:
    stop = Stop(tests=40)
    assert len({reduce(PROGRAM, fails, name="a.py", jobs=jobs, stop=stop).data for jobs in (1, 2, 8)}) == 1
