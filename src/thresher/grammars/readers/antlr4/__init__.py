"""Reads ANTLR 4 grammars."""
