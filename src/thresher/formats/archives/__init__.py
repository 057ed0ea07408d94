"""Directories, archives and compressed streams."""
