"""What algorithms guarantee about their results."""

from __future__ import annotations

from enum import Enum


class Guarantee(Enum):
    """ONE_MINIMAL: removing any one remaining unit was tested on the result itself and does not fail.

    MONOTONE: the same, provided that whatever contains a failing selection fails as well.
    """

    ONE_MINIMAL = "1-minimal"
    MONOTONE = "1-minimal if the test is monotone"


class TreeGuarantee(Enum):
    """ONE_TREE_MINIMAL: no kept node can go, with all that is inside; each was tested on the result itself.

    Nodes whose removal would not make the text smaller do not count, nor does the root. NONE: the result fails.
    """

    ONE_TREE_MINIMAL = "1-tree-minimal"
    NONE = "none"
