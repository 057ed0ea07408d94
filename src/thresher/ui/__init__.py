"""Sessions of terminal and desktop programs: recorded, replayed, reduced. They need the extra `ui`."""
