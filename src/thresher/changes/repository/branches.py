"""Splits a merge into its commits: each is merged on its own into the version before it.

So a merge is as many steps as its branches have commits, and a last one for the changes of the merge itself. The
versions in between never existed; they are those of a branch that was merged earlier.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.changes.repository.git import Git, PrivateRepository

_IDENTITY = ("-c", "user.name=thresher", "-c", "user.email=thresher@localhost")


def merged_commits(git: Git, repository: PrivateRepository, before: str, merge: str) -> Iterator[tuple[str, str]]:
    """The commits that a merge added to one of its parents, each with the tree it results in; up to a conflict.

    Reads the history with the user's `git`; writes new objects to the private repository only.
    """
    merging = _Merging(git, repository, before)
    yield from merging.of([parent for parent in merging.parents(merge) if parent != before])


class _Merging:
    """The merge so far: its private commit, and the commits that it contains."""

    def __init__(self, git: Git, repository: PrivateRepository, before: str) -> None:
        self._git, self._ours = git, repository.git
        self._so_far, self._inside = before, [before]
        self._conflict = False

    def of(self, tips: list[str]) -> Iterator[tuple[str, str]]:
        """The commits branch by branch; those that a branch merged itself come before that merge."""
        for tip in tips:
            for commit in self._git.out("rev-list", "--first-parent", "--reverse", tip, "--not", *self._inside).split():
                yield from self.of(self.parents(commit)[1:])
                tree = self._merged(commit)
                if tree is None:
                    return
                yield commit, tree

    def parents(self, commit: str) -> list[str]:
        return self._git.out("rev-list", "--parents", "--max-count=1", commit).split()[1:]

    def _merged(self, commit: str) -> str | None:
        """The tree with one more commit; None after a conflict, or if this git cannot merge without a work tree."""
        merge = None if self._conflict else self._ours.run("merge-tree", "--write-tree", self._so_far, commit)
        if merge is None or merge.returncode != 0:
            self._conflict = True
            return None
        tree = merge.stdout.decode().partition("\n")[0]
        both = ("-p", self._so_far, "-p", commit)
        self._so_far = self._ours.out(*_IDENTITY, "commit-tree", tree, *both, "-m", "merged")
        self._inside.append(commit)
        return tree
