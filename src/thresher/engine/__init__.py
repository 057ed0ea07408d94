"""The search engine: has the questions of searches answered, in parallel, and runs the stages of a plan."""
