"""Runs git without ever writing to the user's repository.

The user's repository is only read. New objects, such as trees of uncommitted files, go to a private repository in a
temporary directory, which borrows the user's objects. Git does not run hooks or other programs that the repository's
configuration names, except for filters, for which see `refuse_filters`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from thresher.errors import UsageError

RAW = "* -text -eol -filter -ident -working-tree-encoding !export-subst\n"  # contents are not converted
_NO_PROGRAMS = (  # programs that a repository's configuration may name, which git would run
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "protocol.allow=never"),
)
_FILTERS = r"^filter\..*\.(clean|process)$"  # in the configuration
_OWN = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ATTR_NOSYSTEM": "1"}


def clean_environment() -> dict[str, str]:
    """The environment without variables that bind git to a repository; optional locks are turned off."""
    local = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE")
    objects = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_SHALLOW_FILE")
    kept = {name: value for name, value in os.environ.items() if name not in (*local, *objects)}
    return {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}


class Git:
    """The git command for one repository, with its own environment."""

    def __init__(self, *options: str, environment: Mapping[str, str] | None = None) -> None:
        if shutil.which("git") is None:
            raise UsageError("git was not found; install it (apt-get install git)")
        self._command = ["git", *options, *_NO_PROGRAMS]
        self._environment = {**clean_environment(), **(environment or {})}

    def run(self, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [*self._command, *arguments], input=stdin, capture_output=True, env=self._environment, check=False
        )

    def out(self, *arguments: str, stdin: bytes = b"") -> str:
        """Git's output without the final newline; a failure is a UsageError."""
        return os.fsdecode(self.raw(*arguments, stdin=stdin)).removesuffix("\n")

    def raw(self, *arguments: str, stdin: bytes = b"") -> bytes:
        completed = self.run(*arguments, stdin=stdin)
        if completed.returncode != 0:
            lines = completed.stderr.decode(errors="replace").strip().splitlines()
            raise UsageError(f"git {arguments[0]} failed: {lines[-1] if lines else completed.returncode}")
        return completed.stdout

    def lines(self, *arguments: str, stdin: bytes) -> Iterator[bytes]:
        """Git's output line by line, without holding all of it in memory."""
        with tempfile.TemporaryFile() as feed:
            feed.write(stdin)
            feed.seek(0)
            with subprocess.Popen(
                [*self._command, *arguments], stdin=feed, stdout=subprocess.PIPE, env=self._environment
            ) as process:
                assert process.stdout is not None
                yield from process.stdout
        if process.returncode != 0:
            raise UsageError(f"git {arguments[0]} failed with exit code {process.returncode}")


class PrivateRepository:
    """A private bare repository that borrows the objects of others; contents are never converted."""

    def __init__(self, directory: Path, *, borrows: Iterable[Path] = (), object_format: str = "sha1") -> None:
        self.directory = directory
        self.objects = (directory / "objects", *borrows)
        Git(environment=_OWN).out(
            "init", "-q", "--bare", "--template=", f"--object-format={object_format}", str(directory)
        )
        (directory / "info").mkdir(exist_ok=True)
        (directory / "info" / "attributes").write_text(RAW)
        (directory / "objects" / "info" / "alternates").write_text("".join(f"{path}\n" for path in borrows))
        self.git = self.at()

    def at(self, *, work_tree: Path | None = None, index: Path | None = None) -> Git:
        """Git in this repository, with a work tree and an index if given."""
        extra = {**_OWN, "GIT_DIR": str(self.directory)}
        if work_tree is not None:
            extra["GIT_WORK_TREE"] = str(work_tree)
        if index is not None:
            extra["GIT_INDEX_FILE"] = str(index)
        options = ("-c", "core.autocrlf=false", "-c", "core.symlinks=true", "-c", "core.fileMode=true")
        return Git(*options, "-c", "core.bare=false", environment=extra)

    def tree_of(self, directory: Path) -> str:
        """A tree of all files in a directory, including ignored ones."""
        index = self.directory / f"index-{directory.name}"
        git = self.at(work_tree=directory, index=index)
        git.raw("-C", str(directory), "add", "-A", "-f", ".")
        return git.out("write-tree")

    def contents(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The contents of blobs by their ids."""
        wanted = list(dict.fromkeys(ids))
        data = self.git.raw("cat-file", "--batch", stdin="".join(f"{each}\n" for each in wanted).encode())
        contents: dict[str, bytes] = {}
        start = 0
        for each in wanted:
            end = data.index(b"\n", start)
            about = data[start:end].split(b" ")
            if about[-1] == b"missing":
                raise UsageError(f"the content {each} is not in this repository; fetch all of it: git fetch --refetch")
            size = int(about[2])
            contents[each] = data[end + 1 : end + 1 + size]
            start = end + size + 2
        return contents


def refuse_filters(git: Git) -> None:
    """Raises UsageError if git would run a filter to read the files of a work tree; `git` is at its root.

    A tree of uncommitted files is only right with the filters applied, as for Git LFS. They cannot run in the sandbox
    of the tests, since what they need is unknown.
    """
    listed = git.run("config", "--null", "--name-only", "--get-regexp", _FILTERS).stdout.split(b"\0")
    configured = {name.partition(b".")[2].rpartition(b".")[0] for name in listed if name}
    if not configured:
        return
    files = git.raw("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    wanted = set(git.raw("check-attr", "-z", "--stdin", "filter", stdin=files).split(b"\0")[2::3])
    for name in sorted(configured & wanted):
        raise UsageError(
            f"to read uncommitted files, git would run the filter {os.fsdecode(name)!r} outside the sandbox; "
            "commit them and give the revision with --bad, or leave --sandbox out"
        )
