"""Replays a log of what a user did with a shopping cart."""

import json
import sys

items, coupon = {}, 0
for line in open(sys.argv[1]):
    step = json.loads(line)
    arguments = step.get("args", [])
    match step["event"]:
        case "add":
            items[arguments[0]] = arguments[1]
        case "remove":
            items.pop(arguments[0], None)
        case "coupon":
            coupon = arguments[0] if items else 0
    assert sum(items.values()) >= coupon, "the shop pays the customer"
