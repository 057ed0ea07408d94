"""Algorithms for units that depend on each other: steps of a log, groups of changes."""
