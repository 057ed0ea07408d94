"""Which element a step means: the selectors of a DevTools recording, resolved in a page.

A step has alternatives in order of preference, each a selector or a chain of selectors through shadow roots. The first
alternative that matches exactly one visible element is taken, else the first match of the first alternative that
matches at all, as Chrome does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thresher.web.scripts import script

if TYPE_CHECKING:
    from playwright.async_api import Frame

PREFIXES = ("aria", "xpath", "text", "pierce")
ENGINES = {"css": "css=", "pierce": "css=", "xpath": "xpath="}

AT_ONCE = tuple(f"input {kind}" for kind in ("color", "date", "datetime-local", "month", "range", "time", "week"))

Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Match:
    """Where the element is, as a Playwright selector; `seen` is how many visible ones the alternative matches."""

    selector: str
    seen: int
    visible: bool
    kind: str
    width: float
    height: float
    checked: bool


@dataclass(frozen=True, slots=True)
class NoMatch:
    """No alternative matches; `invalid` is the complaint of the browser about one that is no selector."""

    invalid: str | None


def part(text: str) -> Part:
    """The kind and the text of one selector.

    >>> part("aria/Add to cart"), part("xpath///*[@id='a']"), part("#cart > li")
    (('aria', 'Add to cart'), ('xpath', "//*[@id='a']"), ('css', '#cart > li'))
    """
    kind, slash, rest = text.partition("/")
    return (kind, rest) if slash and kind in PREFIXES else ("css", text)


def alternatives(step: Mapping[str, Any]) -> list[list[Part]]:
    """The alternatives of a step, each a chain; what is no text is left out."""
    given = step.get("selectors")
    chains = [[each] if isinstance(each, str) else each for each in given] if isinstance(given, list) else []
    texts = [[text for text in chain if isinstance(text, str)] for chain in chains if isinstance(chain, list)]
    return [[part(text) for text in chain] for chain in texts if chain]


def fires_change_when_left(kind: str) -> bool:
    """Whether the browser tells the page of a change in such a field only when it is left, not at once."""
    return kind == "textarea" or (kind.startswith("input ") and kind not in AT_ONCE)


def shown(step: Mapping[str, Any]) -> str:
    """The selector that tells a person most about the step's element, shortened."""
    chains = alternatives(step)
    if not chains:
        return ""
    plain = [chain for chain in chains if all(kind == "css" for kind, _ in chain)]
    text = " ".join(text for _, text in (plain or chains)[0])
    return text if len(text) <= 60 else text[:57] + "..."


async def resolve(frame: Frame, chains: list[list[Part]]) -> Match | NoMatch:
    """One look at the page as it is now."""
    found: dict[str, Any] = await frame.evaluate(script("resolve.js"), {"alternatives": chains})
    if found["chosen"] < 0:
        return NoMatch(found["invalid"])
    chain = chains[found["chosen"]]
    return Match(
        selector=_own(chain) if found["alone"] and _own(chain) else found["path"],
        seen=found["seen"],
        visible=found["visible"],
        kind=found["kind"],
        width=found["width"],
        height=found["height"],
        checked=found["checked"],
    )


def _own(chain: list[Part]) -> str:
    """The recorded selector in Playwright's words, which survives that the page is drawn anew; empty if it has none."""
    if len(chain) != 1 or chain[0][0] not in ENGINES:
        return ""
    kind, text = chain[0]
    return ENGINES[kind] + text
