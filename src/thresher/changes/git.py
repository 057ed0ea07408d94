"""Running git so that nothing of the user's repository is ever written.

The user's repository is only read. Whatever is made, trees of uncommitted files for instance, is made in a repository
of our own in a temporary directory, which borrows the user's objects. Nor does git run hooks or other programs that the
repository's configuration names; the exception, filters, is in `filters.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from thresher.errors import UsageError

RAW = "* -text -eol -filter -ident -working-tree-encoding !export-subst\n"  # contents as they are stored
_NO_PROGRAMS = (  # that a repository's configuration may name: git would run them unasked
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "protocol.allow=never"),
)
_OWN = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_ATTR_NOSYSTEM": "1"}


def clean_environment() -> dict[str, str]:
    """Our environment without what ties git to some repository, and without its taking of locks for convenience."""
    local = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE")
    objects = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH", "GIT_SHALLOW_FILE")
    kept = {name: value for name, value in os.environ.items() if name not in (*local, *objects)}
    return {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1"}


class Git:
    """Git for one repository, with an environment of its own."""

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
        """What git prints, without the last line end; its complaint is a UsageError."""
        return os.fsdecode(self.raw(*arguments, stdin=stdin)).removesuffix("\n")

    def raw(self, *arguments: str, stdin: bytes = b"") -> bytes:
        done = self.run(*arguments, stdin=stdin)
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise UsageError(f"git {arguments[0]} failed: {said[-1] if said else done.returncode}")
        return done.stdout

    def lines(self, *arguments: str, stdin: bytes) -> Iterator[bytes]:
        """What git prints, line by line, without holding all of it."""
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
    """A bare repository of our own that sees the objects of others; contents come and go as they are stored."""

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
        """Git in this repository, with a directory of files and an index if need be."""
        extra = {**_OWN, "GIT_DIR": str(self.directory)}
        if work_tree is not None:
            extra["GIT_WORK_TREE"] = str(work_tree)
        if index is not None:
            extra["GIT_INDEX_FILE"] = str(index)
        options = ("-c", "core.autocrlf=false", "-c", "core.symlinks=true", "-c", "core.fileMode=true")
        return Git(*options, "-c", "core.bare=false", environment=extra)

    def tree_of(self, directory: Path) -> str:
        """All files below a directory as a tree; what a .gitignore leaves out is in it too."""
        index = self.directory / f"index-{directory.name}"
        git = self.at(work_tree=directory, index=index)
        git.raw("-C", str(directory), "add", "-A", "-f", ".")
        return git.out("write-tree")

    def contents(self, ids: Iterable[str]) -> dict[str, bytes]:
        """The contents with these names."""
        wanted = list(dict.fromkeys(ids))
        data = self.git.raw("cat-file", "--batch", stdin="".join(f"{each}\n" for each in wanted).encode())
        found: dict[str, bytes] = {}
        start = 0
        for each in wanted:
            end = data.index(b"\n", start)
            about = data[start:end].split(b" ")
            if about[-1] == b"missing":
                raise UsageError(f"the content {each} is not in this repository; fetch all of it: git fetch --refetch")
            size = int(about[2])
            found[each] = data[end + 1 : end + 1 + size]
            start = end + size + 2
        return found
