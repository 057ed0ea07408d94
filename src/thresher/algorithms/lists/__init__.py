"""Algorithms for lists: each takes a failing selection of units and returns a smaller one that fails."""
