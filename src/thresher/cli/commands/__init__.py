"""The commands of the command line, one per module. A module is imported only when its command runs.

`COMMANDS` lists them in the order of the help, so that `thresher --help` needs none of the modules.
"""

from __future__ import annotations

COMMANDS = {
    "reduce": "reduce a failing input",
    "check": "try out a command before reducing: is the failure stable, how long will it take?",
    "batch": "run many reductions over one pool",
    "isolate": "find the smallest difference between a passing and a failing input",
    "triage": "sort many failing inputs by their failures and reduce one of each",
    "bisect": "find the commit that broke a test, with several tests at a time",
    "changes": "find the changes between two versions that make a test fail",
    "options": "find the command-line options that cause or prevent a failure",
    "environment": "find the environment variables that cause or prevent a failure",
    "verify": "prove that no single unit of a failing input can be removed",
    "explain": "explain why each remaining part is needed and what may vary",
    "report": "show a reduction as an HTML page, a bug report, SARIF or JUnit",
    "history": "list the tests of a reduction, show, compare or repeat them",
    "plan": "show what would be done for an input, without running anything",
    "play": "step through an algorithm on a small text",
    "sessions": "list the sessions of a directory, remove old ones, open a report",
    "config": "show which settings hold, and which file they come from",
    "resume": "continue a session that was stopped",
    "grammar": "check a grammar, or print its minimal strings",
    "events": "event logs: mine rules, rewrite, reduce",
    "web": "web pages: record, replay and reduce what a user did",
    "reducer": "suggest candidates to another reducer, over lines of JSON",
    "completion": "print the completions for a shell",
    "man": "print the manual page",
}
"""Every command with its line in the help; the command `reduce` is in the module `reduce`."""
