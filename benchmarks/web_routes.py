"""What it saves to try a recording first without the steps that lead back to the same page.

usage: python -m benchmarks.web_routes [SESSION]...

Reduces sessions of the shop in examples/shop, without their tasks, with and without the hint that the states of the
first replay give. Counts replays and the steps in them; the result must be as small.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.report import Report
from benchmarks.web import FAULTS, SHOP, Shop, served
from thresher.cli.main import main as thresher
from thresher.web.reducing import session
from thresher.web.reducing.oracle import Replayer
from thresher.web.replaying.replay_result import ReplayResult

DEFAULT = ("compare-same", "guide-tab", "newsletter-twice", "rating-down", "empty-cart", "coupon-twice")
OPTIONS = ("--quiet", "--fresh", "--json", "--no-report", "--checks", "1")


def reduced(path: Path, shows: tuple[str, ...], *, hinted: bool) -> tuple[int, int, int]:
    """Steps left, replays, steps replayed; the replays after the search, which write tests, are among them."""
    used: list[int] = []
    plain, given = Replayer.replay, session.hint_of

    def counted(*arguments: Any, **named: Any) -> ReplayResult | None:
        replayed = plain(*arguments, **named)
        used.append(replayed.used if replayed else 0)
        return replayed

    Replayer.replay = counted  # type: ignore[method-assign]
    if not hinted:
        session.hint_of = lambda *_: None  # type: ignore[attr-defined]
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            code = thresher(["web", "reduce", str(path), *OPTIONS, *shows])
    finally:
        Replayer.replay = plain  # type: ignore[method-assign]
        session.hint_of = given  # type: ignore[attr-defined]
    if code:
        raise SystemExit(f"{path.name} was not reduced")
    left = len(json.loads(path.with_suffix(".min.json").read_text())["steps"])
    return left, len(used), sum(used)


def main() -> None:
    columns = ["session", "steps", "without: left, replays, steps replayed", "with: left, replays, steps replayed"]
    report = Report("web-routes", "Steps that lead back to the same page, left out first", columns)
    with tempfile.TemporaryDirectory() as folder:
        for fault in sys.argv[1:] or DEFAULT:
            source = next((SHOP / "sessions").glob(f"*-{fault}.json"))
            shop = Shop(0)
            shop.store.reset(frozenset([fault]))
            with served(shop) as home:
                recording = json.loads(re.sub(r"http://127\.0\.0\.1:\d+/", home, source.read_text()))
                for step in recording["steps"]:
                    step.pop("task", None)
                path = Path(folder, f"{fault}.json")
                path.write_text(json.dumps(recording))
                found = [reduced(path, FAULTS[fault].shows, hinted=hinted) for hinted in (False, True)]
            report.row(fault, len(recording["steps"]), *(", ".join(map(str, each)) for each in found))
    if not sys.argv[1:]:
        report.write()


if __name__ == "__main__":
    main()
