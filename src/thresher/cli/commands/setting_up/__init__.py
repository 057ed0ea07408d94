"""The commands for settings, grammars and the shell, one per module."""
