"""Passes about names and what they refer to."""
