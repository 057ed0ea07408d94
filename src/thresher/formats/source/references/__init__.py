"""What the declarations of a program refer to, by tree-sitter: definitions and references by scope."""
