"""Optional dependencies: what to install if a command needs one that is missing."""

from __future__ import annotations

from importlib.util import find_spec

from thresher.errors import UsageError


def require_extra(*packages: str, extra: str = "web") -> None:
    """UsageError if one of the packages that come with an extra is missing."""
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        names = " and ".join(missing)
        raise UsageError(f"this command needs {names}; install the extra with: pip install 'thresher[{extra}]'")
