"""Inputs that are nearly right: a file of the corpus with a few cuts, repetitions, insertions and flipped bytes.

Random bytes are turned away at the first character. What breaks a reader is a file that goes wrong late.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

CORPUS = Path(__file__).with_name("corpus")
NASTY = [
    *[bytes([each]) for each in b"\"'{}[]()<>|*+?:;,.%$#@=-\\/\n\t \0"],
    *[b"\r\n", b"\xff", b"\xc3", "\u2028".encode(), "\ud800".encode("utf-8", "surrogatepass"), b"\xef\xbb\xbf"],
    *[b"1e999", b"-1", b"NaN", b"null", b"true", b"[[[[[[[[", b"9" * 30, b"9" * 5000, b"\\u0000", b"\\x", b"\\ud800"],
    *[b"%%", b"/*", b"*/", b"//", b"<!--", b"]]>", b"->", b"{0}", b"(?P<", b"[^", b"a-", b"[z-a]"],
]


def seeds(kind: str) -> list[Path]:
    """The files kept for a reader."""
    return sorted((CORPUS / kind).iterdir())


@st.composite
def mutated(draw: st.DrawFn, originals: Sequence[bytes]) -> bytes:
    """One of the originals with up to six changes, or a mixture of two."""
    data = draw(st.sampled_from(originals))
    if draw(st.booleans()):
        other = draw(st.sampled_from(originals))
        data = data[: draw(_place(data))] + other[draw(_place(other)) :]
    for _ in range(draw(st.integers(0, 6))):
        data = _changed(draw, data)
    return data


def _changed(draw: st.DrawFn, data: bytes) -> bytes:
    start, length = draw(_place(data)), draw(st.integers(0, 12) | st.integers(0, len(data)))
    head, piece, tail = data[:start], data[start : start + length], data[start + length :]
    match draw(st.sampled_from(["cut", "twice", "insert", "insert", "replace", "flip"])):
        case "cut":
            return head + tail
        case "twice":
            return head + piece * 2 + tail
        case "insert":
            return head + draw(st.sampled_from(NASTY)) + piece + tail
        case "replace":
            return head + draw(st.sampled_from(NASTY) | st.binary(max_size=4)) + tail
        case _:
            return (
                data[:start]
                + bytes(each ^ draw(st.integers(1, 255)) for each in data[start : start + 1])
                + data[start + 1 :]
            )


def _place(data: bytes) -> st.SearchStrategy[int]:
    return st.integers(0, len(data))
