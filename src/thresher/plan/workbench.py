"""The interface that a stage needs to run, provided by a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from thresher.kernel.probe import Search
from thresher.plan.dependencies import Dependencies
from thresher.plan.error_check import ErrorCheck
from thresher.plan.options import PlanOptions
from thresher.plan.patience import Patience
from thresher.structures.document import Document

C = TypeVar("C")
T = TypeVar("T")


class Workbench(Protocol):
    """Answers the questions of searches, for contents of a file called `name`."""

    @property
    def name(self) -> str:
        """The name of the file, or of the part of a container, whose content is reduced."""

    @property
    def patience(self) -> Patience:
        """What earlier stages have found, which says how soon later ones should end."""

    def error_check(self, current: bytes, *, proves: bool = False, in_format: bool = True) -> ErrorCheck:
        """The check for errors of candidates made from a content, by a stage that tries each unit if it `proves`, or
        whose candidates need not be `in_format`.

        May ask a question or two: whether the failure needs a text that compiles, or a program that can be linked.
        """

    def must_link(self, current: bytes) -> bool:
        """Whether the failure needs a program that can be linked; may ask as above."""

    def started(self, stage: str, algorithm: str, units: int, *, confirms: bool = False) -> None:
        """A search begins on `units` units; one that `confirms` tries each of them alone."""

    def drive(
        self,
        search: Search[C, T] | Callable[[], Search[C, T]],
        render: Callable[[C], bytes],
        *,
        narrow: Callable[[C, int], C] | None = None,
    ) -> T:
        """The result of a search; see the driver."""

    def check_limits(self) -> None:
        """Raises if the session is to stop; for work that takes long without asking anything."""

    def note(self, message: str) -> None:
        """Something the user should know, in one line."""

    def clang_delta(self, content: bytes, language: str | None) -> Callable[[], Search[bytes, bytes]] | None:
        """What begins the search of clang_delta; None for languages but C and C++, or if it is not installed."""

    def external(self, content: bytes, command: tuple[str, ...]) -> Search[bytes, bytes] | None:
        """The search of somebody else's reducer, by its command; None in a session that runs no programs."""

    def dependencies(self, document: Document, *, few: int, inside: bool) -> Dependencies | None:
        """The declarations of a program and what each needs; None if there are few, or nothing is known of them."""

    def reduce_parts(
        self, format: str, content: bytes, options: PlanOptions | None = None, *, coarse: bool = False
    ) -> bytes:
        """A container with each of its parts reduced by a plan of its own, for these options if they are given."""
