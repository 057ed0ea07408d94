"""What other installed packages add, by entry points: formats, passes, algorithms, executors, failure readers."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from thresher.errors import UsageError


@cache
def plugins(kind: str) -> dict[str, object]:
    """The objects that packages register in the entry point group `thresher.KIND`, by name."""
    found = {}
    for entry in entry_points(group=f"thresher.{kind}"):
        try:
            found[entry.name] = entry.load()
        except Exception as error:
            package = entry.dist.name if entry.dist else entry.value
            raise UsageError(
                f"the plug-in {entry.name} of {package} cannot be loaded ({error}); update or uninstall it"
            ) from error
    return dict(sorted(found.items()))
