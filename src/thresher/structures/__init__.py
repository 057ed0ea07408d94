"""Shapes an input can have; pure."""
