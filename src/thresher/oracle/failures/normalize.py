"""Text of a failure without what changes from run to run, or when the input gets smaller.

`normalize` hides addresses, paths of the run, positions, process IDs, times. `blank` also hides what may come from the
input: names in quotes, numbers, paths. Hidden text is replaced by a word in angle brackets, which no rule changes
again, and the rules are applied until nothing changes: both functions are idempotent. They terminate, since every
change leaves fewer characters outside those words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

INPUT = "<input>"
WINDOW = 1 << 16  # bytes searched at each end of an output
LONGEST_LINE = 2000  # characters searched in a line

_HIDDEN = "<(?:input|temporary|uuid|time|pid|address|hash|line|duration|name|path|number)>"
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_LONG = re.compile(rf"([^\n]{{{LONGEST_LINE}}})[^\n]+")
_IN_PATH = r"[^\s'\"`,;:()\[\]{}<>|]"
_CLOCK = r"\d{1,2}:\d\d:\d\d(?:[.,]\d+)?"
_DATE = r"\d{4}[-/]\d\d[-/]\d\d"
_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_FILE = r"(?:(?<=>)|\.[A-Za-z]\w{0,4})"  # the end of a file name, or of one that was hidden

Rule = tuple[re.Pattern[str], str]


def _rule(word: str, pattern: str) -> Rule:
    """What the pattern matches becomes the word, except a leading group named `keep`."""
    return re.compile(f"(?P<hidden>{_HIDDEN})|{pattern}"), f"<{word}>"


_RULES = (
    _rule("temporary", rf"(?<!{_IN_PATH})(?:[A-Z]:)?{_IN_PATH}*[/\\](?:Temp|thresher-\w+)[/\\]{_IN_PATH}+"),
    _rule("temporary", rf"(?:/private)?(?:/var)?/tmp/{_IN_PATH}+|/(?:var/folders|dev/shm)/{_IN_PATH}+"),
    _rule("uuid", r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"),
    _rule("time", rf"\b{_DATE}(?:[T ]{_CLOCK})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?(?!\w)"),
    _rule("time", rf"\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:{_MONTH} +\d+|\d+ {_MONTH})\b(?: \d{{4}}\b)?"),
    _rule("time", rf"\b{_CLOCK}(?!\w)"),
    _rule("pid", r"(?P<keep>==)\d+(?===)"),
    _rule("pid", r"(?P<keep>(?i:\b(?:pid|tid)[ =:]{0,2}|\b(?:process|thread|goroutine) (?:T|#)?|\bthread-))\d+"),
    _rule("number", r"(?P<keep>\[)\d+(?=\])"),
    _rule("address", r"\b0[xX][0-9a-fA-F]+"),
    _rule("address", r"\b(?=[a-fA-F]*\d)[0-9a-fA-F]{12,16}\b"),
    _rule("hash", r"(?P<keep>\w@)(?=[a-f]*\d)[0-9a-f]{4,8}\b"),
    _rule("line", rf"(?P<keep>{_FILE}:)\d+(?::\d+)*(?!\w)"),
    _rule("line", rf"(?P<keep>{_FILE}\()\d+(?:[,:] ?\d+)?(?=\))"),
    _rule("line", r"(?P<keep>(?i:\b(?:lines?|col(?:umn)?|offset|position|char(?:acter)?|byte):? ))\d+(?:-\d+)?"),
    _rule("duration", r"(?<![\w.])\d+(?:\.\d+)? ?(?:(?:milli|micro|nano)?sec(?:ond)?s?|min(?:ute)?s?|[mun]?s)\b"),
)
_BLANKS = (
    _rule("name", r"`[^`'\n]*\w[^`'\n]*[`']|‘[^‘’\n]*\w[^‘’\n]*’|“[^“”\n]*\w[^“”\n]*”|«[^«»\n]*\w[^«»\n]*»"),
    _rule("name", r"(?<!\w)'[^'\n]*\w[^'\n]*'(?!\w)|\"[^\"\n]*\w[^\"\n]*\""),
    _rule("path", r"(?<![\w.+@~-])(?:[A-Za-z]:)?[\w.+@~-]*(?:[/\\]+[\w.+@~-]+)+[/\\]*"),
    _rule("number", r"(?<!\w)[-+]?\d\w*(?:[.,]\d\w*)*"),
)
_ARGUMENTS = re.compile(r"(?<=\w)\((?!…\))(?:[^()\n]|\(…\))+\)|\{(?!…\})(?:[^{}\n]|\{…\})+\}")


def decode(output: bytes) -> str:
    """An output as text to search in: its beginning and end, without colours and the rest of long lines.

    Bytes that are not UTF-8 are replaced; only the search uses this text.
    """
    if len(output) > 2 * WINDOW:
        output = output[:WINDOW] + b"\n" + output[-WINDOW:]
    text = _ANSI.sub("", output.decode(errors="replace")).replace("\r\n", "\n").replace("\r", "\n")
    return _LONG.sub(r"\1", text)


def normalize(text: str, hide: Sequence[str] = ()) -> str:
    """The text without addresses, positions, process IDs, times, temporary paths and the strings to hide.

    A file to hide is also recognized by its name alone, or in another directory; of a directory, everything in it is
    hidden.

    >>> normalize("==7==ERROR: bad read at 0x7f3a in /x/big.c:12:3", ["/x/big.c"])
    '==<pid>==ERROR: bad read at <address> in <input>:<line>'
    """
    return _settled(text, [*_hiding(tuple(hide)), *_RULES])


def blank(text: str, hide: Sequence[str] = ()) -> str:
    """The text without what may come from the input. Punctuation in quotes is the tool's own and stays.

    >>> blank("error: expected ';' after 'count' (have 3 of 12)")
    "error: expected ';' after <name> (have <number> of <number>)"
    """
    rules = [*_hiding(tuple(hide)), *_RULES, *_BLANKS]
    text = normalize(text, hide)
    while (after := " ".join(_ARGUMENTS.sub(_emptied, _settled(text, rules)).split())) != text:
        text = after
    return text


def is_input(path: str, hide: Sequence[str]) -> bool:
    """Whether a path that the program printed is the candidate's. Its directory may differ in each run.

    >>> is_input("main.c", ["/w/main.c"]), is_input("/usr/src/main.c", ["/w/main.c"])
    (True, False)
    """
    base = _base(path)
    if path in hide:
        return True
    if base not in _bases(hide):
        return False
    return not path.startswith("/") or normalize(path, [name for name in hide if _base(name) != base]) != path


def _settled(text: str, rules: list[Rule]) -> str:
    """Applies the rules, one after the other, until none changes anything."""
    before = None
    while text != before:
        before = text
        for pattern, word in rules:
            text = pattern.sub(_hider(word), text)
    return text


@lru_cache(maxsize=32)
def _hider(word: str) -> Callable[[re.Match[str]], str]:
    def hidden(match: re.Match[str]) -> str:
        groups = match.groupdict()
        return groups["hidden"] or (groups.get("keep") or "") + word

    return hidden


def _emptied(match: re.Match[str]) -> str:
    return f"{match[0][0]}…{match[0][-1]}"


@lru_cache(maxsize=32)
def _hiding(hide: tuple[str, ...]) -> tuple[Rule, ...]:
    """The rule that hides given strings, the longest first; very short ones would hide ordinary words."""
    wanted = sorted((name for name in set(hide) if len(name) > 2 and not re.search("[<>]", name)), key=len)
    parts = [rf"(?<!\w){re.escape(name)}(?!\w)(?:[/\\]{_IN_PATH}*)?" for name in reversed(wanted)]
    files = [rf"(?<!{_IN_PATH})(?:{_IN_PATH}*[/\\])?{re.escape(base)}(?!\w)" for base in sorted(_bases(hide))]
    return (_rule("input", "|".join(parts + files)),) if parts or files else ()


def _bases(hide: Iterable[str]) -> Iterator[str]:
    """The file names among the strings to hide: the last component of a path, with an extension."""
    return (base for base in map(_base, hide) if re.search(r"\w\.\w", base) and not re.search("[<>]", base))


def _base(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]
