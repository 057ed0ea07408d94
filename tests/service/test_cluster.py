"""Jobs of a service whose tests run on a cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.team import SMALLEST, serving

pytest.importorskip("distributed")


def test_a_job_runs_on_a_cluster(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        options = ("--executor", "dask", "--scheduler", cluster.scheduler_address)
        with serving(tmp_path, options=options) as (_, client):
            done = client.when(client.job(), "complete", "failed")
            assert done["state"] == "complete", done["message"]
            assert client.send("GET", f"/api/jobs/{done['job']}/result").body == SMALLEST
