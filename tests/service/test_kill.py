"""kill -9 of a server with twenty jobs: the next one continues where it was."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.conftest import command
from tests.service.team import SMALLEST, Client
from tests.waiting import until
from thresher.kernel.events import Purpose

JOBS, AT_ONCE = 20, ("-j", "2", "--at-once", "2")
INPUT = b"first\nsecond\nthe needle here\nfourth\n"
CHECK = Purpose.CHECK.value  # the input and the result are run again to see whether they always fail


@contextmanager
def served(folder: Path, commands: Path) -> Iterator[tuple[subprocess.Popen[str], Client]]:
    """A server in a process of its own, which is killed at the end."""
    arguments = ("serve", "--commands", commands, "--port", "0", "--folder", folder, "--no-sandbox", *AT_ONCE)
    with subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(.+)\n", process.stdout.readline())
            assert found is not None
            yield process, Client(int(found[1]), found[2])
        finally:
            process.kill()
            process.wait()


def contents_of(job: Path) -> list[str]:
    """The digest of each content that the search had tested, as often as it was."""
    lines = [line for path in job.glob(".thresher/*/journal.jsonl") for line in path.read_bytes().splitlines()]
    records = [json.loads(line.rpartition(b"\t")[0]) for line in lines if b"\t" in line]
    return [record["digest"] for record in records if record["kind"] == "Tested" and record["purpose"] != CHECK]


def test_a_killed_server_loses_no_job_and_repeats_no_test(tmp_path: Path) -> None:
    gate, script, runs, commands = (tmp_path / name for name in ("gate", "held.sh", "runs", "commands.toml"))
    gate.touch()
    runs.touch()
    commands.write_text("[held]\ncommand = './held.sh {}'\ntimeout = 3600\n")
    # the gate is open for so many runs, then the next ones wait in the middle of a reduction
    waits = f'while [ -e "{gate}" ] && [ "$(wc -l < "{runs}")" -gt 12 ]; do sleep 0.02; done'
    script.write_text(f'#!/bin/sh\necho x >> "{runs}"\n{waits}\n! grep -q needle "$1"\n')
    script.chmod(0o755)
    folder = tmp_path / "state"
    with served(folder, commands) as (process, client):
        jobs = [client.job(INPUT, command="held", name=f"{number}.txt") for number in range(JOBS)]
        until(lambda: len(runs.read_bytes()) > 2 * 12)
        until(lambda: any(each["after"] is not None for each in client.get("/api/jobs")["jobs"]))
        running = [each["job"] for each in client.get("/api/jobs")["jobs"] if each["state"] == "running"]
        assert len(running) == 2
        before = {job: Counter(contents_of(folder / "jobs" / job)) for job in running}
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    gate.unlink()
    with served(folder, commands) as (_, client):
        done = [client.when(job, "complete", "failed", "stopped") for job in jobs]
        assert Counter(each["state"] for each in done) == {"complete": JOBS}
        for job in jobs:
            assert client.send("GET", f"/api/jobs/{job}/result").body == SMALLEST
            assert client.send("GET", f"/api/jobs/{job}/input").body == INPUT
    for job in jobs:
        counted = Counter(contents_of(folder / "jobs" / job))
        assert set(counted.values()) == {1}, counted
        assert before.get(job, Counter()) <= counted  # what was known then is still known
