"""Reads Lark grammars."""
