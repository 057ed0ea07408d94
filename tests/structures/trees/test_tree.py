"""What candidates of a tree look like: golden cases, and a slow reference written from the rules."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.trees import bracketed, depths, marked, without
from thresher.kernel.selection import Selection
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

CALL = "f(«a»⟦, ⟧«b»⟦, ⟧«c»)"


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ("", "f(a, b, c)"),
        ("a", "f(b, c)"),
        ("b", "f(a, c)"),
        ("c", "f(a, b)"),
        ("ab", "f(c)"),
        ("ac", "f(b)"),
        ("bc", "f(a)"),
        ("abc", "f()"),
    ],
)
@pytest.mark.parametrize("spacing", Spacing)
def test_an_element_goes_with_its_separator(gone: str, expected: str, spacing: Spacing) -> None:
    tree = marked(CALL, spacing=spacing)
    assert tree.render(without(tree, *gone)).decode() == expected


@pytest.mark.parametrize(
    ("text", "gone", "expected"),
    [
        ("while («y!=0»|0|) { «y--;» }", ["y!=0"], "while (0) { y--; }"),
        ("for («i=0»; «i<n»; «i++») «;»", ["i=0", "i<n", "i++"], "for (;;) ;"),
        ("«void» «f()» {\n  «int x;»\n  «int y;»\n}", ["void", "int x;"], "f() {\n  int y;\n}"),
        ("«{ «a;» «b;» }»|{}| «c;»", ["{ a; b; }", "c;"], "{}"),
        ("«{ «a;» «b;» }»|{}| «c;»", ["a;", "b;"], "{ } c;"),
        ("«if («x») «y;» else «z;»»", ["x", "y;", "z;"], "if () else"),
        ("g(«f(«a»⟦,⟧«b»)»⟦, ⟧«c»)", ["f(a,b)"], "g(c)"),
        ("g(«f(«a»⟦,⟧«b»)»⟦, ⟧«c»)", ["a", "c"], "g(f(b))"),
        ("«a;» // one\n«b;» // two\n«c;»", ["b;"], "a; // one\n// two\nc;"),
        ("«a\n»«b\n»«c\n»", ["b"], "a\nc\n"),
    ],
)
def test_golden(text: str, gone: list[str], expected: str) -> None:
    tree = marked(text)
    assert tree.render(without(tree, *gone)).decode() == expected


def test_a_comment_between_an_element_and_its_separator() -> None:
    builder = TreeBuilder(b"f(a, /* c */ b)")
    builder.open("call", 0)
    first = builder.leaf("name", 2, 3)
    builder.leaf("comment", 5, 12)
    builder.leaf("name", 13, 14, separator=Separator(3, 4, first))
    builder.close(15)
    tree = builder.build()
    assert tree.render(without(tree, "b")) == b"f(a /* c */ )"
    assert tree.render(without(tree, "/* c */", "b")) == b"f(a)"
    assert tree.render(without(tree, "a", "/* c */")) == b"f(b)"
    assert tree.render(without(tree, "/* c */")) == b"f(a, b)"


def promoted(tree: Tree, inner: str, outer: str) -> Selection:
    nodes = {tree.data[tree.starts[node] : tree.stops[node]].decode(): node for node in range(len(tree))}
    low, high = nodes[outer], nodes[inner]
    return tree.everything - Selection((low, tree.end(low))) | Selection((high, tree.end(high)))


@pytest.mark.parametrize(
    ("text", "inner", "outer", "expected"),
    [
        ("«(«1/2»)» + «3»", "1/2", "(1/2)", "1/2 + 3"),
        ("return«(«x»)»;", "x", "(x)", "return x;"),
        ("««1»|0| + «2»|0|»;", "2", "1 + 2", "2;"),
        ("f(«a»⟦, ⟧«(«b»⟦, ⟧«c»)»⟦, ⟧«d»)", "c", "(b, c)", "f(a, c, d)"),
        ("«if («c») {\n    «x;»\n}»\n«y;»", "x;", "if (c) {\n    x;\n}", "x;\ny;"),
        ("«(«a // why\n»)»;", "a // why", "(a // why\n)", "a // why\n;"),
    ],
)
def test_promotion(text: str, inner: str, outer: str, expected: str) -> None:
    tree = marked(text)
    assert tree.render(promoted(tree, inner, outer)).decode() == expected


def test_an_element_promoted_into_the_first_place_loses_its_separator() -> None:
    tree = marked("f(«a»⟦, ⟧«(«b»)»⟦, ⟧«c»)")
    kept = promoted(tree, "b", "(b)") & without(tree, "a")
    assert tree.render(kept) == b"f(b, c)"


def test_a_node_may_be_replaced_by_its_children() -> None:
    tree = marked("<x>«<a>«<b/>» «<c/>»</a>»</x>", spacing=Spacing.EXACT)
    assert tree.render(tree.everything - Selection((1, 2))) == b"<x><b/> <c/></x>"


@st.composite
def worded(draw: st.DrawFn, spacing: Spacing) -> Tree:
    """A random tree with own text, white space, separators and replacements."""
    builder_events: list[tuple[str, int]] = []
    text = ""
    open_nodes = 0
    for step in draw(st.lists(st.sampled_from("(()))x ,\n"), max_size=30)):
        if step == "(":
            open_nodes += 1
            builder_events.append(("open", len(text)))
        elif step == ")" and open_nodes:
            open_nodes -= 1
            builder_events.append(("close", len(text)))
        elif step != ")":
            text += step
    builder = TreeBuilder(text.encode(), spacing=spacing)
    builder.open("root", 0)
    elder: list[tuple[int, int] | None] = [None]  # first of the list and stop of the last, per open node
    for event, position in builder_events:
        if event == "close":
            builder.close(position)
            elder.pop()
            first = elder[-1][0] if elder[-1] else -1
            elder[-1] = (first, position)
            continue
        separator = None
        if elder[-1] and text[elder[-1][1] : position].strip() == ",":
            separator = Separator(elder[-1][1], position, elder[-1][0])
        filler = draw(st.sampled_from([b"", b"", b"0", b"{}"])) if separator is None else b""
        node = builder.open("node", position, replacement=filler, separator=separator)
        elder[-1] = (node if separator is None else elder[-1][0], position)  # type: ignore[index]
        elder.append(None)
    for _ in range(open_nodes + 1):
        builder.close(len(text))
    tree = builder.build()
    assume(all(separator.stop <= tree.starts[node] for node, separator in tree.separators.items()))
    return tree


def reference(tree: Tree, kept: Selection) -> bytes:
    """Byte by byte and node by node, from the rules; for EXACT spacing."""
    alive = {node: any(other in kept for other in range(node, tree.end(node))) for node in range(len(tree))}
    gone: set[int] = set()
    texts: dict[int, bytes] = {}

    def cut(start: int, stop: int) -> None:
        gone.update(range(start, stop))

    for node in range(len(tree)):
        separator = tree.separators.get(node)
        start, stop = tree.starts[node], tree.stops[node]
        if not alive[node]:
            filler = tree.replacement(node) or b""
            shows = filler and (tree.parent(node) in kept or node == 0)
            if node == 0 or alive[tree.parent(node)]:
                cut(start, stop)
                if shows:
                    texts[start] = texts.get(start, b"") + filler
                elif separator:
                    cut(separator.start, separator.stop)
        elif separator and not any(other in kept for other in range(separator.first, node)):
            cut(separator.start, separator.stop)
        if alive[node] and node not in kept:
            slots = [child for child in tree.children(node) if alive[child]]
            cut(start, tree.starts[slots[0]])
            cut(tree.stops[slots[-1]], stop)
    pieces = []
    for position in range(len(tree.data) + 1):
        pieces.append(texts.get(position, b""))
        if position not in gone:
            pieces.append(tree.data[position : position + 1])
    return b"".join(pieces)


@given(worded(Spacing.EXACT), st.data())
def test_rendering_follows_the_rules(tree: Tree, data: st.DataObject) -> None:
    kept = Selection.of(data.draw(st.sets(st.integers(0, len(tree) - 1))))
    assert tree.render(kept) == reference(tree, kept)


@given(worded(Spacing.FREE), st.data())
def test_free_rendering_has_the_same_ink(tree: Tree, data: st.DataObject) -> None:
    nodes = data.draw(st.sets(st.integers(0, len(tree) - 1)))
    kept = tree.everything
    for node in nodes:
        kept -= Selection((node, tree.end(node)))
    assert b"".join(tree.render(kept).split()) == b"".join(reference(tree, kept).split())


@given(worded(Spacing.FREE))
def test_all_nodes_give_the_data(tree: Tree) -> None:
    assert tree.render(tree.everything) == tree.data
    assert tree.text(tree.everything, 0) == tree.data[tree.starts[0] : tree.stops[0]]


@given(depths(), st.data())
def test_a_node_is_removable_exactly_if_the_text_gets_smaller(levels: list[int], data: st.DataObject) -> None:
    fillers = data.draw(st.lists(st.sampled_from([b"", b"()", b"(", b"((()))", None]), max_size=len(levels) - 1))
    tree = bracketed(levels, fillers)
    kept = tree.everything
    for node in data.draw(st.sets(st.integers(1, 13))):
        if node < len(tree):
            kept -= Selection((node, tree.end(node)))
    for node in kept:
        before, after = tree.render(kept), tree.render(tree.without(kept, [node]))
        smaller = (len(after), after) < (len(before), before)
        assert tree.removable(kept, node) == (smaller and tree.replacement(node) is not None)


def test_an_empty_element_can_go_with_its_separator() -> None:
    tree = marked("f(«a»⟦, ⟧««b»»)")
    kept = tree.everything - Selection((3, 4))
    assert tree.render(kept) == b"f(a,)"
    assert tree.removable(kept, 2)
    tree = marked("f(«a»⟦, ⟧«b»)«»")
    assert not tree.removable(tree.everything, 3)


def test_kinds_and_labels() -> None:
    tree = marked("«sum:«name:x» + «number:1»»", labels={"sum": ["expression"], "name": ["expression"]})
    assert [tree.kind(node).name for node in range(4)] == ["root", "sum", "name", "number"]
    assert tree.fits(2, 1)
    assert not tree.fits(3, 1)
    assert tree.weight(tree.everything, 1) == 3


def test_replacing() -> None:
    tree = marked("if («x») «y»")
    replaced = tree.replacing({1: b"0", 2: None})
    assert replaced.render(without(tree, "x")) == b"if (0) y"
    assert not replaced.removable(replaced.everything, 2)
    assert tree.replacement(1) == b""


def replay(builder: TreeBuilder, events: list[tuple[str, int]]) -> None:
    for event, position in events:
        if event == "open":
            builder.open("x", position)
        else:
            builder.close(position)


@pytest.mark.parametrize(
    "events",
    [[("open", 0), ("open", 2), ("close", 1)], [("open", 0), ("close", 9)], [("open", 0), ("close", 1), ("open", 1)]],
)
def test_nodes_that_do_not_nest(events: list[tuple[str, int]]) -> None:
    with pytest.raises(ValueError, match="node"):
        replay(TreeBuilder(b"abc"), events)


def test_a_tree_that_is_not_finished() -> None:
    builder = TreeBuilder(b"abc")
    with pytest.raises(ValueError, match="at least one node"):
        builder.build()
    builder.open("x", 0)
    with pytest.raises(ValueError, match="1 nodes are open"):
        builder.build()


def test_a_chain_of_a_hundred_thousand() -> None:
    deep = 100_000
    tree = bracketed(range(deep))
    assert tree.height == deep - 1
    kept = tree.without(tree.everything, [deep // 2])
    assert tree.render(kept) == b"(" * (deep // 2) + b")" * (deep // 2)
    hoisted = tree.everything - Selection((0, deep - 1))
    assert tree.render(hoisted) == b"()"


def test_a_long_row_of_removed_siblings_is_one_step() -> None:
    wide = 200_000
    tree = bracketed([0, *[1] * wide])
    kept = Selection((0, 10, wide, wide + 1))
    assert tree.render(kept) == b"(" + b"()" * 10 + b")"
    assert len(tree.cutter.cuts(kept, 0, len(tree))) == 1
