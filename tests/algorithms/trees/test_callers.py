"""What calls the rest of a program comes before the rest, and what it uses no more goes in one test."""

from __future__ import annotations

import re

from tests.fakes import answered
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.trees.callers import callers
from thresher.algorithms.trees.heaviest import heaviest
from thresher.formats.source.source import parse_document
from thresher.structures.trees.tree import Tree

FUNCTIONS = 90


def function(number: int) -> str:
    """Refers to the function after it."""
    result = f"z[0] if x else f{(number + 1) % FUNCTIONS}(y)"
    return f"def f{number}(x):\n    y = x + {number}\n    z = [y, y * 2]\n    return {result}\n\n"


LIBRARY = "".join(map(function, range(FUNCTIONS)))
MAIN = "def main():\n    a = f89(1)\n    b = f40(a)\n    print(a, b)\n    return missing\n\n\nmain()\n"


def tree_of(text: str) -> Tree:
    return parse_document("a.py", text.encode(), None).tree


def runs(text: bytes) -> bool:
    """Whether a script fails for want of `missing`, and not before: each function that is called is whole."""
    source = text.decode()
    try:
        code = compile(source, "a.py", "exec")
    except SyntaxError:
        return False
    try:
        exec(code, {"print": lambda *_: None})
    except NameError as error:
        return error.name == "missing"
    except (TypeError, IndexError, UnboundLocalError):
        return False
    return False


def test_the_calls_go_first_and_then_all_that_they_used() -> None:
    tree = tree_of(LIBRARY + MAIN)
    done = answered(callers(tree, tree.everything), lambda kept: runs(tree.render(kept)))
    assert re.sub(rb"\s+", b" ", tree.render(done.result).strip()) == b"def main(): return missing main()"
    assert done.runs < 30
    alone = answered(heaviest(tree, tree.everything, minimizer=hgt), lambda kept: runs(tree.render(kept)))
    assert alone.runs > 3 * done.runs  # the library, function by function


def test_nothing_is_asked_of_a_library_without_calls_at_its_end() -> None:
    tree = tree_of(LIBRARY + "limit = 12\n")
    assert answered(callers(tree, tree.everything), lambda kept: True).runs == 0


def test_nothing_is_asked_of_a_small_program() -> None:
    tree = tree_of(MAIN)
    assert answered(callers(tree, tree.everything), lambda kept: True).runs == 0


def test_callers_that_are_needed_cost_few_tests() -> None:
    calls = "".join(f"f{number}({number})\n" for number in range(FUNCTIONS))
    tree = tree_of(LIBRARY + calls)
    assert 1 <= answered(callers(tree, tree.everything), lambda kept: False).runs <= 12


def test_calls_that_are_not_needed_cost_one_test() -> None:
    tree = tree_of(LIBRARY + "".join(f"f{number}({number})\n" for number in range(9)))
    assert answered(callers(tree, tree.everything), lambda kept: b"def f7" in tree.render(kept)).runs == 1


def test_a_call_at_the_end_may_be_made_in_the_library_too() -> None:
    tree = tree_of(LIBRARY + "def last(x):\n    print(x)\n    return f3(x)\n\n\nprint(f7(1), f8(2))\n")
    done = answered(callers(tree, tree.everything), lambda kept: b"f7(1)" in tree.render(kept))
    assert 1 <= done.runs < 30
    assert tree.render(done.result).strip().endswith(b"f7(1))")
