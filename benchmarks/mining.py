"""Processor time to read a log, to mine rules from it, and to rewrite a log with them.

usage: python -m benchmarks.mining
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from time import process_time

from benchmarks.report import Report
from thresher.formats.events.events import read_log
from thresher.rewriting.mining import mine, trusted
from thresher.rewriting.normal_form import rewrite
from thresher.rewriting.system import System

SIZES = (1_000, 10_000, 100_000)
REWRITTEN = 1_000
EVENTS = ("open", "add", "add", "delete", "empty", "filter", "sort")


def shopping(count: int) -> Iterator[str]:
    """A long session in a shop, as lines of JSON with the state after each event."""
    dice = random.Random(count)
    cart: list[int] = []
    for _ in range(count):
        event, args = dice.choice(EVENTS), []
        if event == "add":
            args = [dice.randrange(20)]
            cart += args
        elif event == "delete" and cart:
            args = [cart.pop(dice.randrange(len(cart)))]
        elif event == "empty":
            cart = []
        elif event == "filter":
            args = [dice.randrange(5)]
        yield json.dumps({"event": event, "args": args, "state": {"items": len(cart), "cart": sorted(cart)}})


def main() -> None:
    """Writes results/mining.md."""
    columns = ["events", "reading, s", "mining, s", "rules", "at 90 %", f"rewriting {REWRITTEN:,} of them, s", "left"]
    report = Report("mining", "Mining rules from event logs", columns)
    for size in SIZES:
        data = "\n".join(shopping(size)).encode()
        begun = process_time()
        log = read_log(data)
        read = process_time()
        rules = mine([log])
        mined = process_time()
        sure = trusted(rules)
        found = rewrite(log.steps[:REWRITTEN], System(sure))
        times = [f"{seconds:.2f}" for seconds in (read - begun, mined - read, process_time() - mined)]
        report.row(f"{size:,}", *times[:2], len(rules), len(sure), times[2], len(found.kept))
    report.note("Seconds of processor time. The log of a made-up shop, with the whole cart as the state.")
    report.write()


if __name__ == "__main__":
    main()
