"""The heaviest node first, and bodies before anything else."""

from __future__ import annotations

import re
from collections import Counter

from tests.fakes import answered
from tests.trees import marked
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.lists.one_by_one import one_by_one
from thresher.algorithms.trees.function_bodies import function_bodies
from thresher.algorithms.trees.hdd import hdd_r
from thresher.algorithms.trees.heaviest import heaviest
from thresher.formats.source.source import parse_document
from thresher.kernel.selection import Selection

# g is used in the body of f, and the body is heavy: g can go once the body has gone
USED = "«g:g» «f:f «body:«c:1» «c:2» «c:3» «c:4» «c:5» «c:6» «c:uses g»»»"


def test_what_a_heavy_node_held_goes_after_it() -> None:
    tree = marked(USED)

    def fails(kept: Selection) -> bool:
        text = tree.render(kept)
        return b"f" in text and (b"uses" not in text or text.startswith(b"g"))

    one_pass = answered(hdd_r(tree, tree.everything, minimizer=one_by_one), fails).result
    assert b"g" in tree.render(one_pass)
    assert tree.render(answered(heaviest(tree, tree.everything, minimizer=one_by_one), fails).result) == b"f"


def test_heavy_nodes_come_first() -> None:
    tree = marked("«a:«x:1»» «b:«x:2» «x:3» «x:4»» «c:«x:5» «x:6»»")
    asked = answered(heaviest(tree, tree.everything, minimizer=one_by_one), lambda kept: False).asked
    firsts = [tree.render(kept).decode() for kept in asked]
    assert firsts[:3] == ["1 2 3 4", "1 5 6", "2 3 4 5 6"]
    assert firsts[3:6] == ["1 2 3 5 6", "1 2 4 5 6", "1 3 4 5 6"]


def test_the_end_of_the_main_path_comes_before_its_siblings() -> None:
    rows = " ".join(f"«row:{number}»" for number in range(100, 300))
    tree = marked(f"«html:«head:h» «body:«nav:n» «main:«title:t» «table:{rows}»»»»")
    done = answered(heaviest(tree, tree.everything, minimizer=hgt), lambda kept: b"150" in tree.render(kept))
    assert tree.render(done.result) == b"150"
    first = [tree.render(kept) for kept in done.asked[:3]]
    assert all(text.startswith(b"h n t") for text in first)  # nothing beside the table was tried
    assert done.runs < 20


def test_lists_of_one_kind_predict_each_other() -> None:
    crowded = " ".join(f"«x:«n:{name}1» «n:{name}2» «n:{name}3» «n:{name}4»»" for name in "abcdefgh")
    tree = marked(f"«y:{crowded}»")
    done = answered(heaviest(tree, tree.everything, minimizer=hgt), lambda kept: False)
    runs = Counter(part for kept in done.asked if (part := _the_only_one_cut(tree.render(kept).decode())))
    alone = answered(hgt(Selection.all(4)), lambda kept: False).runs
    assert max(runs.values()) == alone
    assert min(runs.values()) == 4 < alone


def _the_only_one_cut(text: str) -> str | None:
    """The letter of which some are missing, if the others are all there."""
    counts = Counter(text[::3])
    cut = [letter for letter in "abcdefgh" if 0 < counts[letter] < 4]
    return cut[0] if len(cut) == 1 and len(counts) == 8 else None


FUNCTIONS = b"".join(b"int f%d(int a) { int b = a; return b + %d; }\n" % (number, number) for number in range(8))


def test_all_bodies_are_one_list() -> None:
    tree = parse_document("a.c", FUNCTIONS, None).tree
    done = answered(function_bodies(tree, tree.everything), lambda kept: b"b + 5" in tree.render(kept))
    text = tree.render(done.result)
    assert text.count(b"return") == 1
    assert all(b"f%d(" % number in text for number in range(8))
    assert done.runs < 12


def test_a_few_bodies_are_left_to_others() -> None:
    tree = parse_document("a.c", FUNCTIONS[:100], None).tree
    assert answered(function_bodies(tree, tree.everything), lambda kept: True).runs == 0


def test_functions_inside_few_others_are_one_list() -> None:
    functions = FUNCTIONS.replace(b"int f", b"function f").replace(b"int a", b"a").replace(b"int b", b"let b")
    tree = parse_document("a.js", b"(function () {\n%s})();\n" % functions, None).tree
    done = answered(function_bodies(tree, tree.everything), lambda kept: b"b + 5" in tree.render(kept))
    assert tree.render(done.result).count(b"return") == 1
    assert done.runs < 12


def test_a_body_in_a_language_with_types_returns_anything() -> None:
    text = b"fn f(x: u32) -> u32 { let y = x; y + 1 }\n" * 5
    tree = parse_document("a.rs", text, None).tree
    done = answered(function_bodies(tree, tree.everything), lambda kept: b"-> u32" in tree.render(kept))
    assert tree.render(done.result).count(b"{loop{}}") == 5


CALLED = b"".join(b"int f%d(int a) { return a; }\n" % number for number in range(40))
CALLS = b"int main() { int x = 0;%s g(7); }\n" % b"".join(b" x += f%d(x);" % number for number in range(40))


def test_what_is_no_longer_referenced_goes_before_single_things_are_tried() -> None:
    tree = parse_document("a.c", CALLED + CALLS, None).tree

    def fails(kept: Selection) -> bool:
        text = tree.render(kept)
        called = set(re.findall(rb"f\d+(?=\(x\))", text))
        return b"g(7)" in text and called <= set(re.findall(rb"f\d+(?=\(int|\(\))", text))

    done = answered(heaviest(tree, tree.everything, minimizer=hgt), fails)
    assert b"f" not in tree.render(done.result)
    assert done.runs < 65  # a third of what it takes to try the functions one by one while they are called


def test_referenced_nodes_are_tried_once_their_references_can_be_removed() -> None:
    tree = parse_document("a.c", CALLED + CALLS, None).tree
    done = answered(heaviest(tree, tree.everything, minimizer=hgt), lambda kept: b"+= f0(x)" in tree.render(kept))
    assert b"int f" not in tree.render(done.result)


def test_bodies_that_are_little_of_a_text_or_do_not_pay_are_left_to_others() -> None:
    header = FUNCTIONS + b"struct s { int a, b, c, d, e, f, g; };\n" * 100
    tree = parse_document("a.c", header, None).tree
    assert answered(function_bodies(tree, tree.everything), lambda kept: True).runs == 0
    tree = parse_document("a.c", FUNCTIONS * 20, None).tree
    assert answered(function_bodies(tree, tree.everything), lambda kept: False).runs <= 16


def test_what_has_become_unreferenced_goes_in_one_question() -> None:
    declared = b"".join(b"int a%d, b%d;\n" % (number, number) for number in range(30))
    used = b"".join(b"a%d = b%d + 1;\n" % (number, number) for number in range(30))
    tree = parse_document("a.c", declared + b"void f(){\n" + used + b"g();\n}\n", None).tree

    def fails(kept: Selection) -> bool:
        before, _, body = tree.render(kept).partition(b"{")
        return b"g()" in body and {*re.findall(rb"[ab]\d+", body)} <= {*re.findall(rb"[ab]\d+", before)}

    done = answered(heaviest(tree, tree.everything, minimizer=hgt), fails)
    assert not re.search(rb"[ab]\d", tree.render(done.result))
    assert done.runs < 54  # 56 where the declarations are tried in groups


def test_a_parameter_is_tried_again_when_its_last_use_has_gone() -> None:
    text = b"int f(int number, struct s *x) { int a = number; struct s { int b[a]; }; }"
    tree = parse_document("a.c", text, "c").tree

    def fails(kept: Selection) -> bool:
        left = tree.render(kept)
        used = re.search(rb"= *number", left)
        declared = not used or b"int number" in left
        return b"(," not in left and declared and b"struct s *" in left and b"b[a]" in left and b"int a" in left

    left = tree.render(answered(heaviest(tree, tree.everything, minimizer=hgt), fails).result)
    assert b"f(struct s *" in left
