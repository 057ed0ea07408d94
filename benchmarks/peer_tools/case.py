"""A case of a corpus: a folder with `input.EXT`, `test.sh` (exits 0 when the failure occurs) and `case.json`."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TOKEN = r"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]"
REGEX = "regex "  # what a token definition of that kind begins with
SLOW = 120.0  # seconds, after which a test that checks a result is given up


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    language: str
    input: Path
    test: Path
    token: str
    binary: bool

    def tokens(self, data: bytes) -> int:
        """The size as the case defines it; in bytes if the input is binary."""
        if self.binary:
            return len(data)
        return len(re.findall(self.token, data.decode("utf-8", "replace")))

    def shows(self, candidate: Path) -> bool:
        """Whether a candidate still shows the failure; that run is not counted."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copyfile(candidate, Path(folder, self.input.name))
            try:
                done = subprocess.run([str(self.test)], cwd=folder, capture_output=True, check=False, timeout=SLOW)
            except subprocess.TimeoutExpired:
                return False
            return done.returncode == 0


def cases(corpus: Path, names: list[str]) -> Iterator[Case]:
    """The cases with these names, or all, smallest input first."""
    found = [read_case(path.parent) for path in corpus.resolve().glob("*/test.sh")]
    if unknown := set(names) - {case.name for case in found}:
        raise SystemExit(f"no such case in {corpus}: {', '.join(sorted(unknown))}")
    for case in sorted(found, key=lambda case: case.input.stat().st_size):
        if not names or case.name in names:
            yield case


def read_case(folder: Path) -> Case:
    about = json.loads((folder / "case.json").read_text())
    definition = about.get("token_definition", "")
    return Case(
        name=folder.name,
        language=about["language"],
        input=folder / about["input"],
        test=folder / "test.sh",
        token=definition.removeprefix(REGEX) if definition.startswith(REGEX) else TOKEN,
        binary=bool(about.get("binary")),
    )
