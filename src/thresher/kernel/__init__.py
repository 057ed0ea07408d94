"""The words everyone shares: pure data, no input, no output, no clock."""
