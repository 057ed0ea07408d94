"""Several results of one input, each in a file with a number: `crash.min.1.html`, `crash.min.2.html`, ..."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from thresher.session.files.whole import write_whole


def write_numbered(output: Path, contents: Sequence[bytes]) -> tuple[Path, ...]:
    """Writes each content to a file beside the output; no file is overwritten.

    A file that has the same content already is used again; a number whose file has another content is left out.
    """
    paths: list[Path] = []
    numbers = count(1)
    for content in contents:
        path = next(path for path in _numbered(output, numbers) if _is_free(path, content))
        if not path.exists():
            write_whole(path, content)
        paths.append(path)
    return tuple(paths)


def _numbered(output: Path, numbers: Iterator[int]) -> Iterator[Path]:
    return (output.with_name(f"{output.stem}.{number}{output.suffix}") for number in numbers)


def _is_free(path: Path, content: bytes) -> bool:
    if path.is_symlink() or not path.exists():
        return not path.is_symlink()
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
