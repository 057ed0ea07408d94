"""SPIR-V modules."""
