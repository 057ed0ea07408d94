"""Types that all packages share: pure data, no input, no output, no clock."""
