"""Finds the commit with which a test begins to fail, as `git bisect run` does, with several tests at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from thresher.changes.bisection import CommitGraph, Suspects, first_bad
from thresher.changes.directories import estimated_size, session_folder, temporary_place
from thresher.changes.repository.commit_checkouts import CommitCheckout, commit_in, rendered_commit
from thresher.changes.repository.git import Git
from thresher.changes.repository.versions import Versions, commits_between, described_commit, two_revisions
from thresher.changes.task import VersionsTask
from thresher.changes.testing.bad_version import oracle_of_bad_version
from thresher.changes.testing.checked_ends import VersionEnds, check_ends
from thresher.changes.testing.command_location import located_test
from thresher.changes.testing.configurations import Commands, ConfigurationOracle, VersionRuns, user_environment
from thresher.engine.record.best_result import Improvement
from thresher.engine.record.record import Record
from thresher.engine.record.statistics import Statistics
from thresher.kernel.outcome import Outcome
from thresher.oracle.running.control_groups import MemoryGroups
from thresher.session.folder.storage import FolderStorage
from thresher.session.interrupts import until_stopped
from thresher.session.setup.identity import identity
from thresher.session.setup.opening import Answering, SessionParts, in_threads, open_session, open_store


@dataclass(frozen=True, slots=True, kw_only=True)
class BisectTask(VersionsTask):
    """The task of `thresher bisect`."""

    repository: Path


@dataclass(frozen=True, slots=True)
class BisectResult:
    """The suspects, one if the search found the first bad commit, each as git shows it."""

    suspects: tuple[str, ...]
    descriptions: tuple[str, ...]
    commits: int
    statistics: Statistics
    complete: bool
    why: str


class FewestSuspects:
    """The bad commit that is known by now; its size is the number of its ancestors among the suspects."""

    def __init__(self, graph: CommitGraph) -> None:
        self._numbers = {rendered_commit(id): number for number, id in enumerate(graph.ids)}
        self._graph = graph
        self.original = self.content = rendered_commit(graph.ids[-1])

    @property
    def size(self) -> int:
        return self._size(self.content)

    @property
    def original_size(self) -> int:
        return self._size(self.original)

    def _size(self, content: bytes) -> int:
        return self._graph.ancestors[self._numbers[content]].bit_count()

    def resumed(self, content: bytes) -> Improvement | None:
        return self.offered(content, Outcome.FAIL) if content in self._numbers else None

    def offered(self, content: bytes, wants: Outcome) -> Improvement | None:
        better = wants is Outcome.FAIL and self._size(content) < self.size
        return Improvement(self._size(content), (), content) if better else None

    def accept(self, content: bytes, wants: Outcome) -> None:
        self.content = content


Hear = Callable[[Record, list[str], int], None]


def find_first_bad(task: BisectTask, hear: Hear) -> BisectResult:
    """Finds the first bad commit. The user's repository is only read. The same command resumes a stopped search."""
    size = estimated_size(task.repository, task.good)
    with temporary_place(size * (task.jobs + 1), task.oracle.file_size) as place:
        versions = two_revisions(task.repository, task.good, task.bad, place / "repository")
        git = Git("-C", str(task.repository))
        graph = CommitGraph.of(*commits_between(git, versions))
        command = located_test(task.oracle.command, versions, built=task.build is not None)
        store = open_store(_folder(task, versions, command), fresh=task.fresh, arguments=task.arguments)
        parts = SessionParts("bisect", FewestSuspects(graph), FolderStorage(store), task.stops)
        with open_session(parts, partial(_answering, task, versions, command, place)) as session:
            record = session.record
            hear(record, session.criterion, len(graph.ids))
            found: list[Suspects] = []

            def search() -> None:
                ends = VersionEnds(rendered_commit(versions.bad.id), rendered_commit(versions.good.id), versions)
                driver = check_ends(session, ends, checks=task.checks, confidence=task.confidence)
                asked = partial(first_bad, graph, at_a_time=task.jobs)
                found.append(driver.drive(asked, lambda number: rendered_commit(graph.ids[number])))

            end = until_stopped(search, record)
            ids = tuple(graph.ids[number] for each in found for number in each.numbers)
            shown = tuple(described_commit(git, each) for each in ids[:1] if len(ids) == 1)
            return BisectResult(ids, shown, len(graph.ids), record.statistics, end.complete, end.why)


@contextmanager
def _answering(
    task: BisectTask, versions: Versions, command: tuple[str, ...], place: Path, record: Record
) -> Iterator[Answering[ConfigurationOracle]]:
    checkouts = [
        CommitCheckout(place / f"checkout-{number}", versions.repository, bool(task.build) and not task.clean)
        for number in range(task.jobs)
    ]
    for checkout in checkouts:
        checkout.fill()
    runs = VersionRuns(checkouts, Commands(command, task.build, user_environment(), MemoryGroups(place)), commit_in)
    bad = rendered_commit(versions.bad.id)
    oracle = oracle_of_bad_version(task.oracle, runs, (bad, versions.bad), record, jobs=task.jobs, hide=(str(place),))
    with in_threads(oracle, task.jobs, oracle.criterion.describe()) as answers:
        yield answers


def _folder(task: BisectTask, versions: Versions, command: tuple[str, ...]) -> Path:
    parts = [versions.good.id, versions.bad.id, str(task.build), str(task.clean)]
    name = identity([part.encode() for part in parts], "bisect", task.oracle, command)
    return session_folder(None, []) / f"bisect-{name}"
