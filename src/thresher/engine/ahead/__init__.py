"""Tests that are made before it is certain that they are needed: predictions, and what happens when one is wrong."""
