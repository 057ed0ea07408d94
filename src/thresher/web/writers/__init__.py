"""Recordings as tests that people run: one file per language, each with `write`."""
