"""What one command line asks for, as one frozen value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from thresher.kernel.outcome import Outcome
from thresher.session.files.naming import result_name
from thresher.session.files.streams import is_stream
from thresher.session.folder.store import CANDIDATES
from thresher.session.settings import OracleSettings, SearchSettings

IN_SESSION = Path()  # instead of a folder of the user's


@dataclass(frozen=True, slots=True)
class Task:
    """What one command line asks for. `arguments` are kept for `thresher resume`.

    Sessions are kept beside the output, or in `sessions`. An output that is a stream, such as a FIFO or standard
    output, gets the result once, at the end; sessions are beside the input then. Candidates are kept in the folder
    `candidates`, or in the session's own if that is `IN_SESSION`; by default they are not kept. `notify` gets one line
    about what takes long before the search begins; `tested` gets the content and the outcome of each test. A `readable`
    result is laid out at the end, if it still fails then.
    """

    input: Path
    output: Path
    oracle: OracleSettings
    search: SearchSettings
    arguments: tuple[str, ...] = ()
    fresh: bool = False
    sessions: Path | None = None
    candidates: Path | None = None
    readable: bool = False
    notify: Callable[[str], None] = field(default=lambda _: None, compare=False)
    tested: Callable[[bytes, Outcome], None] = field(default=lambda _, __: None, compare=False)

    @property
    def place(self) -> Path:
        """The directory that has the sessions in it."""
        return self.sessions or (self.input if is_stream(self.output) else self.output).parent

    def result_in(self, folder: Path) -> Path:
        """Where the best result is kept: in the output, or in the session's folder if that is a stream."""
        return folder / result_name(self.input.name) if is_stream(self.output) else self.output

    def candidates_in(self, folder: Path) -> Path | None:
        """Where candidates are kept; None if they are not."""
        return folder / CANDIDATES if self.candidates == IN_SESSION else self.candidates
