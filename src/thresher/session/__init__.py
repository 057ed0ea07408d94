"""One reduction from start to end: asking, remembering, stopping, going on."""
