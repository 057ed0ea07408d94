"""Does this candidate show the failure? Running programs, observing them, judging what was observed."""
