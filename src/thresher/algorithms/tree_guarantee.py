"""What a tree algorithm promises about its result."""

from __future__ import annotations

from enum import Enum


class TreeGuarantee(Enum):
    """ONE_TREE_MINIMAL: no kept node can go, with all that is inside; each was tested on the result itself.

    Nodes whose removal would not make the text smaller do not count, nor does the root. NONE: the result fails.
    """

    ONE_TREE_MINIMAL = "1-tree-minimal"
    NONE = "none"
