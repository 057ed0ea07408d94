"""Values in values, each with its length or number of items before it: what JSON is, in bytes."""
