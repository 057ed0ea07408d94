"""What a recording of a session is: its keys, its program, and who may run it."""
