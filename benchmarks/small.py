"""Small inputs that make old releases fail, reduced by thresher and Shrink Ray: tests, bytes without white space.

The cases are in benchmarks/small: `input.EXT`, `test.sh` (exits 0 when the failure occurs) and `case.json`, which names
what has to be installed. Packages of PyPI and npm are installed into TOOLS, a folder each; a case whose program is not
there is left out. Shrink Ray needs Python 3.12 or later. Results go to TOOLS/results, and are not made again by another
run unless --again names the peer; the table goes to results/small.md.

usage: python -m benchmarks.small TOOLS [CASE...] [--seconds S] [--peers P,...] [--again P,...] [--without PASSES]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.peer_tools.case import Case, cases
from benchmarks.peer_tools.general import SHRINKRAY, SHRINKRAY_VERSION
from benchmarks.peer_tools.installing import installed
from benchmarks.peer_tools.ours import THRESHER
from benchmarks.peer_tools.peer import Peer
from benchmarks.peer_tools.running import measured, processor_seconds
from benchmarks.report import Report

CASES = Path(__file__).parent / "small"
PEERS = {peer.name: peer for peer in (THRESHER, SHRINKRAY)}


def install(about: dict[str, Any], tools: Path) -> bool:
    """Installs what a case needs, if it is not there yet; whether that worked."""
    if "program" in about:
        return shutil.which(about["program"]) is not None
    packages: list[str] = about.get("pypi") or about["npm"]
    separator = "==" if "pypi" in about else "@"
    target = tools / packages[0].rpartition(separator)[0]
    if target.exists():
        return True
    if "pypi" in about:
        command = [sys.executable, "-m", "pip", "install", "-qq", "--target", str(target), *packages]
    else:
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(target), *packages]
    target.mkdir(parents=True)
    done = subprocess.run(command, check=False, stdout=sys.stderr)
    if done.returncode:
        shutil.rmtree(target)
    return done.returncode == 0


def without(peer: Peer, names: str) -> Peer:
    """The peer with transformations left out."""
    return replace(peer, commands=lambda job: [[*command, "--without", names] for command in peer.commands(job)])


def dense(data: bytes) -> int:
    """Bytes that are not white space."""
    return len(b"".join(data.split()))


@dataclass(frozen=True, slots=True)
class Result:
    """Of one run: tests, whether it ended by itself before its limit in seconds, and bytes, None if it failed."""

    tests: int
    complete: bool
    left: int | None
    limit: float

    @property
    def cells(self) -> tuple[object, object]:
        tests = str(self.tests) if self.complete else f"{self.tests} in {self.limit:.0f} s"
        return tests, "nothing" if self.left is None else self.left


def result(peer: Peer, case: Case, tools: Path, *, seconds: float, again: bool) -> Result:
    """Of the last run if there is one, else of a new one; what was left is stored beside it."""
    path = tools / "results" / f"{case.name}.{peer.name}.run"
    if path.exists() and not again:
        return Result(**json.loads(path.read_text()))
    environment = tools / f"{peer.name}-venv"
    found = measured(peer, case, seconds=seconds, jobs=1, environment=environment, clock=processor_seconds)
    path.with_name(f"{case.name}.{peer.name}{case.input.suffix}").write_bytes(found.result)
    made = Result(found.counted.tests, found.ended.complete, dense(found.result) if found.kept else None, seconds)
    path.write_text(json.dumps(asdict(made)))
    return made


def available(case: Case, tools: Path) -> bool:
    about = json.loads(case.test.with_name("case.json").read_text())
    if install(about, tools):
        return True
    print(f"{case.name}: its program cannot be installed here, left out", file=sys.stderr)
    return False


def there(peer: Peer, tools: Path) -> bool:
    return installed(peer, tools / f"{peer.name}-venv") is not None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tools", type=Path, metavar="TOOLS")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--again", default="", help="peers whose results are made anew, with commas")
    parser.add_argument("--without", help="transformations that thresher leaves out, with commas")
    parser.add_argument("--name", default="small", help="of the table that is written")
    return parser.parse_intermixed_args()


def main() -> None:
    given = arguments()
    tools = given.tools.resolve()
    os.environ["SMALL_TOOLS"] = str(tools)
    (tools / "results").mkdir(parents=True, exist_ok=True)
    peers = [PEERS[name] for name in given.peers.split(",") if there(PEERS[name], tools)]
    if given.without:
        peers = [without(peer, given.without) if peer is THRESHER else peer for peer in peers]
    columns = [column for peer in peers for column in (f"{peer.name}: tests", "bytes")]
    report = Report(given.name, "Small real inputs", ["case", "language", "bytes in", *columns])
    for case in cases(CASES, given.cases):
        if not available(case, tools):
            continue
        cells: list[object] = []
        for peer in peers:
            again = peer.name in given.again or bool(given.without)
            cells += result(peer, case, tools, seconds=given.seconds, again=again).cells
        report.row(case.name, case.language, dense(case.input.read_bytes()), *cells)
    report.note(
        f"Bytes without white space. Shrink Ray {SHRINKRAY_VERSION}. A time after the tests: the run was ended then; "
        "the time is that of the processor, for the reducer and all that it runs."
    )
    report.write()


if __name__ == "__main__":
    main()
