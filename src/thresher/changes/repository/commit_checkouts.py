"""Checkouts of commits: each is a repository of its own, which borrows the user's objects and is moved to a commit."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from thresher.changes.repository.git import RAW, Git, PrivateRepository

_COMMIT = b"commit "


@dataclass(slots=True)
class CommitCheckout:
    """One directory. What a test changed in it is undone before the next one, except build products if these stay."""

    root: Path
    repository: PrivateRepository
    keep_untracked: bool = False
    edited: list[str] = field(default_factory=list)

    def fill(self) -> None:
        """Makes the repository, without any commit checked out."""
        self.root.mkdir()
        length = self.repository.git.out("rev-parse", "--show-object-format")
        self._git.out("init", "-q", "--template=", f"--object-format={length}", str(self.root))
        inside = self.root / ".git"
        (inside / "info").mkdir(exist_ok=True)
        (inside / "info" / "attributes").write_text(RAW)
        alternates = "".join(f"{path}\n" for path in self.repository.objects)
        (inside / "objects" / "info" / "alternates").write_text(alternates)

    def update(self, commit: str) -> None:
        """Checks a commit out, whatever the last run did."""
        (self.root / ".git" / "index.lock").unlink(missing_ok=True)
        self._git.out("checkout", "-q", "--force", "--detach", commit)
        if not self.keep_untracked:
            self._git.out("clean", "-ffdxq")

    @property
    def _git(self) -> Git:
        raw = ("-c", "core.autocrlf=false", "-c", "core.symlinks=true", "-c", "advice.detachedHead=false")
        return Git("-C", str(self.root), *raw)


def rendered_commit(commit: str) -> bytes:
    """The content that stands for a commit."""
    return _COMMIT + commit.encode() + b"\n"


def commit_in(content: bytes) -> str:
    """The commit that was rendered.

    >>> commit_in(rendered_commit("abc"))
    'abc'
    """
    return content.removeprefix(_COMMIT).strip().decode()
