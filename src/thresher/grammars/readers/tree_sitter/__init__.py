"""Reads tree-sitter grammars."""
