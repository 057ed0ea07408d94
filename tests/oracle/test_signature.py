"""One failure has one signature, whatever the size of the input; another failure has another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracle.failures import CASES, Case
from thresher.oracle.observation import Observation
from thresher.oracle.signature import Signature, learn


def seen(text: str, case: Case) -> Signature:
    run = Observation(case.exit_code, case.signal, b"", text.encode())
    return learn(run, (case.name, "/dev/shm/thresher-k3j2"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.tool)
class TestTools:
    def test_same_failure_on_a_smaller_input(self, case: Case) -> None:
        assert seen(case.big, case) == seen(case.small, case)
        assert seen(case.big, case).kind == case.kind

    def test_other_failure_differs(self, case: Case) -> None:
        assert seen(case.other, case) != seen(case.big, case)
        assert seen(case.other, case).digest != seen(case.big, case).digest
