"""Tests of versions: the command, its oracle, and the check of both ends before a search."""
