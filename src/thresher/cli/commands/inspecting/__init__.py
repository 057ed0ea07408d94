"""The commands that show, check and explain, one per module."""
