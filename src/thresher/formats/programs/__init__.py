"""Readers of intermediate languages: which items a program has, what they refer to, what may take their place."""
