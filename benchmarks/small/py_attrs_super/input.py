"""Accounts with a history, and a bank that moves money between them."""

import datetime
import itertools

import attr

_numbers = itertools.count(1000)


class InsufficientFunds(Exception):
    def __init__(self, account, amount):
        super().__init__(f"{account.owner} has less than {amount}")
        self.account = account


@attr.s(slots=True)
class Entry:
    amount = attr.ib(converter=int)
    text = attr.ib(default="")
    when = attr.ib(factory=datetime.datetime.now, repr=False)


class Record:
    __slots__ = ("__weakref__",)

    def describe(self, indent=0):
        return " " * indent + type(self).__name__


@attr.s(slots=True)
class Account(Record):
    owner = attr.ib()
    number = attr.ib(factory=lambda: next(_numbers))
    entries = attr.ib(factory=list, repr=False)
    limit = attr.ib(default=0, validator=attr.validators.instance_of(int))

    @property
    def balance(self):
        return sum(each.amount for each in self.entries)

    def book(self, amount, text=""):
        if self.balance + amount < -self.limit:
            raise InsufficientFunds(self, -amount)
        self.entries.append(Entry(amount, text))

    def describe(self, indent=0):
        start = super().describe(indent)
        lines = [f"{start} {self.number} of {self.owner}: {self.balance}"]
        for each in self.entries[-3:]:
            lines.append(" " * (indent + 2) + f"{each.amount:>8} {each.text}")
        return "\n".join(lines)


@attr.s
class Bank:
    accounts = attr.ib(factory=dict)

    def open(self, owner, **options):
        account = Account(owner, **options)
        self.accounts[account.number] = account
        return account

    def move(self, source, target, amount, text="transfer"):
        source.book(-amount, text)
        target.book(amount, text)


def main():
    bank = Bank()
    alice, bob = bank.open("Alice", limit=100), bank.open("Bob")
    alice.book(250, "salary")
    bank.move(alice, bob, 300)
    try:
        bank.move(bob, alice, 1000)
    except InsufficientFunds as error:
        print("refused:", error)
    for account in bank.accounts.values():
        print(account.describe(indent=2))


if __name__ == "__main__":
    main()
