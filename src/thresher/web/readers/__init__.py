"""Scripts, traces and logs of other tools as recordings: parsed, never run."""
