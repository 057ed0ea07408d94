"""Finds the part of the change between two versions that makes a test fail."""
