"""Programs and data in any language that tree-sitter has a grammar for."""
