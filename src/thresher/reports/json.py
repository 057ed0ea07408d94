"""The statistics of a reduction as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from thresher.engine.record.statistics import Statistics
from thresher.reports.sizes import sizes
from thresher.verify.granularity import Granularity


def as_json(
    done: Statistics,
    *,
    before: bytes,
    after: bytes,
    output: Path | None,
    criterion: list[str],
    log: bool = False,
    shown: Granularity | None = None,
) -> str:
    """One object; `curve` is a list of [tests, seconds, bytes], one entry per success. An event `log` has steps.

    `finished` unless the search was stopped early; `complete` if it also left nothing untried, as far as is known.
    """
    finished = done.finished is not None and done.finished.complete
    caveat = shown.caveat if shown else ""
    record = {
        "finished": finished,
        "complete": finished and not caveat,
        "why": done.finished.why if done.finished else "",
        "claim": shown.claim if shown else "",
        "caveat": caveat,
        "scope": shown.scope if shown else "",
        "output": str(output) if output else None,
        "criterion": criterion,
        "tests": done.tests,
        "runs": done.runs,
        "speculative": done.speculative,
        "cache_hits": done.cached,
        "cancelled": done.cancelled,
        "outcomes": {outcome.value: count for outcome, count in done.outcomes.items()},
        "reasons": dict(done.reasons.most_common()),
        "before": sizes(before, log=log),
        "after": sizes(after, log=log),
        "seconds": round(done.seconds, 3),
        "oracle_seconds": round(done.oracle_seconds, 3),
        "flaky": {"rate": done.flaky.rate, "confidence": done.flaky.confidence} if done.flaky else None,
        "other_failures": done.other_failures,
        "rejected": done.rejected,
        "unmet": done.unmet,
        "notes": done.notes,
        "curve": done.curve,
    }
    return json.dumps(record, indent=1)
