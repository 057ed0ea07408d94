"""The data of the shop, in SQLite: products, carts, coupons, orders. Faults are enabled by name."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

PRODUCTS = [
    (1, "Walnut desk", "office", 24900, 9),
    (2, "Desk lamp", "office", 3900, 9),
    (3, "Office chair", "office", 15900, 9),
    (4, "Fountain pen", "writing", 4500, 9),
    (5, "Ink, dark blue", "writing", 900, 3),
    (6, "Notebook", "writing", 1200, 9),
    (7, "Tea pot", "kitchen", 2900, 9),
    (8, "Chef's knife", "kitchen", 6900, 9),
    (9, "Cutting board", "kitchen", 2400, 9),
    (10, "Rain coat", "outdoor", 8900, 9),
    (11, "Hiking boots", "outdoor", 12900, 9),
    (12, "Camping stove", "outdoor", 5400, 9),
]
COUPONS = {"TEN": 1000, "MINUS20": 2000}
RATES = {"DE": 500, "FR": 700, "NO": 1500}
SCHEMA = """
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price INTEGER, stock INTEGER);
CREATE TABLE line (
    visitor TEXT, product INTEGER, quantity INTEGER CHECK (quantity >= 0), stock INTEGER, PRIMARY KEY (visitor, product),
    CHECK (quantity <= stock)
);
CREATE TABLE emptied (visitor TEXT, product INTEGER, quantity INTEGER, stock INTEGER);
CREATE TABLE coupon (visitor TEXT, code TEXT, PRIMARY KEY (visitor, code));
CREATE TABLE purchase (id INTEGER PRIMARY KEY, visitor TEXT, name TEXT, country TEXT, total INTEGER, wrapped INTEGER);
"""


class Refused(Exception):
    """The shop refuses a request, with a reason."""


class Store:
    """All carts, by visitor. Every method is one transaction."""

    def __init__(self, path: Path, faults: frozenset[str] = frozenset()) -> None:
        self._path, self._lock = path, threading.Lock()
        self.faults = faults
        self.reset(faults)

    def reset(self, faults: frozenset[str]) -> None:
        """A new database: no carts, no orders."""
        with self._lock:
            self.faults = faults
            if hasattr(self, "_database"):
                self._database.close()
            self._path.unlink(missing_ok=True)
            self._database = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
            self._database.executescript("PRAGMA synchronous = OFF;" + SCHEMA)
            self._database.executemany("INSERT INTO product VALUES (?, ?, ?, ?, ?)", PRODUCTS)

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _all(self, query: str, *values: object) -> list[tuple]:
        return self._database.execute(query, values).fetchall()

    def products(self) -> list[dict]:
        with self._lock:
            rows = self._all("SELECT id, name, category, price, stock FROM product ORDER BY id")
        return [dict(zip(("id", "name", "category", "price", "stock"), row)) for row in rows]

    def cart(self, visitor: str) -> dict:
        with self._lock:
            return self._cart(visitor)

    def _cart(self, visitor: str) -> dict:
        query = """SELECT product.id, name, quantity, price FROM line JOIN product ON product.id = line.product
            WHERE visitor = ? ORDER BY product.id"""
        lines = [dict(zip(("id", "name", "quantity", "price"), row)) for row in self._all(query, visitor)]
        codes = [code for (code,) in self._all("SELECT code FROM coupon WHERE visitor = ?", visitor)]
        total = sum(line["quantity"] * line["price"] for line in lines) - sum(COUPONS[code] for code in codes)
        if "negative-total" not in self.faults:
            total = max(0, total)
        return {"lines": lines, "coupons": codes, "total": total, "count": sum(line["quantity"] for line in lines)}

    def add(self, visitor: str, product: int) -> dict:
        with self._lock:
            stock = self._all("SELECT stock FROM product WHERE id = ?", product)[0][0]
            known = self._all("SELECT quantity FROM line WHERE visitor = ? AND product = ?", visitor, product)
            if known and known[0][0] >= stock and "out-of-stock" not in self.faults:
                raise Refused(f"only {stock} in stock")
            self._all(
                """INSERT INTO line VALUES (?, ?, 1, ?)
                ON CONFLICT (visitor, product) DO UPDATE SET quantity = quantity + 1""",
                visitor, product, stock,
            )
            return self._cart(visitor)

    def change(self, visitor: str, product: int, quantity: int) -> dict:
        with self._lock:
            if quantity <= 0 and "zero-quantity" not in self.faults:
                self._all("DELETE FROM line WHERE visitor = ? AND product = ?", visitor, product)
            else:
                query = "UPDATE line SET quantity = min(stock, ?) WHERE visitor = ? AND product = ?"
                self._all(query, quantity, visitor, product)
            return self._cart(visitor)

    def empty(self, visitor: str) -> dict:
        with self._lock:
            self._all("DELETE FROM emptied WHERE visitor = ?", visitor)
            self._all("INSERT INTO emptied SELECT * FROM line WHERE visitor = ?", visitor)
            self._all("DELETE FROM line WHERE visitor = ?", visitor)
            return self._cart(visitor)

    def undo(self, visitor: str) -> dict:
        """Restores the emptied cart; products that are in it again are not changed."""
        with self._lock:
            careful = "" if "undo-clash" in self.faults else "OR IGNORE"
            self._all(f"INSERT {careful} INTO line SELECT * FROM emptied WHERE visitor = ?", visitor)
            self._all("DELETE FROM emptied WHERE visitor = ?", visitor)
            return self._cart(visitor)

    def apply(self, visitor: str, code: str) -> dict:
        with self._lock:
            if code not in COUPONS:
                raise Refused("there is no such coupon")
            careful = "" if "coupon-twice" in self.faults else "OR IGNORE"
            self._all(f"INSERT {careful} INTO coupon VALUES (?, ?)", visitor, code)
            return self._cart(visitor)

    def order(self, visitor: str, name: str, country: str, wrapped: bool) -> dict:
        with self._lock:
            cart = self._cart(visitor)
            if not cart["lines"] and "checkout-empty" not in self.faults:
                raise Refused("the cart is empty")
            rate = RATES[country] // cart["count"] * cart["count"]
            if wrapped:
                rate += {"DE": 200, "FR": 200}[country] if "gift-norway" in self.faults else 200
            if "quote-in-name" in self.faults:
                self._all(f"SELECT count(*) FROM purchase WHERE name = '{name}'")
            query = "INSERT INTO purchase (visitor, name, country, total, wrapped) VALUES (?, ?, ?, ?, ?)"
            self._all(query, visitor, name, country, cart["total"] + rate, wrapped)
            self._all("DELETE FROM line WHERE visitor = ?", visitor)
            self._all("DELETE FROM coupon WHERE visitor = ?", visitor)
            return self._cart(visitor) | {"ordered": True}
