"""Sessions as they are on disk, read while they may be running."""
