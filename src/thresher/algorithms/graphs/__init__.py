"""Searches over what needs what."""
