"""Desktop programs: a private X server, windows found again by title and class, pointer and keys."""
