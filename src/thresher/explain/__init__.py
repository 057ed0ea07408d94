"""Why each part of a result is needed, and what may vary."""
