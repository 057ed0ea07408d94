"""Passes about how a text is written: white space, indentation, tags, joined declarations."""
