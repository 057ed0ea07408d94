"""Changes between two versions of a sequence, a tree or a directory, each applicable on its own."""
