"""What several kinds of stages have in common."""

from __future__ import annotations

from typing import ClassVar, Protocol

from thresher.plan.syntax import Syntax


class Uncertified:
    """A stage that guarantees nothing."""

    __slots__ = ()
    certifies: ClassVar[bool] = False
    leaves_untried: ClassVar[bool] = False


class InSyntax:
    """A stage that works on the syntax tree of a content."""

    __slots__ = ()
    syntax: Syntax

    @property
    def format(self) -> str:
        return self.syntax.format

    @property
    def only_for(self) -> frozenset[str]:
        """The languages, or formats, outside of which it finds nothing; empty if it is for all."""
        return frozenset()


class Transforms(Protocol):
    """What has a transformation, and a format that it is for."""

    @property
    def format(self) -> str: ...

    @property
    def transformation(self) -> str: ...


class Transformation(InSyntax, Uncertified):
    """A stage that replaces text by other text; guarantees nothing."""

    __slots__ = ()

    @property
    def name(self: Transforms) -> str:
        """To be shown."""
        return f"{self.format} ({self.transformation})"
