"""The commands of the command line, one per module. A module is imported only when its command runs.

The table lists them in the order of the help, so that `thresher --help` needs none of the modules.
"""

from __future__ import annotations

_TABLE = {
    "reducing.reduce": "reduce a failing input",
    "inspecting.check": "try out a command before reducing: is the failure stable, how long will it take?",
    "reducing.batch": "run many reductions over one pool",
    "isolating.isolate": "find the smallest difference between a passing and a failing input",
    "reducing.triage": "sort many failing inputs by their failures and reduce one of each",
    "isolating.bisect": "find the commit that broke a test, with several tests at a time",
    "isolating.changes": "find the changes between two versions that make a test fail",
    "isolating.options": "find the command-line options that cause or prevent a failure",
    "isolating.environment": "find the environment variables that cause or prevent a failure",
    "isolating.states": "find the variables of a Python program that make a run fail",
    "inspecting.verify": "prove that no single unit of a failing input can be removed",
    "inspecting.explain": "explain why each remaining part is needed and what may vary",
    "inspecting.report": "show a reduction as an HTML page, a bug report, SARIF or JUnit",
    "inspecting.history": "list the tests of a reduction, show, compare or repeat them",
    "inspecting.plan": "show what would be done for an input, without running anything",
    "inspecting.play": "step through an algorithm on a small text",
    "inspecting.sessions": "list the sessions of a directory, remove old ones, open a report",
    "setting_up.config": "show which settings hold, and which file they come from",
    "reducing.resume": "continue a session that was stopped",
    "setting_up.grammar": "check a grammar, or print its minimal strings",
    "reducing.events": "event logs: mine rules, rewrite, reduce",
    "reducing.web": "web pages: record, replay and reduce what a user did",
    "reducing.ui": "terminal and desktop programs: record, replay and reduce what a user did",
    "reducing.serve": "serve a page and an API for a team: a queue of reductions by commands you allow",
    "reducing.reducer": "suggest candidates to another reducer, over lines of JSON",
    "setting_up.completion": "print the completions for a shell",
    "setting_up.man": "print the manual page",
}
"""Every command by its folder and module, with its line in the help."""

COMMANDS = {module.rpartition(".")[2]: summary for module, summary in _TABLE.items()}
"""Every command with its line in the help."""

MODULES = {module.rpartition(".")[2]: f"{__name__}.{module}" for module in _TABLE}
"""Every command with the name of its module."""
