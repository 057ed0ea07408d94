"""Tested candidates as files, for people to inspect: numbered, with their outcomes and reasons in an index."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thresher.engine.questions import Question
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.oracle.answer import Answer
from thresher.session.files.whole import read_regular, write_own

INDEX = "index.jsonl"
MOST_CANDIDATES = 100_000
MOST_BYTES = 1 << 30
LONGEST_LINE = 1 << 16  # bytes of a line of the index


@dataclass(frozen=True, slots=True)
class KeptCandidate:
    """A candidate that was tested: its number from 1 on, its file, and what the test said."""

    number: int
    file: str
    outcome: Outcome
    reason: str
    digest: str
    size: int


class CandidateFolder:
    """Writes candidates to a folder; numbers continue those that are there.

    After `most` candidates, or `most_bytes` of them, it keeps no more, so that a long search does not fill the disk.
    """

    def __init__(self, folder: Path, suffix: str, *, most: int = MOST_CANDIDATES, most_bytes: int = MOST_BYTES) -> None:
        self.folder, self._suffix = folder, suffix
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write candidates to {folder}: {error.strerror}; name another folder") from None
        known = list(read_candidates(folder))
        self._number = max((each.number for each in known), default=0)
        self._left, self._bytes_left = most - len(known), most_bytes - sum(each.size for each in known)

    def add(self, content: bytes, outcome: Outcome, reason: str, digest: str) -> bool:
        """Keeps a candidate; False if the folder is full, or if this one is too large for what is left."""
        if self._left <= 0 or len(content) > self._bytes_left:
            return False
        self._number += 1
        self._left -= 1
        self._bytes_left -= len(content)
        name = f"{self._number:06}-{outcome.value}{self._suffix}"
        write_own(self.folder / name, content)
        kept = {"number": self._number, "file": name, "outcome": outcome.value, "reason": reason}
        line = json.dumps({**kept, "digest": digest, "size": len(content)})
        with (self.folder / INDEX).open("a", encoding="utf-8") as index:
            index.write(line + "\n")
        return True

    def answered(self, question: Question[bytes], answer: Answer) -> None:
        """Keeps the candidate of a test, if there is room for it."""
        self.add(question.content(), answer.verdict.outcome, answer.verdict.reason, str(question.key))


def read_candidates(folder: Path) -> Iterator[KeptCandidate]:
    """The candidates that a folder's index names, in order; lines that are damaged are skipped."""
    try:
        with (folder / INDEX).open("rb") as index:
            while line := index.readline(LONGEST_LINE):
                found = _read(line)
                if found is not None:
                    yield found
    except FileNotFoundError:
        return


def candidate_content(folder: Path, candidate: KeptCandidate) -> bytes:
    """The bytes of a candidate; a UsageError if its file is gone."""
    path = folder / candidate.file
    if not path.is_file():
        raise UsageError(f"the file of candidate {candidate.number}, {path}, is gone")
    return read_regular(path)


def _read(line: bytes) -> KeptCandidate | None:
    """The candidate of a line; None if it is damaged, or names a file elsewhere: anybody may have written it."""
    try:
        found = json.loads(line)
        number, file, size = found["number"], found["file"], found["size"]
        outcome, reason, digest = Outcome(found["outcome"]), found["reason"], found["digest"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    texts, numbers = (file, reason, digest), (number, size)
    if not all(isinstance(each, str) for each in texts) or not all(type(each) is int for each in numbers):
        return None
    if number < 1 or size < 0 or Path(file).name != file:
        return None
    return KeptCandidate(number, file, outcome, reason, digest, size)
