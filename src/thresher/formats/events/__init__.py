"""Logs of what a user or a program did, step by step."""
