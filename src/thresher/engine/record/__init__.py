"""What a session knows: cached verdicts, the best result, its events and stop conditions, and where they are kept."""
