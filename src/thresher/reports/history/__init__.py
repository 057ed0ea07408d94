"""How a reduction proceeded: its successful steps, what each left of the input, and the size over tests and time."""
