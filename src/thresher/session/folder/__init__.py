"""The folder of a session: journal, lock, command, signature and results."""
