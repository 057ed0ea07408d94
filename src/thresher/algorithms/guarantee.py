"""What an algorithm promises about its result."""

from __future__ import annotations

from enum import Enum


class Guarantee(Enum):
    """ONE_MINIMAL: removing any one remaining unit was tested on the result itself and does not fail.

    MONOTONE: the same, provided that whatever contains a failing selection fails as well.
    """

    ONE_MINIMAL = "1-minimal"
    MONOTONE = "1-minimal if the test is monotone"
