"""For all tests: properties try the same examples on every machine, and none fails for taking its time.

`HYPOTHESIS_PROFILE=searching pytest` tries other examples each time, ten times as many where a test sets no number.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("repeatable", derandomize=True, **PATIENT)
settings.register_profile("searching", max_examples=1000, **PATIENT)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
