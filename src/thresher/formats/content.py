"""What is known about bytes without parsing them."""

from __future__ import annotations

HEAD = 1 << 16  # how much of a file is examined
_CONTROL = bytes(range(8)) + bytes(range(14, 27)) + bytes(range(28, 32))


def is_binary(data: bytes) -> bool:
    """More than one control character in fifty: no text. A stray NUL byte in a text does not make it binary.

    >>> is_binary(b"int main() {}"), is_binary(bytes(range(256)))
    (False, True)
    """
    head = data[:HEAD]
    controls = len(head) - len(head.translate(None, _CONTROL))
    return controls * 50 > len(head)


def has_suffix(name: str, *suffixes: str) -> bool:
    return name.lower().endswith(suffixes)
