"""Short names for steps in the shop, translated to steps of a DevTools recording."""

from __future__ import annotations

HOME = "http://127.0.0.1:8090/"


def step(words: str, home: str = HOME) -> dict:
    """The recorded step for words such as `add 3`, `search pen`, `key g`."""
    what, _, rest = words.partition(" ")
    match what:
        case "visit":
            events = [{"type": "navigation", "url": home, "title": "Corner shop"}]
            return {"type": "navigate", "url": home, "assertedEvents": events}
        case "search" | "category" | "price" | "sort" | "coupon" | "name" | "country":
            return _change(what, rest)
        case "quantity":
            product, value = rest.split()
            return _change(f"quantity-{product}", value)
        case "up" | "down":
            return {"type": "click", "target": "main", "selectors": [[f"#rating-{rest}", f"#{what}"], [f"pierce/#{what}"]]}
        case "email":
            return _change("email", rest) | {"frame": [0]}
        case "join":
            return _click("join") | {"frame": [0]}
        case "metric" | "inches":
            return _click(what) | {"target": home + "guide"}
        case "key":
            return {"type": "keyDown", "target": "main", "key": rest}
        case "release":
            return {"type": "keyUp", "target": "main", "key": rest}
    return _click(words.replace(" ", "-"))


def _click(name: str) -> dict:
    return {"type": "click", "target": "main", "selectors": _selectors(name)}


def _change(name: str, value: str) -> dict:
    return {"type": "change", "target": "main", "selectors": _selectors(name), "value": value}


def _selectors(name: str) -> list[list[str]]:
    return [[f"#{name}"], [f'xpath///*[@id="{name}"]'], [f"pierce/#{name}"]]
