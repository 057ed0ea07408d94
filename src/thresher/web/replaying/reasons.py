"""Short reasons why a step could not be executed, the same in every run, from Playwright's error messages."""

from __future__ import annotations

import re

_SIGNS = (
    ("intercepts pointer events", "something covers the element"),
    ("element is not enabled", "the element is disabled"),
    ("element is not editable", "the element cannot be edited"),
    ("is not an <input>", "the element takes no text"),
    ("did not find some options", "the list has no such entry"),
    ("option being selected is not enabled", "the entry of the list is disabled"),
    ("element is not visible", "the element cannot be seen"),
    ("element is outside of the viewport", "the element is outside of the window"),
    ("element is not stable", "the element keeps moving"),
    ("element was detached", "the element is gone"),
    ("Malformed value", "the element does not take this value"),
    ("Target crashed", "the page crashed"),
    ("Page crashed", "the page crashed"),
    ("has been closed", "the tab is closed"),
    ("invalid URL", "the address is not valid"),
    ("interrupted by another navigation", "the page went elsewhere at once"),
)
_NETWORK = re.compile(r"net::ERR_\w+")


def reason_of(message: str) -> str:
    """The reason for an error of Playwright.

    >>> reason_of("Page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:1/")
    'the server cannot be reached: net::ERR_CONNECTION_REFUSED'
    """
    if (network := _NETWORK.search(message)) is not None:
        return f"the server cannot be reached: {network[0]}"
    for sign, words in _SIGNS:
        if sign in message:
            return words
    return "it takes too long" if "Timeout" in message else first_line(message)


def first_line(message: str) -> str:
    """The first line of Playwright's message, without the name of the call."""
    line = message.strip().splitlines()[0] if message.strip() else "unknown"
    return re.sub(r"^\w+\.\w+: ", "", line)[:160]


def is_navigating(message: str) -> bool:
    """Whether an error only says that the page is navigating away."""
    signs = ("Execution context was destroyed", "Cannot find context", "frame was detached", "Frame was detached")
    return any(sign in message for sign in signs)
