"""What the scripts of all kinds of sessions share: files, time limits, and the last line."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

FAILS, PASSES = 1, 0


def copy_files(names: Iterable[str], directory: str) -> None:
    for name in names:
        target = Path(directory, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, target)


def after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def ends_as(failure: dict[str, Any], printed: bytes, status: int | None) -> bool:
    """Whether a program that ended like this shows the failure."""
    pattern = failure["pattern"].encode()
    return status == failure["status"] and (not pattern or re.search(pattern, printed) is not None)


def exit_code(failure: dict[str, Any], *, fails: bool) -> int:
    """Prints what happened; 1 if the failure occurred."""
    print(f"{'FAIL' if fails else 'PASS'}: {failure['words']}")
    return FAILS if fails else PASSES
