"""LLVM's textual language."""
