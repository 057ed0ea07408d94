"""The two versions to compare, from a repository or from directories: git trees and the steps between them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from thresher.changes.repository.branches import merged_commits
from thresher.changes.repository.git import Git, PrivateRepository, refuse_filters
from thresher.errors import UsageError

WORKTREE = "WORKTREE"
MOST_COMMITS = 20_000  # whose ancestors are held in memory
MOST_MERGED = 500  # commits of merged branches: each is merged on its own, which takes a moment
_FORMAT = "%H%x00%T%x00%an%x00%aI%x00%s"


@dataclass(frozen=True, slots=True)
class Commit:
    """A step of the history: a commit, or the uncommitted changes, whose `id` is empty."""

    id: str
    tree: str
    author: str = ""
    date: str = ""
    subject: str = ""

    def __str__(self) -> str:
        about = ", ".join(part for part in (self.date, self.author) if part)
        return f"[{self.id}] {self.subject} ({about})" if self.id else self.subject


@dataclass(frozen=True, slots=True)
class Versions:
    """Two versions and the steps from the good to the bad one; the last step is the bad version."""

    repository: PrivateRepository
    good: Commit
    steps: tuple[Commit, ...]
    top: Path | None = None  # the root of the user's work tree
    notes: tuple[str, ...] = field(default=())

    @property
    def bad(self) -> Commit:
        return self.steps[-1]


def compare_directories(good: Path, bad: Path, place: Path) -> Versions:
    """Compares two directories. Without a history, there is one step."""
    repository = PrivateRepository(place)
    trees = [repository.tree_of(directory.resolve()) for directory in (good, bad)]
    return Versions(
        repository,
        Commit("", trees[0], subject=str(good)),
        (Commit("", trees[1], subject=str(bad)),),
    )


def compare_revisions(
    directory: Path, good: str, bad: str, place: Path, *, leave_out: tuple[Path, ...], filters: bool = True
) -> Versions:
    """Compares two revisions of a repository, or one and the uncommitted files, except those in `leave_out`.

    Without `filters`, uncommitted files that git would pass through a filter are a UsageError.
    """
    git = Git("-C", str(directory))
    shallow = _check_repository(git, directory) == "true"
    top = (
        None
        if git.out("rev-parse", "--is-bare-repository") == "true"
        else Path(git.out("rev-parse", "--show-toplevel"))
    )
    repository = _borrowing(git, directory, place)
    first = _commit(git, good, "--good", shallow=shallow)
    last = _commit(git, "HEAD" if bad == WORKTREE else bad, "--bad", shallow=shallow)
    steps, notes = _between(git, first, last, repository, shallow=shallow)
    if bad == WORKTREE:
        if top is None:
            raise UsageError("a bare repository has no working tree; name a revision with --bad")
        if not filters:
            refuse_filters(Git("-C", str(top)))
        tree = _working_tree(repository, git, directory, top, leave_out)
        if tree != last.tree or not steps:
            steps += (Commit("", tree, subject="uncommitted changes"),)
    if not steps:
        raise UsageError(f"{good} and {bad} are the same commit; there are no changes to search")
    return Versions(repository, first, steps, top, notes)


def two_revisions(directory: Path, good: str, bad: str, place: Path) -> Versions:
    """Two revisions without what is between them."""
    git = Git("-C", str(directory))
    shallow = _check_repository(git, directory) == "true"
    bare = git.out("rev-parse", "--is-bare-repository") == "true"
    top = None if bare else Path(git.out("rev-parse", "--show-toplevel"))
    repository = _borrowing(git, directory, place)
    first, last = _commit(git, good, "GOOD", shallow=shallow), _commit(git, bad, "BAD", shallow=shallow)
    if first.id == last.id:
        raise UsageError(f"{good} and {bad} are the same commit; there is nothing to search")
    return Versions(repository, first, (last,), top)


def commits_between(git: Git, versions: Versions) -> tuple[list[str], list[list[int]]]:
    """The commits of the bad version that the good one does not have, each after its parents, and their parents.

    If there are more than MOST_COMMITS, only first parents are followed.
    """
    between = ("rev-list", "--topo-order", "--reverse", "--parents", versions.bad.id, f"^{versions.good.id}")
    lines = git.out(*between).splitlines()
    if len(lines) > MOST_COMMITS:
        lines = git.out(*between, "--first-parent").splitlines()
    numbers = {line.split(" ")[0]: number for number, line in enumerate(lines)}
    if not numbers:
        raise UsageError(f"{versions.bad.id[:12]} is an older version than {versions.good.id[:12]}; swap the two")
    return list(numbers), [[numbers[each] for each in line.split(" ")[1:] if each in numbers] for line in lines]


def described_commit(git: Git, commit: str) -> str:
    """A commit as `git bisect` shows it, with its author, date, message and changed files."""
    return git.out("show", "--stat", "--no-color", "--no-ext-diff", "--no-textconv", "--format=medium", commit)


def _borrowing(git: Git, directory: Path, place: Path) -> PrivateRepository:
    """A private repository that borrows the user's objects."""
    return PrivateRepository(
        place,
        borrows=[(directory / git.out("rev-parse", "--git-path", "objects")).resolve()],
        object_format=git.out("rev-parse", "--show-object-format"),
    )


def _check_repository(git: Git, directory: Path) -> str:
    """Whether the clone is shallow, as git prints it; UsageError if the directory is not in a repository."""
    if not directory.is_dir():
        raise UsageError(f"there is no directory {directory}; name the repository with --repo DIR")
    completed = git.run("rev-parse", "--is-shallow-repository")
    if completed.returncode != 0:
        message = completed.stderr.decode(errors="replace").strip().partition("\n")[0].removeprefix("fatal: ")
        raise UsageError(
            f"{directory.resolve()} is not in a git repository ({message}); name one with --repo DIR, "
            "or compare two directories: --good DIR --bad DIR"
        )
    return completed.stdout.decode().strip()


def _commit(git: Git, revision: str, option: str, *, shallow: bool) -> Commit:
    done = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if done.returncode != 0:
        hint = "; the clone is shallow: git fetch --unshallow" if shallow else "; see git log"
        raise UsageError(f"there is no commit {revision} in the repository ({option}){hint}")
    return _described(git, [done.stdout.decode().strip()])[0]


def _described(git: Git, ids: list[str]) -> list[Commit]:
    """The commits with their trees, authors, dates and subjects, in the given order."""
    if not ids:
        return []
    text = git.raw("log", "--no-walk=unsorted", "--stdin", f"--format={_FORMAT}", stdin="\n".join(ids).encode())
    return [Commit(*line.split("\0", 4)) for line in text.decode(errors="replace").splitlines()]


def _between(
    git: Git, good: Commit, bad: Commit, repository: PrivateRepository, *, shallow: bool
) -> tuple[tuple[Commit, ...], tuple[str, ...]]:
    """The commits from the good to the bad one along one line of descent, first parents where possible.

    The commits that a merge added to that line come before the merge, unless there are more than MOST_MERGED.
    """
    if good.id == bad.id:
        return (), ()
    text = git.out("rev-list", "--ancestry-path", "--parents", f"{good.id}..{bad.id}")
    parents = {line.split(" ")[0]: line.split(" ")[1:] for line in text.splitlines()}
    if bad.id in parents:
        line = _line(parents, good.id, bad.id)
        if int(git.out("rev-list", "--count", f"{good.id}..{bad.id}")) - len(line) > MOST_MERGED:
            note = f"merges brought more than {MOST_MERGED} commits: each merge counts as one change"
            return tuple(_described(git, line)), (note,)
        return tuple(_with_branches(git, repository, [good.id, *line], parents)), ()
    if shallow:
        raise UsageError("the clone is shallow, the history between the revisions is not here: git fetch --unshallow")
    if git.run("merge-base", good.id, bad.id).returncode != 0:
        raise UsageError(
            f"{good.id[:12]} and {bad.id[:12]} have no history in common; to compare them all the same, "
            "check them out and give the two directories: --good DIR --bad DIR"
        )
    note = "the good version is not an ancestor of the bad one: changes are not attributed to commits"
    return (bad,), (note,)


def _with_branches(
    git: Git, repository: PrivateRepository, line: list[str], parents: dict[str, list[str]]
) -> Iterator[Commit]:
    """The commits of a line except the first, each after those that it merged."""
    trees: list[tuple[str, str | None]] = []
    for before, commit in pairwise(line):
        if len(parents[commit]) > 1:
            trees += merged_commits(git, repository, before, commit)
        trees.append((commit, None))
    for about, (_, tree) in zip(_described(git, [commit for commit, _ in trees]), trees, strict=True):
        yield about if tree is None else replace(about, tree=tree)


def _line(parents: dict[str, list[str]], good: str, bad: str) -> list[str]:
    line = [bad]
    while good not in parents[line[-1]]:
        line.append(next(parent for parent in parents[line[-1]] if parent in parents))
    return line[::-1]


def _working_tree(
    repository: PrivateRepository, git: Git, directory: Path, top: Path, leave_out: tuple[Path, ...]
) -> str:
    """The tree of the current files except ignored ones. Uses a copy of the index; new objects are private."""
    index = repository.directory / "index-worktree"
    users = (directory / git.out("rev-parse", "--git-path", "index")).resolve()
    if users.exists():
        shutil.copy(users, index)
    own = Git(
        *("-C", str(top)),
        *("-c", "core.splitIndex=false"),
        *("-c", "core.untrackedCache=false"),
        environment={
            "GIT_INDEX_FILE": str(index),
            "GIT_OBJECT_DIRECTORY": str(repository.objects[0]),
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(map(str, repository.objects[1:])),
        },
    )
    ours = [f":(exclude,top){path.relative_to(top)}" for path in leave_out if path.is_relative_to(top)]
    own.raw("add", "-A", "--", ".", *ours)
    return own.out("write-tree")
