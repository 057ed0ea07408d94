"""What can replace a node, found by asking the parser."""
