"""The commands that reduce failing inputs, one per module."""
