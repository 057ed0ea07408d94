from __future__ import annotations

import pytest

from thresher.kernel.outcome import Outcome


def test_answers_of_test_functions() -> None:
    assert Outcome.of(True) is Outcome.FAIL
    assert Outcome.of(False) is Outcome.PASS
    assert Outcome.of(Outcome.UNRESOLVED) is Outcome.UNRESOLVED


@pytest.mark.parametrize("answer", [None, 0, 1, "fail"])
def test_anything_else_is_an_error_and_never_an_outcome(answer: object) -> None:
    with pytest.raises(TypeError, match="Outcome or a bool"):
        Outcome.of(answer)  # type: ignore[arg-type]
