"""What a pass makes of a text, and what must hold for all that it makes: for the tests of the passes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import thresher
from thresher.formats.source.source import parse_document
from thresher.kernel.selection import Selection
from thresher.passes import pass_named
from thresher.plan.default import transformations as all_transformations
from thresher.structures.rewrites import Rewrite, Rewrites
from thresher.structures.trees.splice import Spacing

TEXTS = (
    (
        "c",
        b"struct long_name { int foo; };\nint main(void) { struct long_name x; int a = 12u, b; x.foo = f(a, 0x1F); }",
    ),
    (
        "cpp",
        b"namespace a { int x; }\nnamespace a { int y; }\ntemplate <typename T, int N> T f(T t) { return N; }",
    ),
    ("javascript", b"let foo = `a${b}`; let bar = 17; x.y = { k: 'value', 'z': /re/g }; foo(bar, foo)"),
    ("python", b"import os\nimport sys\ndef foo(alpha, beta):\n    return f'x{alpha}' + 'abc' + beta\n"),
    ("rust", b'fn main() { let x: u32 = 12u32; let yy = x; println!("{}", yy); }'),
    ("go", b'package main\nvar a int\nvar b int\nfunc f() { x := "abc"; g(x, a, b) }\n'),
    ("java", b'class A { int a; int b; String s = "x" + a + b; }'),
    ("sql", b"CREATE TABLE foo(a INT, b TEXT); INSERT INTO foo VALUES (1); INSERT INTO foo VALUES (2);"),
    ("css", b"a { color: #ff0000; width: 12px; }\nb { color: #ff0000; width: 12px; }"),
    ("json", b'{"a": 12, "b": "foo", "c": [100, 200]}'),
    ("xml", b'<list><item id="one">1</item><item ref="one">2</item></list>'),
    ("smt2", b"(declare-const foo Int)(declare-const bar Int)(assert (> (+ foo bar) 1000))(assert (= foo #x00ff))"),
    ("c", b"int \xff\xfe(void) { return '\xff' + \xff\xfe; } \x00"),
    ("c", b""),
)


def rendered(name: str, language: str, data: bytes) -> list[bytes]:
    """The text after each edit of a pass, made alone, as far as it parses."""
    document = parse_document("input", data, language)
    found = [_made(data, edit, document.tree.spacing) for edit in pass_named(name).edits(document)]
    return [text for text in found if document.valid_text(text)]


def check_edits(name: str, language: str, data: bytes) -> None:
    """Cuts are sorted, apart, within the data and change something."""
    document = parse_document("input", data, language)
    for edit in pass_named(name).edits(document):
        assert edit.cuts
        assert all(0 <= start <= stop <= len(data) for start, stop, _ in edit.cuts)
        assert all(one[1] <= other[0] for one, other in pairwise(edit.cuts))
        assert _made(data, edit, document.tree.spacing) != data


def all_at_once(name: str, language: str, data: bytes) -> bytes:
    """The text after all edits of a pass."""
    document = parse_document("input", data, language)
    return Rewrites(data, list(pass_named(name).edits(document)), document.tree.spacing).render(Selection())


def reduced(data: bytes, fails: Callable[[bytes], bool], name: str, *transformations: str) -> bytes:
    """What is left when these transformations are the only ones besides the early `uses` and `whitespace`."""
    left_out = set(all_transformations()) - {"uses", "whitespace", *transformations}
    return thresher.reduce(data, fails, name=name, without=left_out, valid="unparsable" not in transformations).data


def _made(data: bytes, edit: Rewrite, spacing: Spacing) -> bytes:
    return Rewrites(data, [edit], spacing).render(Selection())
