"""Python functions as oracles."""
