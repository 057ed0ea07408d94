"""Scripts of other tools as recordings: parsed, never run."""
