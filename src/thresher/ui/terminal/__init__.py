"""Terminal programs: a pseudo-terminal, and the screen that it shows."""
