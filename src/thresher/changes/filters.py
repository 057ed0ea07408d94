"""Programs that git runs on the contents of files when it reads them, because a configuration says so.

A tree of uncommitted files is only right if the filters are applied, as for Git LFS. They cannot run in the sandbox of
the tests: what they need is not known.
"""

from __future__ import annotations

import os

from thresher.changes.git import Git
from thresher.errors import UsageError

_CONFIGURED = r"^filter\..*\.(clean|process)$"


def refuse_filters(git: Git) -> None:
    """A UsageError if git would run a filter to read the files of a working tree; `git` is at its top."""
    listed = git.run("config", "--null", "--name-only", "--get-regexp", _CONFIGURED).stdout.split(b"\0")
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
