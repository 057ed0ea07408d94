"""The failing inputs in a folder, as libFuzzer, AFL++ and OSS-Fuzz store them, or simply all of its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import UsageError

LIBFUZZER, AFL, OSS_FUZZ, PLAIN = "libfuzzer", "afl", "oss-fuzz", "plain"
LAYOUTS = (LIBFUZZER, AFL, OSS_FUZZ, PLAIN)
README = "README.txt"  # AFL++ puts one beside its crashes

_LIBFUZZER = re.compile(r"(?:.*[^0-9A-Za-z])?(?:crash|oom|timeout|leak|slow-unit|minimized-from)-[0-9a-f]{8,64}")
_OSS_FUZZ = re.compile(r"clusterfuzz-testcase-.+")
_AFL_FOLDER = re.compile(r"(?:crashes|hangs)(?:[._].*)?")  # an older run's are kept as crashes.2024-05-01-10:00:00
_AFL_NAME = re.compile(r"id[:_]\d+.*")
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9_+-]{0,9}")


@dataclass(frozen=True, slots=True)
class FoundInputs:
    """The inputs of a folder in the order of their paths, their layout, and the number of other files."""

    layout: str
    paths: tuple[Path, ...]
    left_out: int


def find_inputs(folder: Path, layout: str | None = None, *, leave_out: Path | None = None) -> FoundInputs:
    """All inputs below a folder, in the given or the detected layout; nothing below `leave_out`.

    A folder without any input is a UsageError.
    """
    if not folder.is_dir():
        there = "is a file; name the folder it is in" if folder.exists() else "does not exist; check the name"
        raise UsageError(f"{folder} {there}")
    files = [path for path in _files(folder) if leave_out is None or leave_out not in path.resolve().parents]
    for each in (layout,) if layout else LAYOUTS:
        paths = tuple(path for path in files if _belongs(path, each))
        if paths:
            return FoundInputs(each, paths, len(files) - len(paths))
    raise UsageError(f"no {'input' if layout in (None, PLAIN) else f'input of {layout}'} in {folder}; {_advice(files)}")


def run_name(path: Path) -> str:
    """The name of an input in its runs: the same for all inputs of a kind, with nothing in it to quote.

    >>> run_name(Path("out/crashes/id:000000,sig:11,src:0,op:havoc")), run_name(Path("clusterfuzz-testcase-5.js"))
    ('input', 'input.js')
    """
    return f"input{path.suffix if _SUFFIX.fullmatch(path.suffix) else ''}"


def _advice(files: list[Path]) -> str:
    return f"{len(files)} other files are there: --layout plain takes them all" if files else "the folder has no files"


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden:
            yield path


def _belongs(path: Path, layout: str) -> bool:
    match layout:
        case "libfuzzer":
            return _LIBFUZZER.fullmatch(path.stem) is not None
        case "oss-fuzz":
            return _OSS_FUZZ.fullmatch(path.name) is not None
        case "afl":
            inside = _AFL_FOLDER.fullmatch(path.parent.resolve().name) is not None
            return inside and _AFL_NAME.fullmatch(path.name) is not None
    return path.name != README
