"""What identifies a failure: readers for each kind of crash report, signatures and criteria."""
