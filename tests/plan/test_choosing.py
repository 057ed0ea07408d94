from __future__ import annotations

import pytest

from thresher.errors import UsageError
from thresher.plan import PlanOptions, plan_for
from thresher.plan.default import LARGE
from thresher.plan.stages import ListStage


def stages(name: str, data: bytes = b"a b", **plan_options: str) -> list[str]:
    return [stage.format for stage in plan_for(name, data, PlanOptions(**plan_options)).stages]  # type: ignore[arg-type]


def test_the_finest_unit_may_be_a_stage_or_a_number() -> None:
    assert stages("x.log", min_granularity="lines") == ["paragraphs", "lines"]
    assert stages("x.log", min_granularity="word") == ["paragraphs", "lines", "words"]
    last = plan_for("x.log", b"a b", PlanOptions(min_granularity="16")).stages[-1]
    assert isinstance(last, ListStage)
    assert last.factor == 16
    for bad in ("atoms", "0", "-1"):
        with pytest.raises(UsageError, match="--min-granularity"):
            stages("x.log", min_granularity=bad)


def test_names_are_checked_before_anything_is_asked() -> None:
    with pytest.raises(UsageError, match=r"unknown algorithm 'magic'; choose from .* .lists., .* .trees."):
        stages("x", algorithm="magic")
    with pytest.raises(UsageError, match="unknown format"):
        stages("x", format="magic")
    with pytest.raises(UsageError, match="unknown list algorithm"):
        stages("x", minimizer="magic")


def test_a_tree_algorithm_needs_a_tree() -> None:
    with pytest.raises(UsageError, match="--language"):
        stages("x.unknown", b"what is this", algorithm="hdd")


PROCEDURE = b"""PROCEDURE p%d(x IN NUMBER, y OUT VARCHAR2) IS
  v NUMBER := %d;
BEGIN
  FOR r IN (SELECT a FROM t WHERE c = x) LOOP
    EXECUTE IMMEDIATE 'DELETE FROM t' USING v;
  END LOOP;
END p%d;
/
"""


def test_brackets_step_in_where_a_grammar_understands_little() -> None:
    dialect = b"".join(PROCEDURE % (at, at, at) for at in range(9))
    assert plan_for("a.sql", dialect, PlanOptions()).format == "brackets"
    assert plan_for("a.sql", dialect, PlanOptions(language="sql")).format == "source"
    assert plan_for("a.sql", b"SELECT f(a) FROM t WHERE (x = 1);\n" * 9, PlanOptions()).format == "source"
    assert plan_for("a.c", b"void f() { if (x) { y(); }\n" * 9, PlanOptions()).format == "source"  # never closed


def test_a_large_program_that_is_one_function_is_parsed_as_a_whole() -> None:
    functions = b"".join(
        b"  function f%d(a) {\n    return [a, %d];\n  }\n" % (number, number) for number in range(7000)
    )
    bundle = b";(function() {\n" + functions + b"}.call(this));\n"
    assert len(bundle) > LARGE
    assert plan_for("bundle.js", bundle, PlanOptions()).format == "source"
