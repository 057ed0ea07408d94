"""Programs of jobs run in a sandbox, where they cannot read what the service keeps."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.service.team import SMALLEST, serving
from thresher.errors import UsageError
from thresher.oracle.running.sandbox import Sandbox


@pytest.fixture
def _needs_a_sandbox() -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    try:
        Sandbox.opened([])
    except UsageError as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("_needs_a_sandbox")
def test_the_token_and_other_jobs_are_out_of_reach(tmp_path: Path) -> None:
    """The command fails on a needle only where it can see neither the token nor the queue."""
    state = tmp_path / "state"
    script = f'grep -q needle "$1" && ! test -e "{state}/token" && ! test -e "{state}/queue.sqlite3" && exit 1; exit 0'
    allowed = f"peeks=sh -c '{script}' sh {{}}"
    with serving(state, allowed, options=("--sandbox",)) as (_, client):
        done = client.when(client.job(command="peeks"), "complete", "failed")
        assert done["state"] == "complete", done["message"]
        assert client.send("GET", f"/api/jobs/{done['job']}/result").body == SMALLEST
    with serving(state, allowed) as (_, client):
        assert "succeeds" in client.when(client.job(command="peeks"), "complete", "failed")["message"]
