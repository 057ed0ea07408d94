"""The jobs of `thresher serve`: one SQLite file, a folder per job, and the processes that reduce."""
