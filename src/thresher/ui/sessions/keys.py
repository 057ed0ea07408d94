"""Keys of a terminal: the bytes that each sends, and its name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thresher.structures.events import Record

NAMED = {
    "Enter": b"\r",
    "Tab": b"\t",
    "Escape": b"\x1b",
    "Backspace": b"\x7f",
    "Up": b"\x1b[A",
    "Down": b"\x1b[B",
    "Right": b"\x1b[C",
    "Left": b"\x1b[D",
    "Home": b"\x1b[H",
    "End": b"\x1b[F",
    "Insert": b"\x1b[2~",
    "Delete": b"\x1b[3~",
    "PageUp": b"\x1b[5~",
    "PageDown": b"\x1b[6~",
    "BackTab": b"\x1b[Z",
    **{f"F{number}": b"\x1bO" + bytes([ord("P") + number - 1]) for number in range(1, 5)},
    **{
        f"F{number}": b"\x1b[%d~" % code
        for number, code in zip(range(5, 13), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)
    },
}
"""What an xterm sends."""
_NAMES = {sent: name for name, sent in NAMED.items()} | {
    b"\x1bO" + bytes([letter]): name
    for letter, name in zip(b"ABCDHF", ("Up", "Down", "Right", "Left", "Home", "End"), strict=True)
}
_KEY = re.compile(
    rb"""
    \x1b\[ [0-?]* [ -/]* [@-~]       # cursor and function keys
    | \x1bO .                        # the same in application mode
    | \x1b [PX^_\]] .*? (?: \x07 | \x1b\\ )   # answers of the terminal
    | \x1b? (?: [\xc0-\xdf][\x80-\xbf] | [\xe0-\xef][\x80-\xbf]{2} | [\xf0-\xf7][\x80-\xbf]{3} | [^\x1b] )
    | \x1b
    """,
    re.VERBOSE | re.DOTALL,
)
_ANSWER = re.compile(rb"\x1b\[ [?>0-9;]* [cnRyt]|\x1b[PX^_\]].+", re.VERBOSE | re.DOTALL)


def split_keys(typed: bytes) -> Iterator[bytes]:
    r"""The keys that the bytes of a terminal consist of; nothing is lost.

    >>> list(split_keys(b"a\x1b[B\x1bx\xc3\xa4"))
    [b'a', b'\x1b[B', b'\x1bx', b'\xc3\xa4']
    """
    return (match.group() for match in _KEY.finditer(typed))


def is_answer(key: bytes) -> bool:
    r"""Whether the terminal itself sent this, because the program asked it something.

    >>> is_answer(b"\x1b[24;80R"), is_answer(b"\x1b[B")
    (True, False)
    """
    return _ANSWER.fullmatch(key) is not None


def name_of(key: bytes) -> str:
    r"""What the key is called: its character, its name, Ctrl+X or Alt+X; else its bytes in hexadecimal.

    >>> [name_of(key) for key in (b"a", b"\x1b[B", b"\x18", b"\x1bx", b"\x1b[1;5C", b"\xff")]
    ['a', 'Down', 'Ctrl+X', 'Alt+x', '1b5b313b3543', 'ff']
    """
    if key in _NAMES:
        return _NAMES[key]
    if len(key) == 1 and key[0] < 32:
        return f"Ctrl+{chr(key[0] + 64)}"
    if len(key) > 1 and key[:1] == b"\x1b" and key[1:2] not in (b"[", b"O"):
        return f"Alt+{name_of(key[1:])}"
    try:
        text = key.decode()
    except UnicodeDecodeError:
        return key.hex()
    return text if text.isprintable() else key.hex()


def key_record(key: bytes) -> dict[str, str]:
    r"""The fields of a step that types this key.

    >>> key_record(b"a"), key_record(b"\x1bOB")
    ({'type': 'key', 'key': 'a'}, {'type': 'key', 'key': 'Down', 'bytes': '1b4f42'})
    """
    name = name_of(key)
    fields = {"type": "key", "key": name}
    return fields if bytes_of(fields) == key else {**fields, "bytes": key.hex()}


def bytes_of(record: Record) -> bytes | None:
    r"""What a step types; None if it does not say.

    >>> bytes_of({"type": "key", "key": "Ctrl+X"}), bytes_of({"type": "key", "key": "Alt+Down"})
    (b'\x18', b'\x1b\x1b[B')
    """
    raw, name = record.get("bytes"), record.get("key")
    if isinstance(raw, str):
        try:
            return bytes.fromhex(raw) or None
        except ValueError:
            return None
    return _sent(name) if isinstance(name, str) else None


def _sent(name: str) -> bytes | None:
    if name in NAMED:
        return NAMED[name]
    if name.startswith("Alt+"):
        rest = _sent(name.removeprefix("Alt+"))
        return b"\x1b" + rest if rest else None
    if name.startswith("Ctrl+") and len(name) == 6 and "@" <= name[5].upper() <= "_":
        return bytes([ord(name[5].upper()) - 64])
    return name.encode() if len(name) == 1 else None
