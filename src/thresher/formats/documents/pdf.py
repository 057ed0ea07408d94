r"""PDF: objects that may go, with the table of their places, their number and the lengths of their streams put right.

An object goes with all references to it, and with the objects that are reached through it alone: a page with its
contents and its own fonts. Objects that are packed together in a stream are parts like all others; a candidate has each
of them on its own, in the notation of PDF 1.4. A file that has no trailer, or an object in a stream that cannot be
unpacked, is not such a container.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from thresher.formats.archives.deflate import ZLIB, Allowance, deflated
from thresher.structures.container import Part
from thresher.structures.dominators import dominators

MAGIC = b"%PDF-"
LATEST = b"%%EOF"
LONGEST_NUMBER = 12  # digits
DEEPEST = 24  # objects in each other; what is reached through more of them is beside the last
MOST_NESTED = 20_000  # objects
DICTIONARY, STREAM = "dictionary", "stream"
_OBJECT = re.compile(rb"(?<![0-9])(\d{1,10})[ \t\r\n\0\f]+(\d{1,5})[ \t\r\n\0\f]+obj(?![a-z])")
_STREAM = re.compile(rb"stream\r?\n|stream\r")
_END = re.compile(rb"\s*endstream")
_LENGTH = re.compile(rb"/Length\s+(?:\d+\s+\d+\s+R|\d+)")
_NUMBER = re.compile(rb"/Length\s+(\d{1,12})(?!\s+\d+\s+R)\b")
_TRAILER, _TRAILER_END = re.compile(rb"\btrailer\b"), re.compile(rb"\bstartxref\b")
_OF_TABLES = re.compile(rb"/(?:Type\s*/XRef|Index\s*\[[^\]]*\]|W\s*\[[^\]]*\]|Length\s+\d+|Size\s+\d+|Prev\s+\d+"
                        rb"|XRefStm\s+\d+|Filter\s*/\w+|DecodeParms\s*<<[^<>]*>>)\s*")  # fmt: skip
_PREDICTED = re.compile(rb"/(?:DecodeParms|DP)\b")
_PACKED = re.compile(rb"/Filter\s*(?:/FlateDecode\b|\[\s*/FlateDecode\s*\])")
_REFERENCE = re.compile(rb"(?<![0-9.])(\d{1,10})\s+\d{1,5}\s+R\b")
_KEY_AND_REFERENCE = re.compile(rb"(/[^\s()<>\[\]{}/%]+\s*)?(?<![0-9.])(\d{1,10})\s+\d{1,5}\s+R\b ?")
_KIDS, _COUNT = re.compile(rb"/Kids\s*\[([^\[\]]*)\]"), re.compile(rb"/Count\s+(\d{1,10})\b")
_FIRST, _TYPE = re.compile(rb"/First\s+(\d{1,12})\b"), re.compile(rb"/Type\s*/(ObjStm|XRef)\b")


@dataclass(frozen=True, eq=False)
class PdfObject(Part):
    """An object by its number, the one at that place in the file: a value; or its value, a stream and other objects."""

    number: int = 0
    generation: int = 0
    place: int = 0


@dataclass(frozen=True, eq=False)
class PdfFile(Part):
    """The header, the objects and the trailer; `numbers` are those of all objects that were there."""

    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class PdfStream(Part):
    """What is in a stream, unpacked if it was `packed`."""

    packed: bool = False


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the first bytes."""
    return 0.99 if MAGIC in data[:1024] else 0.0


def parse_container(name: str, data: bytes) -> Part | None:
    """The header, the objects and the trailer; None if there is no trailer, or an object that cannot be reached."""
    objects: list[PdfObject] = []
    trailers = [*_trailers(data)]
    allowance = Allowance(len(data))
    bodies = [_body(data, *place, allowance=allowance) for place in _places(data)]
    for body in bodies:
        kind = _TYPE.search(body.parts[0].content) if body.parts else None
        inner = [body] if kind is None else _unpacked(body) if kind[1] == b"ObjStm" else []
        if inner is None:
            return None
        objects += inner
        trailers += [body.parts[0].content] if kind and kind[1] == b"XRef" else []
    rooted = [trailer for trailer in trailers if b"/Root" in trailer] or trailers
    if not rooted or MAGIC not in data:
        return None
    head = data[: next((start for *_, start, _ in _places(data)), max(data.find(b"xref"), 0))]
    trailer = Part("trailer", content=_OF_TABLES.sub(b"", rooted[-1]).strip(), fixed=True)
    placed = [replace(each, place=at) for at, each in enumerate(objects)]
    header = Part("header", content=head, fixed=True, opaque=True)
    parts = (header, *_nested(placed, trailer.content), trailer)
    return PdfFile("pdf", parts=parts, raw=data, numbers=frozenset(each.number for each in objects))


def write(part: Part) -> bytes:
    """The file."""
    if part.raw is not None:
        return part.raw
    fixed = {each.kind: each.content for each in part.parts if not isinstance(each, PdfObject)}
    pieces, places, at = [fixed.get("header", b"")], dict[int, tuple[int, int]](), len(fixed.get("header", b""))
    objects = sorted(_objects(part), key=lambda found: found.place)
    gone = (part.numbers if isinstance(part, PdfFile) else frozenset()) - {each.number for each in objects}
    for each in objects:
        piece = _written(each, gone)
        places[each.number] = at, each.generation
        pieces.append(piece)
        at += len(piece)
    trailer = without_references(fixed.get("trailer", b"<<>>"), gone)
    size = b"/Size %d" % (max(places, default=0) + 1)
    if trailer.startswith(b"<<"):
        trailer = b"<<" + size + b"\n" + trailer[2:].lstrip()
    table = b"xref\n0 1\n0000000000 65535 f \n"
    for number, (place, generation) in sorted(places.items()):
        table += b"%d 1\n%010d %05d n \n" % (number, place, generation)
    return b"".join([*pieces, table, b"trailer\n", trailer, b"\nstartxref\n%d\n" % at, LATEST, b"\n"])


def _trailers(data: bytes) -> Iterator[bytes]:
    at = 0
    while (start := _TRAILER.search(data, at)) and (end := _TRAILER_END.search(data, start.end())):
        yield data[start.end() : end.start()]
        at = end.end()


def _places(data: bytes) -> Iterator[tuple[int, int, int, int]]:
    """Number and generation of each object, and from where to where it is."""
    at = 0
    while found := _OBJECT.search(data, at):
        end = data.find(b"endobj", found.end())
        stream = _STREAM.search(data, found.end(), end if end >= 0 else len(data))
        if stream is not None:
            end = data.find(b"endobj", _stream_end(data, found.end(), stream))
        at = end + 6 if end >= 0 else len(data)
        yield int(found[1]), int(found[2]), found.start(), at


def _stream_end(data: bytes, start: int, stream: re.Match[bytes]) -> int:
    """Where the bytes of a stream end: by its length if that is right, else before the next `endstream`."""
    length = _NUMBER.search(data, start, stream.start())
    end = stream.end() + int(length[1]) if length else -1
    if length and _END.match(data, end):
        return end
    end = data.find(b"endstream", stream.end())
    if end < 0:
        return len(data)
    return end - (2 if data[end - 2 : end] == b"\r\n" else 1 if data[end - 1 : end] in (b"\r", b"\n") else 0)


def _body(data: bytes, number: int, generation: int, at: int, stop: int, *, allowance: Allowance) -> PdfObject:
    start = data.index(b"obj", at) + 3
    stream = _STREAM.search(data, start, stop)
    if stream is None:
        end = data.rfind(b"endobj", start, stop)
        value = data[start : end if end >= 0 else stop].strip()
        return PdfObject("object", content=value, number=number, generation=generation)
    value = _LENGTH.sub(b"", data[start : stream.start()]).strip()
    bytes_ = data[stream.end() : _stream_end(data, start, stream)]
    plain = allowance.inflated_head(bytes_, wrapping=ZLIB) if _PACKED.search(value) else None
    packed = plain is not None and not _PREDICTED.search(value)
    content = plain[0] if plain is not None and packed else bytes_
    inner = PdfStream(STREAM, content=content, raw=bytes_ if packed else None, packed=packed)
    parts = (Part(DICTIONARY, content=value, fixed=True), inner)
    return PdfObject("object", parts=parts, number=number, generation=generation)


def _unpacked(body: PdfObject) -> list[PdfObject] | None:
    """The objects in a stream of objects."""
    value, stream = body.parts[0].content, body.parts[1]
    first = _FIRST.search(value)
    if not isinstance(stream, PdfStream) or first is None or (b"/Filter" in value and not stream.packed):
        return None
    numbers = stream.content[: int(first[1])].split()
    if len(numbers) % 2 or not all(number.isdigit() and len(number) <= LONGEST_NUMBER for number in numbers):
        return None
    pairs = [(int(one), int(first[1]) + int(two)) for one, two in zip(numbers[::2], numbers[1::2], strict=True)]
    stops = [*(start for _, start in pairs[1:]), len(stream.content)]
    return [
        PdfObject("object", content=stream.content[start:stop].strip(), number=number)
        for (number, start), stop in zip(pairs, stops, strict=True)
    ]


def _value(part: PdfObject) -> bytes:
    return part.parts[0].content if part.parts else part.content


def _nested(objects: list[PdfObject], trailer: bytes) -> list[PdfObject]:
    """The objects, each in the one that all references to it come through, beginning at the trailer."""
    numbered = {each.number: at for at, each in enumerate(objects)}
    if len(objects) > MOST_NESTED:
        return objects
    found = ({int(number) for number in _REFERENCE.findall(value)} for value in (*map(_value, objects), trailer))
    edges = [sorted(numbered[number] for number in numbers if number in numbered) for numbers in found]
    above, depths = dominators(edges, len(objects)), {len(objects): 0}
    inside: dict[int, list[PdfObject]] = {}
    for node, parent in above.items():
        near = parent if depths[parent] < DEEPEST else above[parent]
        above[node], depths[node] = near, depths[near] + 1
    nested = dict(enumerate(objects))
    for node, parent in reversed(above.items()):
        nested[node] = _holding(nested.pop(node), inside.pop(node, []))
        if parent != len(objects):
            inside.setdefault(parent, []).append(nested.pop(node))
    return sorted(nested.values(), key=lambda each: each.place)


def _holding(part: PdfObject, inside: list[PdfObject]) -> PdfObject:
    """An object with others in it."""
    if not inside:
        return part
    own = part.parts or (Part(DICTIONARY, content=part.content, fixed=True),)
    return replace(part, content=b"", parts=(*own, *sorted(inside, key=lambda each: each.place)))


def _objects(part: Part) -> Iterator[PdfObject]:
    for each in part.parts:
        if isinstance(each, PdfObject):
            yield each
            yield from _objects(each)


def without_references(value: bytes, gone: frozenset[int]) -> bytes:
    """A value without references to objects, each with its key in a dictionary; the number of pages is kept right.

    >>> without_references(b"<</Kids [3 0 R 5 0 R] /Count 2 /Next 3 0 R>>", frozenset({3}))
    b'<</Kids [5 0 R] /Count 1 >>'
    """
    if not gone:
        return value
    left = _KEY_AND_REFERENCE.sub(lambda found: b"" if int(found[2]) in gone else found[0], value)
    kids, count = (_KIDS.search(each) for each in (value, left)), _COUNT.search(left)
    before, after = (len(_REFERENCE.findall(each[1])) if each else 0 for each in kids)
    if count and int(count[1]) == before:
        left = left[: count.start(1)] + b"%d" % after + left[count.end(1) :]
    return left


def _written(part: PdfObject, gone: frozenset[int]) -> bytes:
    """The text in the file, without references to objects that are gone."""
    value = without_references(_value(part), gone)
    stream = next((each for each in part.parts if isinstance(each, PdfStream)), None)
    if stream is not None:
        content = stream.raw or (deflated(stream.content, wrapping=ZLIB) if stream.packed else stream.content)
        length = b"/Length %d" % len(content)
        value = value[:2] + length + b"\n" + value[2:].lstrip() if value.startswith(b"<<") else b"<<" + length + b">>"
        value += b"\nstream\n" + content + b"\nendstream"
    return b"%d %d obj\n%s\nendobj\n" % (part.number, part.generation, value)
