"""The target failure of a session: learned from the first run, or an error if nothing fails."""
