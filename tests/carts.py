"""The shopping cart of Elyasov et al., Reduce First, Debug Later (2014), section 2, to replay and to mine."""

from __future__ import annotations

from collections.abc import Sequence

from thresher.kernel.outcome import Outcome, Verdict
from thresher.structures.events import EventLog, LogStep

FIGURE_2 = (
    "init 0 0, open 0 1, add(1) 1 1, empty 0 1, empty 0 1, add(2) 1 1, add(3) 2 1, delete(3) 1 1, delete(2) 0 1, "
    "add(3) 1 1, add(2) 2 1"
)
SEQUENCE_1 = ["open", "add(1)", "empty", "add(2)", "add(3)", "delete(2)", "delete(3)", "empty"]


def step(text: str, state: dict[str, int] | None = None) -> LogStep:
    """`add(1)`, with a state after it."""
    name, _, item = text.rstrip(")").partition("(")
    return LogStep(name, (int(item),) if item else (), dict(state) if state is not None else None)


def figure_2(*, catalogue: bool = True) -> EventLog:
    """The log of a successful run; without `catalogue` the state does not have whether that is open."""
    lines = (line.split() for line in FIGURE_2.split(", "))
    return EventLog(
        tuple(
            step(event, {"N": int(items), "C": int(opened)} if catalogue else {"N": int(items)})
            for event, items, opened in lines
        )
    )


def replay(events: Sequence[str]) -> Verdict:
    """`empty` fails when the cart is empty; nothing but `open` can be done before `open`."""
    opened, cart = False, set()
    for number, event in enumerate(events, start=1):
        name, _, item = event.partition("(")
        if name == "open":
            opened = True
        elif not opened or (name == "delete" and item not in cart):
            return Verdict(Outcome.UNRESOLVED, f"stuck at {event}", used=number)
        elif name == "add":
            cart.add(item)
        elif name == "delete":
            cart.remove(item)
        elif cart:
            cart.clear()
        else:
            return Verdict(Outcome.FAIL, "empty while empty", used=number)
    return Verdict(Outcome.PASS)
