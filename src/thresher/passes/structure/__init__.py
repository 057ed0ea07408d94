"""Passes about nodes and tokens: what goes together, what goes and leaves its contents."""
