"""Options of the web commands, and how they become settings."""

from __future__ import annotations

import argparse
import shlex

from thresher.errors import UsageError
from thresher.oracle.failures.criterion import parse_pattern
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.settings import ReplaySettings, StateAbstraction

STATED = ("page_error", "console_error", "failed_request")
SHOWN = ("fails_when", "text", "no_text", "selector", "no_selector")


def add_replay(parser: argparse.ArgumentParser) -> None:
    """How recordings are replayed."""
    group = parser.add_argument_group("replay", "Each one starts from a clean state, in a new browser context.")
    group.add_argument("--browser", metavar="PATH", help="the Chromium or Chrome to use (default: an installed one)")
    group.add_argument("--headed", action="store_true", help="show the browser")
    group.add_argument("--setup", metavar="COMMAND", help="a command to run before each replay, to reset a server")
    group.add_argument(
        "--step-timeout", type=seconds, metavar="S",
        help="seconds to wait for an element while nothing is loaded (default: ten times the longest wait of the "
        "first replay, 0.4 to 5)",
    )  # fmt: skip
    group.add_argument(
        "--dismiss-dialogs", action="store_true", help="dismiss the dialogs of the page (default: accept)"
    )
    group.add_argument("--strict", action="store_true", help="reject selectors that match several elements")


def add_failure(parser: argparse.ArgumentParser) -> None:
    """What counts as the failure."""
    group = parser.add_argument_group(
        "target failure", "Learned from the first replay unless given; everything given must hold."
    )
    group.add_argument("--page-error", metavar="REGEX", help="an uncaught exception whose message matches")
    group.add_argument("--console-error", metavar="REGEX", help="a console error that matches")
    group.add_argument("--failed-request", metavar="REGEX", help="a failed request that matches, as: 500 POST /cart")
    group.add_argument("--crash", action="store_true", help="the page crashes")
    group.add_argument("--fails-when", metavar="EXPR", help="after the last step this JavaScript expression is true")
    group.add_argument("--text", metavar="TEXT", help="after the last step the page shows the text")
    group.add_argument("--no-text", metavar="TEXT", help="after the last step the page does not show the text")
    group.add_argument("--selector", metavar="SELECTOR", help="after the last step something visible matches")
    group.add_argument("--no-selector", metavar="SELECTOR", help="after the last step nothing visible matches")


def add_states(parser: argparse.ArgumentParser) -> None:
    """What is recorded as the state after a step."""
    group = parser.add_argument_group(
        "state after a step", "By default the URL, the values of forms, and number and texts of marked elements."
    )
    group.add_argument("--state", metavar="EXPR", help="a JavaScript expression for the state")
    group.add_argument("--mark", metavar="CSS", action="append", default=[], help="elements that belong to the state")


def replay_settings(options: argparse.Namespace) -> ReplaySettings:
    """The replay as the options say."""
    try:
        setup = tuple(shlex.split(options.setup)) if options.setup else ()
    except ValueError as error:
        raise UsageError(f"--setup {options.setup!r} is not a command: {error}") from None
    return ReplaySettings(
        browser=options.browser,
        headed=options.headed,
        setup=setup,
        dismiss_dialogs=options.dismiss_dialogs,
        strict=options.strict,
        step_timeout=options.step_timeout,
    )


def stated_failure(options: argparse.Namespace) -> StatedPageFailure | None:
    """The failure as the options say; None if it is to be learned."""
    patterns = {name: parse_pattern(text) for name in STATED if (text := getattr(options, name)) is not None}
    conditions = PageConditions(**{name: getattr(options, name) for name in SHOWN})
    if not patterns and not conditions and not options.crash:
        return None
    return StatedPageFailure(**patterns, crash=options.crash, conditions=conditions)


def states_of(options: argparse.Namespace) -> StateAbstraction:
    if options.state and options.mark:
        raise UsageError("--state replaces the default state, to which --mark adds; give one of them")
    return StateAbstraction(options.state, tuple(options.mark))


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(f"a number of seconds is needed, not {text!r}")
    return value
