"""The faults that the shop can be started with: what is wrong, how it shows, and the fewest steps that trigger it.

`shows` are options of `thresher web reduce`; a fault without them is learned from the first replay. Steps are in the
words of `steps.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

WRONG_ITEM = ("--fails-when", "!!shop.added && shop.added.asked !== shop.added.got")
WRONG_BADGE = ("--fails-when", "shop.cart.count !== Number(document.getElementById('count').textContent)")


@dataclass(frozen=True)
class Fault:
    """`avoid` are the tasks of a session that would trigger the fault as well, or prevent it."""

    what: str
    minimum: tuple[str, ...]
    shows: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()


CART = ("buy", "stock up", "empty", "order", "coupon")

FAULTS = {
    "empty-cart": Fault("emptying an empty cart", ("visit", "open-cart", "empty"), avoid=("empty",)),
    "compare-same": Fault("comparing a product with itself", ("visit", "compare 2", "compare 2"), avoid=("compare",)),
    "compare-four": Fault(
        "comparing four products",
        ("visit", "compare 1", "compare 4", "compare 2", "compare 5"),
        avoid=("compare",),
    ),
    "same-category": Fault("comparing two of a kind", ("visit", "compare 1", "compare 3"), avoid=("compare",)),
    "filter-none": Fault("a filter that nothing passes", ("visit", "price 1")),
    "search-bracket": Fault("a bracket in the search", ("visit", "search (")),
    "page-then-filter": Fault(
        "a filter on the second page", ("visit", "next", "category office"), avoid=("filter", "browse", "budget")
    ),
    "rating-down": Fault(
        "down from the best rating", ("visit", "up 2", "up 2", "down 2"), avoid=("rate", "page", "filter", "sort", "browse", "budget")
    ),
    "guide-tab": Fault("inches in the size guide, in another tab", ("visit", "guide", "inches")),
    "newsletter-twice": Fault(
        "joining the newsletter twice, in a frame", ("visit", "email a@b.example", "join", "join"), avoid=("newsletter",)
    ),
    "shortcut": Fault("the keys g and c", ("visit", "key g", "key c"), avoid=("keys", "browse", "newsletter", *CART)),
    "coupon-twice": Fault(
        "a coupon used twice", ("visit", "open-cart", "coupon TEN", "apply", "apply"), avoid=("coupon",)
    ),
    "checkout-empty": Fault("an order of nothing", ("visit", "open-cart", "checkout", "place"), avoid=CART),
    "quote-in-name": Fault(
        "a quote in the customer's name",
        ("visit", "add 3", "open-cart", "checkout", "name O'Hara", "place"),
        avoid=("order",),
    ),
    "gift-norway": Fault(
        "a gift to Norway",
        ("visit", "add 4", "open-cart", "checkout", "country NO", "gift", "place"),
        avoid=("order",),
    ),
    "out-of-stock": Fault("more than there are", ("visit", "add 5", "add 5", "add 5", "add 5"), avoid=CART),
    "undo-clash": Fault(
        "undo when the product is there again",
        ("visit", "add 1", "open-cart", "empty", "add 1", "undo"),
        avoid=("empty", "order"),
    ),
    "zero-quantity": Fault(
        "none of a product",
        ("visit", "add 6", "open-cart", "quantity 6 0"),
        shows=("--text", "NaN"),
        avoid=CART,
    ),
    "negative-total": Fault(
        "a coupon for an empty cart",
        ("visit", "open-cart", "coupon MINUS20", "apply"),
        shows=("--text", "-20.00"),
        avoid=CART,
    ),
    "sorted-add": Fault("the wrong product of a sorted list", ("visit", "sort price", "add 5"), shows=WRONG_ITEM),
    "lost-badge": Fault("the number on the cart after a reload", ("visit", "add 2", "visit"), shows=WRONG_BADGE, avoid=CART),
}
