"""Writes ten recorded sessions of the shop, from 5 to 240 events, each with a fault whose fewest steps are known.

    python examples/shop/sessions.py

A session is a row of tasks that a visitor might do, each of which leaves the shop as it was, with the steps that show
the fault strewn in between. `sessions.json` tells the fault of each, and the number of steps it comes down to.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS
from steps import HOME, step

FOLDER = Path(__file__).parent / "sessions"
SESSIONS = {
    "search-bracket": 5,
    "compare-same": 8,
    "guide-tab": 12,
    "newsletter-twice": 20,
    "rating-down": 35,
    "empty-cart": 50,
    "coupon-twice": 80,
    "out-of-stock": 120,
    "gift-norway": 180,
    "undo-clash": 240,
}
CALM = ("browse", "page", "filter", "sort", "budget", "compare", "rate", "keys", "newsletter", "guide")


def task(name: str, dice: random.Random) -> list[str]:
    """The steps of a task, after which the cart is empty and closed, and the catalogue is as at the start."""
    one, other = dice.sample([1, 2, 3], 1)[0], dice.choice([4, 5, 6])
    steps = {
        "browse": [f"search {dice.choice(['pen', 'desk', 'ink', 'o'])}", "search "],
        "page": ["next", "previous"],
        "filter": [f"category {dice.choice(['office', 'writing', 'kitchen'])}", "category "],
        "sort": [f"sort {dice.choice(['price', 'name'])}", "sort id"],
        "budget": [f"price {dice.choice([50, 100])}", "price "],
        "compare": [f"compare {one}", f"compare {other}", f"uncompare {one}", f"uncompare {other}"],
        "rate": [f"up {one}", f"down {one}"],
        "keys": [f"key {(key := dice.choice(['Shift', 'Control']))}", f"release {key}"],
        "newsletter": [f"email {dice.choice(['ann', 'bob', 'eve'])}@shop.example", "join"],
        "guide": ["guide", "metric"],
        "buy": [f"add {one}", "open-cart", f"remove {one}", "open-cart"],
        "stock up": [f"add {one}", f"add {one}", "open-cart", f"quantity {one} 1", f"remove {one}", "open-cart"],
        "empty": [f"add {one}", f"add {other}", "open-cart", "empty", "open-cart"],
        "order": [f"add {one}", "open-cart", "checkout", "name Ann", "country FR", "place", "open-cart"],
        "coupon": [f"add {one}", "open-cart", "coupon TEN", "apply", f"remove {one}", "open-cart"],
    }
    return steps[name]


TASKS = (*CALM, "buy", "stock up", "empty", "order", "coupon")


def session(fault: str, length: int, seed: int = 1) -> list[tuple[str, str]]:
    """Steps, each with its task."""
    dice = random.Random(f"{fault} {length} {seed}")
    minimum, avoid = FAULTS[fault].minimum, FAULTS[fault].avoid
    before = [name for name in TASKS if name not in avoid]
    between = [name for name in CALM if name not in avoid]
    wanted = length - len(minimum)
    first = list(_noise(dice, before, wanted * 3 // 4))
    rest = list(_noise(dice, between, wanted - sum(len(steps) for _, steps in first)))
    tasks = [(name, steps) for name, steps in first]
    places = sorted(dice.randrange(len(rest) + 1) for _ in minimum[1:])
    for place, words in enumerate(minimum[1:]):
        tasks += rest[places[place - 1] if place else 0 : places[place]]
        tasks.append(("what matters", [words]))
    numbered = [("visit", [minimum[0]]), *tasks, *rest[places[-1] :]]
    return [(words, f"{number} {name}") for number, (name, steps) in enumerate(numbered, start=1) for words in steps]


def _noise(dice: random.Random, names: list[str], length: int) -> Iterator[tuple[str, list[str]]]:
    """Tasks with this many steps in total, padded with releases of a key."""
    while length > 0:
        name = dice.choice(names)
        steps = task(name, dice)
        if len(steps) <= length:
            yield name, steps
            length -= len(steps)
        elif length == 1:
            yield "keys", ["release Shift"]
            length = 0


def recording(title: str, steps: list[tuple[str, str]], home: str = HOME) -> dict:
    return {"title": title, "steps": [{**step(words, home), "task": name} for words, name in steps]}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    index = {}
    for fault, length in SESSIONS.items():
        name = f"{length:03}-{fault}.json"
        text = json.dumps(recording(FAULTS[fault].what, session(fault, length)), separators=(",", ":"))
        (FOLDER / name).write_text(text.replace('},{"type"', '},\n{"type"') + "\n", encoding="utf-8")
        index[name] = {"fault": fault, "steps": length, "minimum": len(FAULTS[fault].minimum)}
    (FOLDER.parent / "sessions.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
