"""Versions of a program in git: read from the user's repository, checked out elsewhere."""
