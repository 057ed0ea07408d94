"""External reducers as processes: good ones, slow ones, and those that end, hang or talk nonsense."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest

from tests.waiting import until
from thresher.engine.driver import Driver
from thresher.engine.external import reducer as module
from thresher.engine.external.reducer import ExternalReducers
from thresher.engine.record.best_result import SmallestContent
from thresher.engine.record.record import Record
from thresher.engine.reduction import FlakinessSettings, Reduction
from thresher.executors import executor_for
from thresher.oracle.answer import CallOracle
from thresher.plan import PlanOptions, plan_for

PAIRS = """
# removes the first and the last byte together, which single removals never do; several candidates at a time
import base64, json, sys
def say(record): print(json.dumps(record), flush=True)
def encode(data): return base64.b64encode(data).decode()
print("nonsense", flush=True)
current = None
for line in sys.stdin:
    message = json.loads(line)
    if "reduce" in message or message["interesting"]:
        current = base64.b64decode(message["content"])
        open("requests", "a").write("x")
        waiting = [current[1:-1], current[2:-2]] if len(current) > 2 else []
        asked = len(waiting)
        for each in waiting: say({"content": encode(each)})
    else:
        asked -= 1
    if asked == 0: say({"idle": True})
"""


def reduced(tmp_path: Path, text: str, data: bytes, *, jobs: int = 1) -> tuple[bytes, Record]:
    """What is left of balanced data with this reducer."""
    script = tmp_path / "reducer.py"
    script.write_text(text)
    options = PlanOptions(format="characters", reduce_with=((sys.executable, str(script)),))
    result = SmallestContent(data)
    record = Record(result, name="x")
    reducers = ExternalReducers(tmp_path)
    try:
        with executor_for(jobs) as executor:
            driver = Driver(CallOracle(_is_balanced), executor, record, jobs=jobs)
            trust = FlakinessSettings(checks=1)
            search = Reduction(result, driver, record, plan_for("x", data, options), trust, reducers=reducers)
            return search.run(), record
    finally:
        reducers.close()


def _is_balanced(data: bytes) -> bool:
    """Brackets around an x."""
    inner = len(data) // 2
    return len(data) % 2 == 1 and data == b"(" * inner + b"x" + b")" * inner


DATA = b"(((((((x)))))))"


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_its_candidates_make_the_result_smaller(tmp_path: Path, jobs: int) -> None:
    left, record = reduced(tmp_path, PAIRS, DATA, jobs=jobs)
    assert left == b"x"
    assert record.statistics.curve[-1][2] == 1


BROKEN = ["", "import sys; sys.exit('no such module')", "print('{')", """print('{"content": 3}')""", "while True: pass"]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_one_costs_nothing_but_a_note(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_SILENCE", 0.3)
    left, record = reduced(tmp_path, text, DATA)
    assert left == DATA
    assert any("ended without a candidate" in note for note in record.statistics.notes)


CHILD = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open(os.environ["PIDS"], "w").write(f"{os.getpid()} {child.pid}")
sys.stdin.readline()
print('{"content": "eA=="}', flush=True)
for line in sys.stdin:
    print('{"idle": true}', flush=True)
time.sleep(600)
"""


def test_it_and_its_children_are_gone_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIDS", str(tmp_path / "pids"))
    left, _ = reduced(tmp_path, CHILD, DATA)
    assert left == b"x"  # its one suggestion
    for pid in (tmp_path / "pids").read_text().split():
        until(partial(_has_ended, int(pid)))


def _has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_it_stays_alive_between_requests(tmp_path: Path) -> None:
    reduced(tmp_path, PAIRS, DATA)
    folders = list(tmp_path.glob("reducer-*"))
    assert len(folders) == 1
    assert len((folders[0] / "requests").read_text()) > 1
