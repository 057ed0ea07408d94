"""Circumstances of a failure that are not the input file: options, environment, side files, changes."""
