"""The result of a search on standard output, and its exit code."""

from __future__ import annotations

import os
import sys

from thresher.formats.content import is_binary
from thresher.session.run import Result

STOPPED_EARLY = 1
MOST_SHOWN, MOST_LINES = 2000, 20  # bytes and lines of a result that a terminal gets


def show(result: Result, *, as_statistics: bool, log: bool = False) -> None:
    """The result on standard output. A terminal gets it only if it is complete, short and not binary.

    The steps of a `log` are counted.
    """
    if as_statistics:
        from thresher.reports.json import as_json  # noqa: PLC0415 - not needed before the end

        text = as_json(
            result.statistics,
            before=result.before,
            after=result.after,
            output=result.output,
            criterion=result.criterion,
            log=log,
            shown=result.granularity,
        )
        print(text)
    elif result.output.is_dir():
        from thresher.formats.archives.directory import entries  # noqa: PLC0415 - only directories need it

        for entry in entries(result.after):
            print(f"{len(entry.content):10,}  {result.output / os.fsdecode(entry.path)}")
    elif not sys.stdout.isatty() or (result.complete and is_short(result.after)):
        sys.stdout.flush()
        end = b"\n" if sys.stdout.isatty() and not result.after.endswith(b"\n") else b""
        sys.stdout.buffer.write(result.after + end)
        sys.stdout.buffer.flush()


def is_short(data: bytes) -> bool:
    """Whether a content is a text that fits on a screen, with room for the summary.

    >>> is_short(b"int x;"), is_short(bytes(9)), is_short(b"line" * 1000)
    (True, False, False)
    """
    return len(data) <= MOST_SHOWN and data.count(b"\n") <= MOST_LINES and not is_binary(data)
