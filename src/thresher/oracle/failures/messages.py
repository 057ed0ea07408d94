"""The line of an unknown program's output that describes its failure.

Programs differ, their words less so. Lines are ranked by how clearly they report a failure, and the first of the
highest rank is used: in a list of errors the first is more often the cause than the last, which tends to be a count.
"""

from __future__ import annotations

import re

from thresher.oracle.failures.frames import Finding
from thresher.oracle.failures.normalize import blank

KIND = "error message"
LONGEST = 160  # characters kept of a line

_LOUD = re.compile(
    r"(?i)\b(?:internal (?:\w+ )?error|fatal|panic\w*|unhandled|uncaught|assert\w*|abort\w*|unreachable|segfault\w*"
    r"|segmentation fault|infinite|core dumped|stack overflow|out of memory|corrupt\w*|\w*exception|bug)\b"
)
_CLEAR = re.compile(r"(?i)\berrors?\b|\w+Error\b")
_HINTS = (  # a line with none of these, and no position in a file, does not report a failure
    *("error", "fail", "fatal", "panic", "unhandled", "uncaught", "assert", "abort", "unreachable", "exception"),
    *("segmentation", "infinite", "core dumped", "overflow", "out of memory", "corrupt", "bug", "internal"),
    *("cannot", "can't", "could not", "couldn't", "unable", "undefined", "invalid", "illegal", "expected"),
    *("not found", "no such", "denied", "missing", "unknown", "unsupported", "refused", "malformed"),
    *("unterminated", "mismatch", "wrong", "not a "),
)
_OUTRIGHT = re.compile(
    r"(?i)^(?:[^\s:]+:(?:\d+:)*\s*)?(?:fatal |internal )?(?:error|fatal|panic|exception)\b[^:]{0,30}:"
)
_MILD = re.compile(r"(?i)(?:^|[\s:\[(<])(?:warning|warn|note|info|debug|hint|help|trace)\b\s*[:\])>]")
_DULL = re.compile(
    r"(?i)\b(?:no|\d+) errors?\b|too many errors|previous errors?|errors? (?:occurred|here)$|aborting due to"
    r"|not recoverable"
    r"|compilation (?:terminated|failed)|could not compile|exit (?:status|code) \d|returned non-?zero"
    r"|conversion failed|for more information|(?:submit|file|report).{0,30}\bbug|bug report"
    r"|\*\*\* \[.*\] error \d|\bsee .*(?:log|for (?:details|instructions))|run with .*backtrace"
)
_EXCERPT = re.compile(r"^\s*(?:\d+\s*)?\||^\s*[\^~-]+\s*(?:\||$)|^\s*-->|^(?: {4}|\t)")
_PLACED = re.compile(r"^\S*\w\.[A-Za-z]\w*(?::\d+|\(\d+[,)])|\b(?:at|in|on) (?:\S+ )?line \d+")
_POSITION = re.compile(r"^(?:[A-Za-z]:)?[^\s:()]+(?::\d+(?:[:.]\d+)*(?:-\d+)?:?|\(\d+(?:[,:] ?\d+)*\):?) *(?:- )?")


def sentence(line: str, hide: tuple[str, ...] = ()) -> str:
    """A line of output in comparable form: without its position, without specifics, not too long.

    >>> sentence("src/a.c:12:3: error: 'n' undeclared")
    'error: <name> undeclared'
    """
    return blank(_POSITION.sub("", line.strip()), hide)[:LONGEST].rstrip()


def find_message(text: str, hide: tuple[str, ...] = (), *, outright: bool = False) -> Finding | None:
    """The line of the highest rank; with `outright`, only one that calls itself an error."""
    lines = text.splitlines()
    ranks = [_rank(line, outright=outright) for line in lines]
    best = max(ranks, default=0)
    if not best:
        return None
    return Finding(KIND, (_comparable(lines, ranks.index(best), hide),))


def last_words(text: str, hide: tuple[str, ...] = ()) -> Finding | None:
    """The last consecutive lines of the highest rank: what a program prints before it ends itself."""
    lines = text.splitlines()
    loud = [index for index, line in enumerate(lines) if _rank(line) >= 3]
    together = [index for index in loud[-3:] if loud[-1] - index == len(loud) - 1 - loud.index(index)]
    messages = dict.fromkeys(_comparable(lines, index, hide) for index in together)
    return Finding(KIND, tuple(messages)) if messages else None


def _comparable(lines: list[str], index: int, hide: tuple[str, ...]) -> str:
    """The line in comparable form; one that ends in a colon is joined with the next."""
    message = sentence(lines[index], hide)
    if message.endswith(":"):
        following = next((line for line in lines[index + 1 : index + 4] if line.strip()), "")
        message = f"{message} {sentence(following, hide)}"[:LONGEST].rstrip()
    return message


def _rank(line: str, *, outright: bool = False) -> int:
    """How clearly a line reports a failure, 3 to 1; 0 for not at all, for echoed source, for mere counts."""
    lower = line.lower()
    hinted = any(hint in lower for hint in _HINTS) or _PLACED.search(line)
    if not hinted or (outright and not _OUTRIGHT.search(line)):
        return 0
    if _EXCERPT.search(line) or _DULL.search(line) or _MILD.search(line):
        return 0
    return 3 if _LOUD.search(line) else 2 if _CLEAR.search(line) else 1
