"""What the grammars do not know, hidden from the parser and still there to be removed."""
