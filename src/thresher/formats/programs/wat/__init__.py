"""WebAssembly as text."""
