"""What is known of the parts of a content, the options of its command and the environment: why each is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from thresher.explain.replaceable_parts import Span
from thresher.kernel.outcome import Outcome
from thresher.session.folder.versions import SessionVersions


@dataclass(frozen=True, slots=True)
class TriedText:
    """Another text in place of a part, and the outcome."""

    text: bytes
    outcome: Outcome
    reason: str


@dataclass(frozen=True, slots=True)
class Needed:
    """What happens without a part; no outcome if it was not tested, because the rest does not parse or time was up.

    `instead` is what replaces a part that the syntax requires.
    """

    span: Span
    unit: str
    outcome: Outcome | None
    reason: str
    instead: bytes = b""


@dataclass(frozen=True, slots=True)
class Variation:
    """What may replace a part: anything of its kind, some of those tried, or nothing."""

    spans: tuple[Span, ...]
    text: bytes
    noun: str
    tried: tuple[TriedText, ...]
    complete: bool

    @property
    def free(self) -> bool:
        """Whether every text that was tried still fails."""
        return self.complete and all(each.outcome is Outcome.FAIL for each in self.tried)

    @property
    def exact(self) -> bool:
        """Whether no text that was tried still fails."""
        return self.complete and not any(each.outcome is Outcome.FAIL for each in self.tried)


@dataclass(frozen=True, slots=True)
class NeededOption:
    """What happens without an option of the command, and with other numbers in it if it ends in one."""

    text: str
    outcome: Outcome | None
    reason: str
    tried: tuple[TriedText, ...] = ()


@dataclass(frozen=True, slots=True)
class Variables:
    """The environment: `unneeded` variables can be removed together, None if that was not tested; others are `needed`.

    Those that are `careful` were not removed, for safety.
    """

    unneeded: int | None = None
    needed: tuple[NeededOption, ...] = ()
    careful: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command; those that were not removed, for safety; and all removable ones removed together."""

    each: tuple[NeededOption, ...] = ()
    careful: tuple[str, ...] = ()
    together: TriedText | None = None
    variables: Variables = field(default_factory=Variables)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything known of a content. Not complete if it was stopped before everything was tested.

    `construct_descriptions` name the constructs that were replaced by others of their kind without losing the failure.
    `together` is the content with every freely variable part replaced at once; None if that was not asked.
    """

    name: str
    content: bytes
    criterion: list[str]
    needed: tuple[Needed, ...]
    variations: tuple[Variation, ...]
    construct_descriptions: tuple[tuple[Span, str], ...]
    together: TriedText | None
    options: Options
    complete: bool
    why: str
    tests: int
    folder: Path
    versions: SessionVersions | None = None
