"""What a session is made of when it opens: its identity, folder, driver, oracle and executor."""
