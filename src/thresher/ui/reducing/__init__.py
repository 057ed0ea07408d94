"""Reducing a session: the first replay, the oracle, the session folder, the results."""
