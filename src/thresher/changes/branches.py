"""What a merge brought, commit by commit: each is merged by itself into what was there before.

So a merge is as many steps as its branches have commits, and a last one for what it changed itself. The versions
between them existed nowhere, but they are what there would have been if the branch had been merged sooner.
"""

from __future__ import annotations

from collections.abc import Iterator

from thresher.changes.git import Git, PrivateRepository

_IDENTITY = ("-c", "user.name=thresher", "-c", "user.email=thresher@localhost")


def brought(git: Git, repository: PrivateRepository, before: str, merge: str) -> Iterator[tuple[str, str]]:
    """The commits that a merge brought to one of its parents, each with the tree it leads to; up to a conflict.

    The history is read with the user's `git`, and what is made is made in a repository of ours.
    """
    merging = _Merging(git, repository, before)
    yield from merging.of([parent for parent in merging.parents(merge) if parent != before])


class _Merging:
    """What there is so far, as a commit of ours and as the commits that are in it."""

    def __init__(self, git: Git, repository: PrivateRepository, before: str) -> None:
        self._git, self._ours = git, repository.git
        self._so_far, self._inside = before, [before]
        self._conflict = False

    def of(self, tips: list[str]) -> Iterator[tuple[str, str]]:
        """Branch after branch; what a branch has merged itself comes before that merge."""
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
        """The tree with one more commit; None after a conflict, or if this git cannot merge without a working tree."""
        done = None if self._conflict else self._ours.run("merge-tree", "--write-tree", self._so_far, commit)
        if done is None or done.returncode != 0:
            self._conflict = True
            return None
        tree = done.stdout.decode().partition("\n")[0]
        both = ("-p", self._so_far, "-p", commit)
        self._so_far = self._ours.out(*_IDENTITY, "commit-tree", tree, *both, "-m", "merged")
        self._inside.append(commit)
        return tree
