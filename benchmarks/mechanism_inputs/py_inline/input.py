"""Prices of an order, with a discount that depends on the customer."""

import decimal
import json

RATES = {"plain": "0.00", "gold": "0.05"}
DEFAULT = "plain"


def rate(kind):
    text = RATES.get(kind, RATES[DEFAULT])
    return decimal.Decimal(text)


def discounted(amount, kind):
    share = rate(kind)
    whole = decimal.Decimal(amount)
    return whole - whole * share


class Order:
    def __init__(self, lines, kind):
        self.lines = lines
        self.kind = kind

    def total(self):
        prices = [line["price"] for line in self.lines]
        amounts = [discounted(price, self.kind) for price in prices]
        return sum(amounts)

    def as_json(self):
        summary = {"kind": self.kind, "total": self.total()}
        return json.dumps(summary)


def main():
    lines = [{"name": "pen", "price": "1.20"}, {"name": "book", "price": "9.90"}]
    order = Order(lines, "gold")
    encoded = order.as_json()
    print(encoded)


main()
