"""The files that a user chose while recording; they are kept in a directory beside the recording."""

from __future__ import annotations

import base64
from pathlib import Path, PurePosixPath

from thresher.session.files.whole import write_whole


def upload_folder(recording: Path) -> Path:
    """Where the files of a recording are.

    >>> print(upload_folder(Path("work/login.json")))
    work/login.files
    """
    return recording.with_suffix(".files")


class RecordedUploads:
    """File contents by name."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}

    def add(self, name: str, content: str | None) -> str:
        """The name under which a file is kept; another file of the same name gets a number. `content` is in base64."""
        data = base64.b64decode(content or "")
        plain = PurePosixPath(name.replace("\\", "/")).name or "file"
        stem, dot, suffix = plain.rpartition(".")
        names = [plain, *(f"{stem or suffix}-{number}{dot}{suffix if dot else ''}" for number in range(2, 1000))]
        kept = next(each for each in names if self.contents.get(each, data) == data)
        self.contents[kept] = data
        return kept

    def write(self, folder: Path) -> None:
        """Writes the files that are not there yet."""
        for name, content in self.contents.items():
            if not (folder / name).exists():
                folder.mkdir(parents=True, exist_ok=True)
                write_whole(folder / name, content)
