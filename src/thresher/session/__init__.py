"""Sessions: one reduction from start to end, with its settings, folder, limits and resumption."""
