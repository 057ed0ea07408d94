"""The conditions of a run besides its input: options, environment variables, side files."""
