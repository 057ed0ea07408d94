"""A place in bytes from which they are read, and numbers of variable length, seven bits a byte."""

from __future__ import annotations

MORE, BITS = 0x80, 7
LONGEST = 10  # bytes of a number


class Cursor:
    """A place in bytes that moves on as they are read. Raises ValueError where they end too early."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.data)

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """Without a sign; one with a sign is as long."""
        found = 0
        for place in range(LONGEST):
            byte = self.byte()
            found |= (byte & ~MORE) << place * BITS
            if not byte & MORE:
                return found
        raise ValueError("a number without an end")

    def take(self, count: int) -> bytes:
        found = self.data[self.at : self.at + count]
        if len(found) < count:
            raise ValueError("it ends too early")
        self.at += count
        return found

    def text(self) -> bytes:
        """Bytes with their number before them."""
        return self.take(self.number())


def encoded(number: int) -> bytes:
    """As short as it can be.

    >>> encoded(5), encoded(300)
    (b'\\x05', b'\\xac\\x02')
    """
    found = bytearray()
    while True:
        number, low = number >> BITS, number & (MORE - 1)
        found.append(low | MORE if number else low)
        if not number:
            return bytes(found)
