"""Searches, as pure generators of questions: for lists, for trees, for sequences whose units depend on each other.

`lists/` and `trees/` hold one published algorithm per file, registered by its decorator (`registry.py`), which states
its guarantee (`guarantees.py`). `combinators.py` makes searches from searches.
"""
