"""WebAssembly as a program."""
