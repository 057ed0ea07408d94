"""What a session keeps on disk: its folder, journal, lock, command, signature and results."""
