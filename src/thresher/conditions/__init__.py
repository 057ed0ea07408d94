"""What a run is started with beside its input: options, environment variables, side files."""
