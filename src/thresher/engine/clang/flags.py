"""The flags by which libclang reads a text as the command under test does, as far as the command shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

MOST_READ = 1 << 16  # bytes of a script
_FLAG = re.compile(
    r"(?<![^\s\"'=])(?:-(?:std=|D|U|I|isystem\s*|include\s+|x\s+)[^\s\"'$;|&()<>`]+"
    r"|-Werror=(?:return-type|int-conversion|incompatible-pointer-types|implicit-(?:int|function-declaration))(?![\w-])"
    r"|-f(?:no-)?(?:exceptions|rtti|char8_t|coroutines|concepts|openmp|ms-extensions|blocks)|-m(?:32|64|avx\w*|sse[\w.]*))"
)
HEADERS = ("gcc/*/*/include/stddef.h", "llvm-*/lib/clang/*/include/stddef.h")  # those of a compiler; clang's are best
STANDARDS = {
    "c": (("-std=gnu17",),),
    "cpp": (("-std=gnu++23",), ("-std=gnu++17",)),
    "objc": (("-std=gnu17",),),
    "cuda": (("-std=gnu++17",),),
}  # without one in the command, that with the fewest errors is taken
LANGUAGES = {"c": "c", "cpp": "c++", "objc": "objective-c", "cuda": "c++"}


def flags_in(command: Sequence[str]) -> list[str]:
    """The flags of a compiler in a command, or in the scripts that it names.

    >>> flags_in(["gcc", "-O2", "-std=c11", "-I", "include", "-DX=1", "{}"])
    ['-std=c11', '-Iinclude', '-DX=1']
    >>> flags_in(["gcc", "-w", "-Wall", "-Werror=return-type", "-Werror=shadow", "{}"])
    ['-Werror=return-type']
    """
    return list(dict.fromkeys(_in(" ".join(command)) if not _scripts(command) else _in(_scripts(command))))


@cache
def builtin_headers() -> tuple[str, ...]:
    """The flags for headers such as stddef.h, which the package of libclang lacks; nothing if there are none."""
    found = [path.parent for pattern in HEADERS for path in sorted(Path("/usr/lib").glob(pattern))]
    return ("-idirafter", str(found[-1])) if found else ()


def _in(text: str) -> Iterator[str]:
    for match in _FLAG.finditer(re.sub(r"-(I|D|U)\s+(?=[^\s-])", r"-\1", text)):
        yield from match[0].split(None, 1)


def _scripts(command: Sequence[str]) -> str:
    """The texts of the scripts in a command."""
    return "\n".join(text for text in map(_script, command[:2]) if text)


def _script(word: str) -> str:
    try:
        with Path(word).open("rb") as file:
            text = file.read(MOST_READ)
    except (OSError, ValueError):
        return ""
    return text.decode("utf-8", "replace") if text.startswith(b"#!") else ""
