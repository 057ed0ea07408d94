"""The interface of the HDD thesis, chapter 7: `HDD(tree, tester)`.

A language needs a grammar only: `HDDParserBuilder("java.y").parse("SHA1.java")` is a tree. Any other tree with the six
methods of `ReducibleTree` will do as well; `HDDTree` is one to build by hand. `HDDTest` is a tester that runs a
command.
"""

from __future__ import annotations

from thresher.thesis.hdd import HDD, HDDTester, ReducibleTree
from thresher.thesis.outcomes import FAIL, PASS, UNRESOLVED
from thresher.thesis.parser import HDDParser, HDDParserBuilder, ParsedTree
from thresher.thesis.tester import HDDTest
from thresher.thesis.tree import HDDTree

__all__ = [
    "FAIL",
    "HDD",
    "PASS",
    "UNRESOLVED",
    "HDDParser",
    "HDDParserBuilder",
    "HDDTest",
    "HDDTester",
    "HDDTree",
    "ParsedTree",
    "ReducibleTree",
]
