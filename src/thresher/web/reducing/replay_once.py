"""`thresher web replay`: replays a recording once and prints what happened."""

from __future__ import annotations

import sys
from pathlib import Path

from thresher.formats.events.events import write_log
from thresher.kernel.outcome import Verdict
from thresher.session.files.streams import is_stdout
from thresher.session.files.whole import write_whole
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import PageCriterion, StatedPageFailure
from thresher.web.reducing.first_replay import any_failure, first_timeouts
from thresher.web.reducing.oracle import Replayer
from thresher.web.reducing.repair import repair
from thresher.web.reducing.results import Screenshots
from thresher.web.reducing.rewrite_hints import StateSampler
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.browser_session import BrowserSession
from thresher.web.replaying.replay_result import ReplayResult
from thresher.web.replaying.settings import ReplaySettings, StateAbstraction
from thresher.web.replaying.stuck_report import StuckReport


def show_replay(
    log: EventLog,
    chromium: Chromium,
    settings: ReplaySettings,
    stated: StatedPageFailure | None,
    *,
    states: StateAbstraction,
    output: Path | None,
    screenshots: Path | None,
    stuck: Path,
) -> Verdict:
    """The verdict. Prints what happened; writes the states to `output` and pictures to `screenshots` if given.

    What there is to see where the replay gets stuck is written to the directory `stuck`.
    """
    criterion: PageCriterion = stated or any_failure(log)
    sampler, shots = StateSampler(states), Screenshots()

    async def after(number: int, session: BrowserSession) -> None:
        if output is not None:
            await sampler(number, session)
        if screenshots is not None:
            await shots(number, session)

    report = StuckReport()
    with Replayer(chromium, settings) as replayer:
        replayed = replayer.replay(log, criterion, first_timeouts(replayer, log), after=after, report=report)
    assert replayed is not None
    verdict = criterion.judge(replayed)
    to = sys.stderr if output is not None and is_stdout(output) else sys.stdout
    print(*lines(log, replayed, verdict), sep="\n", file=to)
    if replayed.stuck is not None:
        report.write(stuck)
        print(*report.lines(), sep="\n", file=to)
    if output is not None:
        write_whole(output, write_log(sampler.added_to(log)))
        print(f"{len(sampler.states)} steps with their states written to {output}", file=sys.stderr)
    if screenshots is not None:
        _write_screenshots(shots, screenshots)
    return verdict


def _write_screenshots(shots: Screenshots, directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for number, content in shots.taken.items():
        write_whole(directory / f"step-{number + 1:03}.png", content)


def lines(log: EventLog, replayed: ReplayResult, verdict: Verdict) -> list[str]:
    """The notes, the errors, and last the outcome."""
    report = [*replayed.notes]
    for seen in replayed.errors:
        report.append(f"step {seen.step + 1}: {seen.description}")
        report += [f"    {line.strip()}" for line in seen.stack.splitlines()[1:6]]
    done = f"{replayed.used} of {len(log)} steps in {replayed.seconds:.1f} s"
    return [*report, f"{verdict.outcome.name} ({done}): {verdict.reason}"]


def show_repair(
    log: EventLog,
    chromium: Chromium,
    settings: ReplaySettings,
    stated: StatedPageFailure | None,
    *,
    output: Path,
    stuck: Path,
) -> Verdict:
    """The verdict on the repaired recording, which is written to `output` if anything was changed."""
    criterion: PageCriterion = stated or any_failure(log)
    with Replayer(chromium, settings) as replayer:
        done = repair(log, replayer, stated)
    verdict = criterion.judge(done.replayed)
    for line in [*done.changes, *lines(done.log, done.replayed, verdict)]:
        print(line)
    if done.replayed.stuck is not None:
        done.report.write(stuck)
        print(*done.report.lines(), sep="\n")
    if done.changes:
        write_whole(output, write_log(done.log))
        count = len(done.changes)
        print(f"the repaired recording is {output}: {count} step{'s' * (count != 1)} changed", file=sys.stderr)
    return verdict
