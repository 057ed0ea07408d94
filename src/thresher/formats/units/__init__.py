"""Formats that cut bytes into units in a row: lines, words, tokens, characters."""
