"""The commands that isolate the cause of a failure, one per module."""
