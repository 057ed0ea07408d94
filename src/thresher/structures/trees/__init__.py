"""Trees over bytes: nodes, how they are built, and how a selection of them is rendered."""
