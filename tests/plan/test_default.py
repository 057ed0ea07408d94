"""The default plan is what this file says: a change of the plan is a change here, with a reason."""

from __future__ import annotations

import pytest

from thresher.engine.clang.flags import LANGUAGES
from thresher.formats.source.references.graph import TABLES
from thresher.plan import PlanOptions, plan_for
from thresher.plan.default import SMT_LIB, token_stage, tree_stages
from thresher.plan.dependencies import BY_COMPILER, BY_GRAMMAR, BY_NAMES
from thresher.plan.stages import ListStage, TreeStage
from thresher.plan.syntax import Syntax

TREE = """\
source (binary_reduction)
source (comments)
source (nesting_path)
source (function_bodies)
source program (binary_reduction)
source (equal_parts)
source (heaviest), quick first, certifies
source (whitespace)
source (indentation)
source (hoist)
source (unwrap)
source (embedded)
source (uses)
tokens (galloping), quick first, certifies
source (qualifiers)
source (dedent)
source (inlining)
source (substitution)
source (parts)
source (brackets)
source (tags)
source (adjacent)
source (wider)
source (arguments)
source (columns)
source (joining)
source (merging)
source (declarations)
source (literals)
source (contents)
source (shorter)
source (unparsable)
source (elsewhere)
source (clang_delta)
source (gaps)
source (names)
source (lone_names)
any lines
any tokens
any characters"""
TEXT = """\
paragraphs (hgt), certifies
lines (hgt), certifies
words (hgt), certifies
characters (hgt), certifies"""
CONTAINER = """\
gzip (hdd_star), certifies
inside gzip, coarse
gzip (hdd_star), certifies
inside gzip
any characters"""
UNKNOWN = """\
records (hgt)
characters (hgt), certifies"""
GZIP = bytes.fromhex("1f8b08000000000000034b040043beb7e801000000")


@pytest.mark.parametrize(("name", "data", "golden"), [
    ("a.c", b"int a;", TREE),
    ("a.txt", b"some words\n\nand more\n", TEXT),
    ("a.gz", GZIP, CONTAINER),
    ("a.bin", bytes(range(32)), UNKNOWN),
])  # fmt: skip
def test_the_default_plan(name: str, data: bytes, golden: str) -> None:
    stages = plan_for(name, data, PlanOptions()).stages
    traits = {"leaves_untried": ", quick first", "certifies": ", certifies"}
    lines = [stage.name + "".join(text for each, text in traits.items() if getattr(stage, each)) for stage in stages]
    assert "\n".join(lines) == golden


@pytest.mark.parametrize(("name", "data", "special"), [
    ("a.c", b"int a;", "binary_reduction binary_reduction clang_delta"),
    ("a.cc", b"int a;", "binary_reduction members binary_reduction clang_delta"),
    ("a.sql", b"SELECT 1;", "expressions queries"),
    ("a.go", b"package main\n", "binary_reduction unused"),
    ("a.smt2", b"(check-sat)", "binary_reduction constants constant_names fixed_values bit_widths"),
    ("a.xml", b"<a/>", "entities"),
    ("a.rb", b"puts 1\n", "callers binary_reduction"),
])  # fmt: skip
def test_a_stage_for_one_language_is_in_its_plan_only(name: str, data: bytes, special: str) -> None:
    stages = plan_for(name, data, PlanOptions()).stages
    names = ["members" if "members" in stage.name else stage.name for stage in stages if getattr(stage, "only_for", ())]
    assert [each.partition("(")[2].rstrip(")") or each for each in names] == special.split()


def test_in_go_a_part_goes_with_what_only_it_uses_before_parts_are_tried_alone() -> None:
    names = [stage.name for stage in plan_for("a.go", b"package main\n", PlanOptions()).stages]
    assert names.index("source (unused)") < names.index("source (heaviest)")


@pytest.mark.parametrize(("name", "data", "early"), [
    ("a.c", b"int a;", True), ("a.xml", b"<a/>", False), ("a.html", b"<!doctype html><p>", False),
])  # fmt: skip
def test_white_space_goes_before_promotion_except_in_markup(name: str, data: bytes, early: bool) -> None:
    names = [stage.name.partition("(")[2] for stage in plan_for(name, data, PlanOptions()).stages]
    assert (names.index("whitespace)") < names.index("hoist)")) is early


def test_languages_with_references_are_those_with_a_table_or_known_to_libclang() -> None:
    assert frozenset(TABLES) | SMT_LIB == BY_NAMES
    assert frozenset(LANGUAGES) == BY_COMPILER
    assert not BY_GRAMMAR & (BY_NAMES | BY_COMPILER)


def test_every_stage_says_why_it_stands_where_it_does() -> None:
    syntax = Syntax("source")
    reasons = [stage.why for stage in tree_stages(syntax, "hgt", token_stage(syntax))]
    assert all(reasons)
    assert len(set(reasons)) == len(reasons)


def test_a_stage_is_known_by_what_it_does_not_by_its_reason() -> None:
    syntax = Syntax("source")
    assert TreeStage(syntax, "hdd", why="one") == TreeStage(syntax, "hdd", why="another")
    assert ListStage("lines") != ListStage("tokens")
