"""Languages by grammars alone: those of packages, and the example of the thesis."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import thresher
from tests.grammars.grammars import removals
from thresher import formats
from thresher.errors import UsageError
from thresher.formats.structured import grammar
from thresher.grammars.document import GrammarDocument
from thresher.grammars.language import Language
from thresher.plan import PlanOptions, plan_for
from thresher.session.grammars import load_language

ARITHMETIC = """\
E: E '*' E | E '/' E | E '+' E | E '-' E | '(' E ')' | N ;
%%
SKIP : [|[ \\t\\r\\n]+|];
N : [|[0-9]+|] [|1|];
"""
THESIS = b"((1+(2*3))/(2-2))+(3*5)"


@pytest.fixture
def arithmetic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The grammar of figure 5.2."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "arithmetic.y"
    path.write_text(ARITHMETIC)
    return path


def divides_by_zero(text: bytes) -> bool:
    """The calculator of section 5.3; what is not an expression is not a failure of it."""
    try:
        eval(text, {"__builtins__": {}})
    except ZeroDivisionError:
        return True
    except SyntaxError:
        return False
    return False


def test_the_example_of_section_5_3_is_tree_minimal(arithmetic: Path) -> None:
    reduced = thresher.reduce(THESIS, divides_by_zero, grammar=arithmetic, algorithm="hdd", min_granularity="grammar")
    tree = GrammarDocument("input", reduced.data, load_language(arithmetic)).tree
    assert divides_by_zero(reduced.data)
    assert len(reduced.data) <= len(b"(1/(2-2))+1")
    smaller = [tree.render(kept) for kept in removals(tree) if tree.render(kept) != reduced.data]
    assert not [text for text in smaller if len(text) < len(reduced.data) and divides_by_zero(text)]


def test_with_promotion_the_example_comes_down_to_its_core(arithmetic: Path) -> None:
    reduced = thresher.reduce(THESIS, divides_by_zero, grammar=arithmetic)
    assert re.fullmatch(rb"\d/\((\d)-\1\)|\d/0", reduced.data)


def test_every_question_was_an_expression(arithmetic: Path) -> None:
    language = load_language(arithmetic)
    asked: list[bytes] = []

    def test(text: bytes) -> bool:
        asked.append(text)
        return divides_by_zero(text)

    thresher.reduce(THESIS, test, grammar=language)
    assert asked.count(b"") <= 1  # whether anything at all fails is asked in every reduction
    assert all(language.parser.accepts(text.decode()) for text in asked if text)
    assert len(asked) < 120


def test_an_input_that_is_not_in_the_language(arithmetic: Path) -> None:
    with pytest.raises(UsageError, match=r"sum\.txt:1:3: not in the language of .*arithmetic\.y \(E\)"):
        thresher.reduce(b"1+*2", lambda text: True, name="sum.txt", grammar=arithmetic)


PACKAGE = """\
FILE = "lists.lark"
GRAMMAR = 'start: "[" (WORD ("," WORD)*)? "]"\\nrow: WORD+\\nWORD: /[a-z]+/\\n%ignore " "\\n'
SUFFIXES = (".lst",)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package that brings two languages, the second with a start of its own."""
    (tmp_path / "lists_grammar.py").write_text(PACKAGE)
    (tmp_path / "rows_grammar.py").write_text(PACKAGE.replace(".lst", ".rows") + 'START = "row"\n')
    information = tmp_path / "lists_grammar-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: lists-grammar\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[thresher.grammars]\nlists = lists_grammar\nrows = rows_grammar\n")
    monkeypatch.syspath_prepend(tmp_path)
    grammar.installed.cache_clear()
    yield tmp_path
    grammar.installed.cache_clear()
    grammar.compiled.cache_clear()
    for name in ("lists_grammar", "rows_grammar"):
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("package")
def test_a_package_brings_a_language() -> None:
    assert list(grammar.installed()) == ["lists", "rows"]
    assert formats.guess("input.lst", b"[a,b]").name == "grammar"
    assert formats.guess("input.txt", b"[a,b]").name != "grammar"
    found = formats.parse_document("grammar", "input.lst", b"[a, b, c]", None)
    assert {found.tree.render(kept) for kept in removals(found.tree)} >= {b"[b, c]", b"[a, c]", b"[a, b]", b"[]"}


@pytest.mark.usefixtures("package")
def test_it_is_found_by_name_and_by_suffix() -> None:
    for name, language in (("input.lst", None), ("anything", "lists")):
        plan = plan_for(name, b"[a,b,c]", PlanOptions(language=language))
        assert plan.format == "grammar"
        reduced = thresher.reduce(b"[a,bb,c]", lambda text: b"bb" in text, name=name, language=language)
        assert reduced.data == b"[bb]"


@pytest.mark.usefixtures("package")
def test_the_start_of_the_package_counts() -> None:
    reduced = thresher.reduce(b"a bb c", lambda text: b"bb" in text, name="input.rows")
    assert reduced.data == b"bb"
    with pytest.raises(UsageError, match=r"input\.rows:1:1: not in the language of lists\.lark \(row\)"):
        _ = formats.parse_document("grammar", "input.rows", b"[a]", None).tree


def test_the_format_alone_needs_a_grammar() -> None:
    with pytest.raises(UsageError, match=r"there is no grammar for input\.c; give one with --grammar FILE"):
        formats.parse_document("grammar", "input.c", b"int x;", None)


def test_a_language_that_is_given_is_taken(arithmetic: Path) -> None:
    language: Language = load_language(arithmetic)
    found = grammar.parse_document("input", b"1+2", language)
    assert found.valid(found.tree.everything)
