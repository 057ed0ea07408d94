"""For all tests: properties try the same examples on every machine, and none depends on load or on inherited signals.

`HYPOTHESIS_PROFILE=searching pytest` tries other examples each time, ten times as many where a test sets no number;
`quick`, which `make unit` uses, a fifth as many.
Sessions are signed with a key that is not the user's own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.signals import default_signals

MARKS = {
    "tests/cli/": ["slow"],
    "tests/cli/commands/reducing/test_web.py": ["browser"],
    "tests/executors/test_dask.py": ["cluster"],
    "tests/faults/": ["slow", "cluster"],
    "tests/fuzz/": ["slow"],
    "tests/oracle/failures/test_gdb.py": ["slow"],
    "tests/oracle/test_real_failures.py": ["slow"],
    "tests/pytest_plugin/": ["slow"],
    "tests/reports/test_html.py": ["browser"],
    "tests/service/test_attack.py": ["slow"],
    "tests/service/test_cluster.py": ["cluster"],
    "tests/service/test_kill.py": ["slow"],
    "tests/service/test_page.py": ["browser"],
    "tests/service/test_sandbox.py": ["slow"],
    "tests/service/test_team.py": ["slow"],
    "tests/test_pages.py::test_a_page": ["slow"],
    "tests/test_plugins.py": ["slow"],
    "tests/test_recipes.py": ["slow"],
    "tests/test_site.py": ["browser"],
    "tests/triage/": ["slow"],
    "tests/tui/test_run_with_screen.py": ["slow"],
    "tests/ui/desktop/": ["desktop"],
    "tests/web/": ["browser"],
}
"""What the tests whose names begin so are; `make unit` leaves them out."""
NEEDS = {
    "tests/changes/repository/test_checkouts.py": ["git"],
    "tests/changes/test_causes.py": ["git"],
    "tests/cli/commands/isolating/test_changes.py": ["git"],
    "tests/cli/commands/reducing/test_directories.py": ["make"],
    "tests/cli/commands/isolating/test_options.py": ["gcc"],
    "tests/ui/desktop/": ["Xvfb"],
}
"""Programs without which tests are skipped."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENT: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("repeatable", derandomize=True, **PATIENT)
settings.register_profile("quick", derandomize=True, max_examples=20, **PATIENT)
settings.register_profile("searching", max_examples=1000, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests by where they are, and skips those whose programs are not installed, with a reason."""
    for item in items:
        for name in _named(MARKS, item):
            item.add_marker(name)
        missing = [program for program in _named(NEEDS, item) if shutil.which(program) is None]
        if item.get_closest_marker("browser") and not any(map(shutil.which, BROWSERS)):
            missing.append("chromium")
        if missing:
            item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(missing)}"))


def _named(table: dict[str, list[str]], item: pytest.Item) -> list[str]:
    return [name for start, names in table.items() if item.nodeid.startswith(start) for name in names]


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
