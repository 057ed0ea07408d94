"""Reducing a recording: the first replay, the oracle, the session, the results."""
