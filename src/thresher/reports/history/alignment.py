"""What changed from one content to the next, and which stretches of the first are still there in the last.

Most steps remove one part: then the common ends of two contents are enough. The rest is compared by
lines, and lines that differ by tokens. In contents of megabytes only the ends are compared: time goes with the size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from string import ascii_letters, digits
from typing import NamedTuple

from thresher.formats.units import tokens
from thresher.structures.changes.common_ends import Content, common_prefix, common_suffix

SLIDE = 200  # bytes by which a removal may be moved to the beginning of a line
WORD = (digits + ascii_letters + "_").encode()
MOST_ALIGNED = 1 << 22  # bytes that differ and are compared line by line
MOST_LINES = 200  # that are searched in a content one after the other
MOST_FILLED = 1 << 16  # bytes between two kept parts in which others are searched
MOST_PAIRS = 1 << 18  # product of the numbers of units that are compared each with each


class Edit(NamedTuple):
    """The bytes from start to stop give way to a text."""

    start: int
    stop: int
    text: bytes


class Change(NamedTuple):
    """The bytes from start to stop give way to so many others."""

    start: int
    stop: int
    added: int


def edits(old: Content, new: Content, most: int = MOST_ALIGNED) -> list[Edit] | Change:
    r"""What leads from the old to the new content, in order and apart; where more than `most` bytes differ, how many.

    >>> edits(b"one\ntwo\nthree\nfour\n", b"one\nfour\n"), edits(b"f(a, b)", b"g(a)")
    ([Edit(start=4, stop=14, text=b'')], [Edit(start=0, stop=1, text=b'g'), Edit(start=3, stop=6, text=b'')])
    """
    start = common_prefix(old, new)
    end = common_suffix(old, new, start)
    stop, stop_new = len(old) - end, len(new) - end
    if start == stop_new:
        shift = _shift(old, start, stop) if start < stop else 0
        return [Edit(start - shift, stop - shift, b"")] if start < stop else []
    if stop + stop_new - 2 * start > most:
        return Change(start, stop, stop_new - start)
    if _is_word(old[start : start + 1]) or _is_word(new[start : start + 1]):  # half a word is not the same word
        head = old[max(0, start - SLIDE) : start]
        start -= len(head) - len(head.rstrip(WORD))
    if _is_word(old[stop - 1 : stop]) or _is_word(new[stop_new - 1 : stop_new]):
        tail = old[stop : stop + SLIDE]
        more = len(tail) - len(tail.lstrip(WORD))
        stop, stop_new = stop + more, stop_new + more
    return list(_at_lines(old, start, _refined(old[start:stop], new[start:stop_new])))


def _is_word(letter: bytes) -> bool:
    return letter != b"" and letter in WORD


def _at_lines(old: Content, start: int, found: Iterable[Edit]) -> Iterator[Edit]:
    """The edits of what begins at `start`, each removal moved to the beginning of a line if it may be."""
    done = 0
    for low, high, text in found:
        first, last = start + low, start + high
        shift = _shift(old, first, last) if not text and first < last else 0
        shift = shift if first - shift >= done else 0
        yield Edit(first - shift, last - shift, text)
        done = last - shift


def _shift(old: Content, start: int, stop: int) -> int:
    """By how much a removal may begin earlier, with the same result, so that it begins at the beginning of a line."""
    before, within = old[max(0, start - SLIDE) : start], old[max(start, stop - SLIDE) : stop]
    for shift in range(min(len(before), len(within)) + 1):
        if shift and before[-shift] != within[-shift]:
            return 0
        if shift == start or before[len(before) - shift - 1 : len(before) - shift] == b"\n":
            return shift
    return 0


def lengths(changes: list[Edit] | Change) -> list[Change]:
    """The same without the texts."""
    if isinstance(changes, Change):
        return [changes]
    return [Change(start, stop, len(text)) for start, stop, text in changes]


def applied(old: bytes, changes: Iterable[Edit]) -> bytes:
    """The content with the changes made."""
    pieces: list[bytes] = []
    done = 0
    for start, stop, text in changes:
        pieces += (old[done:start], text)
        done = stop
    return b"".join([*pieces, old[done:]])


def _refined(old: bytes, new: bytes) -> Iterator[Edit]:
    for low, high, text in _compared(old, new, old.splitlines(keepends=True), new.splitlines(keepends=True)):
        if low == high or not text:
            yield Edit(low, high, text)
            continue
        part = old[low:high]
        for start, stop, instead in _compared(part, text, _tokens(part), _tokens(text)):
            yield Edit(low + start, low + stop, instead)


def _tokens(data: bytes) -> list[bytes]:
    """The tokens, and the white space after each of them."""
    found = []
    for low, high in pairwise(tokens.parse(data).offsets):
        word = data[low:high].rstrip()
        found += [part for part in (word, data[low + len(word) : high]) if part]
    return found


def _compared(old: bytes, new: bytes, before: Sequence[bytes], after: Sequence[bytes]) -> Iterator[Edit]:
    """The units that differ; all of them if there are too many."""
    blocks = _leftmost(before, after)
    if blocks is None and len(before) * len(after) <= MOST_PAIRS:
        blocks = [(i, j, k) for i, j, k in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()]
    if blocks is None:
        yield Edit(0, len(old), new)
        return
    offsets, ends = _offsets(before), _offsets(after)
    done, made = 0, 0
    for first, second, length in [*blocks, (len(before), len(after), 0)]:
        if first > done or second > made:
            yield Edit(offsets[done], offsets[first], new[ends[made] : ends[second]])
        done, made = first + length, second + length


def _offsets(units: Sequence[bytes]) -> list[int]:
    found = [0]
    for unit in units:
        found.append(found[-1] + len(unit))
    return found


def _leftmost(before: Sequence[bytes], after: Sequence[bytes]) -> list[tuple[int, int, int]] | None:
    """Where the units after are found among those before, each as early as can be; None if one is not.

    A unit that also is directly before the place of the next one stays with it: the `<` of a tag with its name.
    """
    places: list[int] = []
    at = 0
    for unit in after:
        while at < len(before) and before[at] != unit:
            at += 1
        if at == len(before):
            return None
        places.append(at)
        at += 1
    for number in reversed(range(len(places) - 1)):
        if before[places[number + 1] - 1] == after[number]:
            places[number] = places[number + 1] - 1
    return [(place, number, 1) for number, place in enumerate(places)]


class Span(NamedTuple):
    """A stretch of the first content, and where it is in the present one."""

    start: int
    stop: int
    now: int

    @property
    def end(self) -> int:
        """Where it ends in the present content."""
        return self.now + self.stop - self.start


def surviving(spans: list[Span], changes: Sequence[Change]) -> list[Span]:
    """What is left of the spans, which are in order, after one more step.

    >>> surviving([Span(0, 10, 0)], [Change(2, 4, added=1)])
    [Span(start=0, stop=2, now=0), Span(start=4, stop=10, now=3)]
    """
    found: list[Span] = []
    at = 0
    for low, high, shift in _unchanged(changes):
        while at < len(spans) and spans[at].end <= low:
            at += 1
        following = at
        while following < len(spans) and (high is None or spans[following].now < high):
            start, _, now = span = spans[following]
            first, last = max(low, now), span.end if high is None else min(high, span.end)
            _add(found, Span(start + first - now, start + last - now, first + shift))
            following += 1
        at = max(at, following - 1)
    return found


def _add(found: list[Span], span: Span) -> None:
    """Joins what is one stretch in both contents."""
    if found and found[-1].stop == span.start and found[-1].end == span.now:
        found[-1] = Span(found[-1].start, span.stop, found[-1].now)
    else:
        found.append(span)


def _unchanged(changes: Sequence[Change]) -> Iterator[tuple[int, int | None, int]]:
    """The stretches between the changes, and by how much each moves."""
    done, shift = 0, 0
    for start, stop, added in changes:
        if start > done:
            yield done, start, shift
        done, shift = stop, shift + added - (stop - start)
    yield done, None, shift


def lines_within(old: bytes, new: bytes) -> list[Span] | None:
    r"""Where the lines of the new content are in the old one, each as early as can be; None for too many lines.

    >>> lines_within(b"one\ntwo\nthree\n", b"two\nthree\n"), lines_within(b"one", b"two")
    ([Span(start=4, stop=14, now=0)], [])
    """
    found: list[Span] = []
    at, now = 0, 0
    lines = new.splitlines(keepends=True)
    for line in lines[:MOST_LINES]:
        start = old.find(line, at)
        if start >= 0:
            _add(found, Span(start, start + len(line), now))
            at = start + len(line)
        now += len(line)
    return found if len(lines) <= MOST_LINES else None


def completed(spans: list[Span], old: bytes, new: bytes) -> list[Span]:
    """The spans, and between them what is alike in both contents though no step has kept it as it was.

    A token that moved, or lost the white space after it, counts as kept if it stands between the same neighbours.

    >>> completed([Span(0, 2, 0)], b"f(total, 1)", b"f(,1)")
    [Span(start=0, stop=2, now=0), Span(start=7, stop=8, now=2), Span(start=9, stop=11, now=3)]
    """
    found: list[Span] = []
    before = Span(0, 0, 0)
    for span in [*spans, Span(len(old), len(old), len(new))]:
        for low, high, now in _alike(old[before.stop : span.start], new[before.end : span.now]):
            _add(found, Span(before.stop + low, before.stop + high, before.end + now))
        if span.start < span.stop:
            _add(found, span)
        before = span
    return found


def _alike(old: bytes, new: bytes) -> Iterator[Span]:
    """The tokens of the new text that are in the old one, in order; those beside the kept parts are preferred."""
    if not new or len(old) > MOST_FILLED:
        return
    before, after = _tokens(old), _tokens(new)
    if len(before) * len(after) > MOST_PAIRS:
        return
    starts, places = _offsets(before), _offsets(after)
    most = min(len(before), len(after))
    last = next((each for each in range(most) if before[-1 - each] != after[-1 - each]), most)
    first = next((each for each in range(most - last) if before[each] != after[each]), most - last)
    middle = SequenceMatcher(
        None, before[first : len(before) - last], after[first : len(after) - last], autojunk=False
    ).get_matching_blocks()
    blocks = [(0, 0, first), *((i + first, j + first, k) for i, j, k in middle)]
    for low, now, length in [*blocks, (len(before) - last, len(after) - last, last)]:
        if length and not new[places[now] : places[now + length]].isspace():
            yield Span(starts[low], starts[low + length], places[now])
