"""Finds the element of a step: the selectors of a DevTools recording, resolved in a page.

A step has alternatives in order of preference, each a selector or a chain of selectors through shadow roots. The first
alternative that matches exactly one visible element is taken, else the first match of the first alternative that
matches at all, as Chrome does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error

from thresher.web.replaying.reasons import is_navigating
from thresher.web.replaying.replay_result import NamedLocator
from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

PLAYWRIGHT = "playwright"  # a selector of Playwright: locators of imported scripts that nothing else can express
PREFIXES = ("aria", "xpath", "text", "pierce", PLAYWRIGHT)
ENGINES = {"css": "css=", "pierce": "css=", "xpath": "xpath=", PLAYWRIGHT: ""}

IMMEDIATE = tuple(f"input {kind}" for kind in ("color", "date", "datetime-local", "month", "range", "time", "week"))

Part = tuple[str, str]

_TEST_ID = re.compile(r'\[data-testid="(?P<name>[\w-]+)"\]')
_ROLE = re.compile(r'(?P<name>.*?)\[\s*role\s*=\s*"?(?P<role>[\w-]+)"?\s*\]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Match:
    """The element, as a Playwright selector; `seen` counts the visible elements that the alternative matches.

    `chosen` is the index of the alternative. `missed` says that it is a fall-back: those before it match nothing.
    `moving` says that an animation around it has not ended.
    """

    selector: str
    chosen: int
    missed: bool
    seen: int
    visible: bool
    kind: str
    width: float
    height: float
    checked: bool
    moving: bool
    path: str


@dataclass(frozen=True, slots=True)
class NoMatch:
    """No alternative matches; `invalid` is the browser's error message about one that is not a selector.

    `closed` is the name of an element that one leads into, which has no open shadow root.
    """

    invalid: str | None
    closed: str | None = None


def part(text: str) -> Part:
    """The kind and the text of one selector.

    >>> part("aria/Add to cart"), part("xpath///*[@id='a']"), part("#cart > li")
    (('aria', 'Add to cart'), ('xpath', "//*[@id='a']"), ('css', '#cart > li'))
    """
    kind, slash, rest = text.partition("/")
    return (kind, rest) if slash and kind in PREFIXES else ("css", text)


def alternatives(step: Mapping[str, Any]) -> list[list[Part]]:
    """The alternatives of a step, each a chain; anything but strings is ignored."""
    given = step.get("selectors")
    chains = [[each] if isinstance(each, str) else each for each in given] if isinstance(given, list) else []
    texts = [[text for text in chain if isinstance(text, str)] for chain in chains if isinstance(chain, list)]
    return [[part(text) for text in chain] for chain in texts if chain]


def fires_change_when_left(kind: str) -> bool:
    """Whether the browser fires `change` for such a field only when it loses the focus."""
    return kind == "textarea" or (kind.startswith("input ") and kind not in IMMEDIATE)


def shown(step: Mapping[str, Any]) -> str:
    """The most readable selector of the step's element, shortened."""
    chains = alternatives(step)
    if not chains:
        return ""
    plain = [chain for chain in chains if all(kind == "css" for kind, _ in chain)]
    kind, first = chains[0][0]
    if len(chains[0]) == 1 and kind == "aria" and (role := _ROLE.fullmatch(first)) is not None:
        text = f'{role["role"]} "{role["name"]}"'
    elif len(chains[0]) == 1 and kind == "text":
        text = f'"{first}"'
    else:
        text = " ".join(text for _, text in (plain or chains)[0])
    return text if len(text) <= 60 else text[:57] + "..."


async def with_elements(frame: Frame, chains: list[list[Part]]) -> list[list[list[Any]]]:
    """The alternatives, with the elements that Playwright finds in place of its own selectors."""
    return [
        [[kind, await frame.query_selector_all(text) if kind == PLAYWRIGHT else text] for kind, text in chain]
        for chain in chains
    ]


async def resolve(frame: Frame, chains: list[list[Part]]) -> Match | NoMatch:
    """The match in the page as it is now."""
    query = {"alternatives": await with_elements(frame, chains)}
    found: dict[str, Any] = await frame.evaluate(script("resolve.js"), query)
    if found["chosen"] < 0:
        return NoMatch(found["invalid"], found["closed"])
    chain = chains[found["chosen"]]
    return Match(
        selector=_as_playwright(chain) if found["alone"] and _as_playwright(chain) else found["path"],
        chosen=found["chosen"],
        missed=found["chosen"] > 0 and found["missed"],
        seen=found["seen"],
        visible=found["visible"],
        kind=found["kind"],
        width=found["width"],
        height=found["height"],
        checked=found["checked"],
        moving=found["moving"],
        path=found["path"],
    )


async def path_of_focus(page: Page, numbers: Sequence[int], chains: list[list[Part]]) -> str | None:
    """The path of the focused element, if the chains lead to it; `numbers` are those of the frames on the way."""
    frame = page.main_frame
    for number in numbers:
        if number >= len(frame.child_frames):
            return None
        frame = frame.child_frames[number]
    try:
        path: str | None = await frame.evaluate(script("focused.js"), {"alternatives": chains})
    except Error as error:
        if is_navigating(error.message):
            return None
        raise
    return path


def _as_playwright(chain: list[Part]) -> str:
    """The recorded selector in Playwright's syntax, which survives a re-render; empty if it cannot be expressed."""
    if len(chain) != 1 or chain[0][0] not in ENGINES:
        return ""
    kind, text = chain[0]
    return ENGINES[kind] + text


async def named_locator(frame: Frame, chains: list[list[Part]], found: Match) -> NamedLocator | None:
    """The first alternative by a name with which Playwright finds the same element and no other."""
    for named in filter(None, map(_named, chains)):
        locator = {
            "get_by_role": lambda named=named: frame.get_by_role(named.role, name=named.name, exact=True),
            "get_by_test_id": lambda named=named: frame.get_by_test_id(named.name),
            "get_by_text": lambda named=named: frame.get_by_text(named.name, exact=True),
        }[named.method]()
        if await locator.count() == 1 and await locator.and_(frame.locator(found.selector)).count() == 1:
            return named
    return None


def _named(chain: list[Part]) -> NamedLocator | None:
    """
    >>> _named([("aria", 'Save[role="button"]')])
    NamedLocator(method='get_by_role', name='Save', role='button')
    """
    kind, text = chain[0]
    if len(chain) != 1:
        return None
    if kind == "aria" and (role := _ROLE.fullmatch(text)) is not None:
        return NamedLocator("get_by_role", role["name"], role["role"])
    if kind == "css" and (marked := _TEST_ID.fullmatch(text)) is not None:
        return NamedLocator("get_by_test_id", marked["name"])
    return NamedLocator("get_by_text", text) if kind == "text" else None
