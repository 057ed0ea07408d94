"""Which part of the change between two versions makes a test fail."""
