"""Applications from npm and PyPI with a planted fault, and sessions in them by a real pointer and keyboard."""
