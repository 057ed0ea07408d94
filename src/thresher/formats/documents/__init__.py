"""Formats of documents for readers: LaTeX, PDF, message catalogues."""
