"""Published list algorithms that no default plan uses, to compare with."""
