"""Sessions as scripts that run without thresher."""
