from __future__ import annotations

import pytest

from thresher.errors import UsageError
from thresher.plan import plan_for


def test_the_finest_unit_may_be_a_stage_or_a_number() -> None:
    assert plan_for("x.log", b"a b", min_granularity="lines").stages == ("paragraphs", "lines")
    assert plan_for("x.log", b"a b", min_granularity="word").stages == ("paragraphs", "lines", "words")
    assert plan_for("x.log", b"a b", min_granularity="16").factor == 16
    for bad in ("atoms", "0", "-1"):
        with pytest.raises(UsageError, match="--min-granularity"):
            plan_for("x.log", b"a b", min_granularity=bad)


def test_names_are_checked_before_anything_is_asked() -> None:
    with pytest.raises(UsageError, match="no list algorithm"):
        plan_for("x", b"", algorithm="magic")
    with pytest.raises(UsageError, match="no format"):
        plan_for("x", b"", format="magic")
