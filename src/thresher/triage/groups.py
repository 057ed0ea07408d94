"""Inputs grouped by the failure they show. Only the signature decides: different signatures are never merged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from thresher.oracle.failures.signature import HANG, Signature
from thresher.triage.survey import SurveyedInput


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """The inputs that show one failure, in the order in which to reduce them: stable before flaky, small before
    large.
    """

    signature: Signature
    members: tuple[SurveyedInput, ...]

    @property
    def representative(self) -> SurveyedInput:
        return self.members[0]

    @property
    def files(self) -> int:
        return len(self.members)

    @property
    def contents(self) -> int:
        """The number of different contents."""
        return len({each.digest for each in self.members})

    @property
    def doubt(self) -> str:
        """Why it may be several bugs after all; empty if the signature includes the position of the failure."""
        signature = self.signature
        if signature.kind == HANG:
            return "hangs cannot be distinguished: may be several bugs"
        if signature.lines or signature.backtrace:
            return ""
        return f"known by {signature.how} alone: may be several bugs"


@dataclass(frozen=True, slots=True)
class Census:
    """All inputs: in groups, the largest first; those that do not fail; those whose failures differ between runs.

    An input that fails in some of its runs, and always in the same way, is in the group of that failure.
    """

    groups: tuple[FailureGroup, ...]
    passing: tuple[SurveyedInput, ...]
    unsteady: tuple[SurveyedInput, ...]

    @property
    def flaky(self) -> tuple[SurveyedInput, ...]:
        """Every input whose runs differ."""
        in_groups = [each for group in self.groups for each in group.members if not each.steady]
        return tuple(sorted([*in_groups, *self.unsteady], key=lambda each: each.path))


def census(inputs: Iterable[SurveyedInput]) -> Census:
    """Sorts every input into exactly one place."""
    groups: dict[Signature, list[SurveyedInput]] = {}
    passing: list[SurveyedInput] = []
    unsteady: list[SurveyedInput] = []
    for each in inputs:
        match each.failures:
            case ():
                passing.append(each)
            case (signature,):
                groups.setdefault(signature, []).append(each)
            case _:
                unsteady.append(each)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0].short, item[0].digest))
    return Census(
        tuple(FailureGroup(signature, tuple(sorted(members, key=_rank))) for signature, members in ordered),
        tuple(passing),
        tuple(unsteady),
    )


def _rank(seen: SurveyedInput) -> tuple[bool, int, str]:
    return not seen.steady, seen.size, str(seen.path)
