"""Which structure and which algorithm, in which order: the plan of a reduction, decided before anything is asked.

`default.py` is the plan; `stages/` is what a plan can consist of; `choosing.py` picks by the input and the options.
"""

from __future__ import annotations

from thresher.plan.choosing import Plan, coarse_plan, format_for, other_route, plan_for, quick_plan
from thresher.plan.options import HINT_TESTS, Hint, PlanOptions

__all__ = [
    "HINT_TESTS",
    "Hint",
    "Plan",
    "PlanOptions",
    "coarse_plan",
    "format_for",
    "other_route",
    "plan_for",
    "quick_plan",
]
