"""What identifies a failure: observations, signatures and criteria; `readers` has one for each kind of crash report."""
