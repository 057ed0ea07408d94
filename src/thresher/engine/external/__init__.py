"""Reducers of others: programs that suggest candidates over a protocol of lines of JSON."""
