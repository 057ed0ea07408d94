"""Locators of Playwright as selectors of a recording.

A locator becomes the text that Playwright itself makes of it, `internal:role=button[name="Save"i]`, which is also what
a trace has. Where a recording has a selector for the same, that is the first alternative, and Playwright's own
the second.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from thresher.web.readers.calls import ChainedCall, TextPattern

OWN = "playwright/"
IN = " >> "
_QUOTED = r'(?P<text>"(?:[^"\\]|\\.)*")[is]?'
_SIMPLE: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], str]], ...] = (
    (
        re.compile(rf"internal:role=(?P<role>[\w-]+)\[name={_QUOTED}\]"),
        lambda text, at: f'aria/{text}[role="{at["role"]}"]',
    ),
    (re.compile(rf"internal:label={_QUOTED}"), lambda text, at: f"aria/{text}"),
    (re.compile(rf"internal:text={_QUOTED}"), lambda text, at: f"text/{text}"),
    (re.compile(rf"internal:testid=\[(?P<name>[\w-]+)={_QUOTED}\]"), lambda text, at: f"[{at['name']}={at['text']}]"),
    (re.compile(rf"internal:attr=\[(?P<name>[\w-]+)={_QUOTED}\]"), lambda text, at: f"[{at['name']}={at['text']}]"),
)
_ENGINE = re.compile(r"(?:internal:\w+|css|xpath|text|id|data-testid|data-test-id|data-test|role|nth|_react|_vue)=")


def selectors_of(locator: str) -> list[list[str]]:
    """The alternatives of a step for a selector of Playwright; a ValueError for one in another frame.

    >>> selectors_of('internal:role=button[name="Save"i]')
    [['aria/Save[role="button"]'], ['playwright/internal:role=button[name="Save"i]']]
    >>> selectors_of("#cart > li")
    [['#cart > li']]
    """
    if "internal:control=enter-frame" in locator:
        raise ValueError("elements in frames cannot be named")
    if IN not in locator:
        if locator.startswith(("//", "xpath=")):
            return [[f"xpath/{locator.removeprefix('xpath=')}"]]
        if locator.startswith("css=") or not _ENGINE.match(locator):
            return [[locator.removeprefix("css=")]]
    own = [f"{OWN}{locator}"]
    for pattern, spelled in _SIMPLE:
        if (found := pattern.fullmatch(locator)) is not None:
            return [[spelled(str(json.loads(found["text"])), found)], own]
    return [own]


def locator_of(calls: Iterable[ChainedCall]) -> str:
    """Playwright's selector for a chain of `get_by_role`, `filter`, `nth`, ...; a ValueError names one without any."""
    parts = [part for call in calls for part in _parts(call)]
    if not parts:
        raise ValueError("it has no locator")
    return IN.join(parts)


def _parts(call: ChainedCall) -> list[str]:
    exact = bool(call.options.get("exact"))
    first: Any = call.args[0] if call.args else ""
    match call.method:
        case "get_by_role":
            return [f"internal:role={first}{_attributes(call.options, exact=exact)}"]
        case "get_by_label" | "get_by_text":
            return [f"internal:{call.method.removeprefix('get_by_')}={_text(first, exact=exact)}"]
        case "get_by_title" | "get_by_alt_text" | "get_by_placeholder":
            name = {"get_by_alt_text": "alt"}.get(call.method, call.method.removeprefix("get_by_"))
            return [f"internal:attr=[{name}={_text(first, exact=exact)}]"]
        case "get_by_test_id":
            return [f"internal:testid=[data-testid={_text(first, exact=True)}]"]
        case "locator" | "filter":
            return [*map(str, call.args), *_filters(call.options)]
        case "first" | "last" | "nth":
            return [f"nth={ {'first': 0, 'last': -1}.get(call.method, first) }"]
    raise ValueError(f"{call.method} cannot be expressed")


def _attributes(options: dict[str, Any], *, exact: bool) -> str:
    given = {name: value for name, value in options.items() if name != "exact"}
    spelled = (
        _text(value, exact=exact) if isinstance(value, str | TextPattern) else str(value).lower()
        for value in given.values()
    )
    return "".join(f"[{name}={value}]" for name, value in zip(given, spelled, strict=True))


def _filters(options: dict[str, Any]) -> list[str]:
    names = {"has_text": "internal:has-text", "has_not_text": "internal:has-not-text"}
    unknown = [name for name in options if name not in names]
    if unknown:
        raise ValueError(f"{unknown[0]} cannot be expressed")
    return [f"{names[name]}={_text(value, exact=False)}" for name, value in options.items()]


def _text(value: Any, *, exact: bool) -> str:
    if isinstance(value, TextPattern):
        return f"/{value.source}/{value.flags}"
    return json.dumps(str(value), ensure_ascii=False) + ("s" if exact else "i")
