"""Which variables make a Python program fail: how the states of a passing and a failing run differ at a line."""
