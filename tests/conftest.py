"""For all tests: properties try the same examples on every machine, and none depends on load or on inherited signals.

`HYPOTHESIS_PROFILE=searching pytest` tries other examples each time, ten times as many where a test sets no number.
Sessions are signed with a key that is not the user's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.signals import default_signals

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("repeatable", derandomize=True, **PATIENT)
settings.register_profile("searching", max_examples=1000, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(scope="session", autouse=True)
def _state_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test writes into the home directory of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(name="default_signals")
def _default_signals() -> Iterator[None]:
    """For tests that send signals."""
    with default_signals():
        yield
