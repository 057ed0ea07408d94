"""Recording what a user does in a browser."""
