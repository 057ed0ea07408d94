"""Readers of intermediate languages: which items a program has, what each refers to, and what may stand in its place."""
