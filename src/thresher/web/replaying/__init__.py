"""Replaying a recording in a real browser."""
