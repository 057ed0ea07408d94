"""Reads, writes and names the user's files and directories."""
