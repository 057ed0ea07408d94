"""The dependencies of a content that were found before a stage asked for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from thresher.plan.dependencies import Dependencies


@dataclass(slots=True)
class KnownDependencies:
    """Of one content; forgotten when they are asked for, since they are large."""

    _found: dict[tuple[bytes, bool], Dependencies | None] = field(default_factory=dict)

    def add(self, content: bytes, found: Dependencies | None, *, inside: bool) -> None:
        self._found = {(content, inside): found}

    def taken(self, content: bytes, find: Callable[[], Dependencies | None], *, inside: bool) -> Dependencies | None:
        """What is known of a content, or else what `find` finds.

        >>> known = KnownDependencies()
        >>> known.add(b"int a;", None, inside=False)
        >>> known.taken(b"int a;", lambda: 1 / 0, inside=False)
        """
        known, self._found = self._found, {}
        return known[content, inside] if (content, inside) in known else find()
