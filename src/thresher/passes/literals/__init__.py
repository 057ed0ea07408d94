"""Passes about literals and other short tokens."""
