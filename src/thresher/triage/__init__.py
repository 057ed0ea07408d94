"""Many failing inputs at once: which of them show the same failure, and one small input for each."""
