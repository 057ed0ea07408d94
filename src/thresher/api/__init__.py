"""The Python API: what `thresher reduce` and `thresher isolate` do, as functions. Import the names from `thresher`.

A test takes the kept units, in a sequence of the same type as the one given (str, bytes, tuple, else list). It returns
True if the target failure occurs, else False; or an Outcome or a Verdict, to say that a candidate is unresolved.

The functions for sequences have the same contract:

- The result fails, and a test has shown it. If no part fails, the whole sequence is tested once; if it does not fail
  either, NotFailing is raised.
- The result is empty if the test fails for the empty sequence too, provided the search got down to a single unit.
  Such a test accepts too much.
- An exception that a test raises reaches the caller.

They take the same keywords:

- `cache=False` runs a test again for a content that was tested before, whichever units it was made of.
- `jobs=N` runs N tests at a time, in threads. The result does not depend on it.
- `progress=` is called after each test with a Progress.
- `stop=` is a Stop, which ends the search early: Stopped is raised, with the smallest failing sequence so far as
  `best`.
"""
