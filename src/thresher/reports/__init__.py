"""Reads events and statistics, never the engine."""
