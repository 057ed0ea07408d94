"""The smallest difference between a passing and a failing input."""
