"""Command-line options as conditions: which words of a command form an option, and where they are.

`gcc {options: -O2 -include defs.h} bug.c`: the words between `{options:` and the word that ends in `}` can be removed.
A word that does not begin with a dash belongs to the option before it, as `defs.h` does to `-include`; brackets say
otherwise: `[ -Xlinker --gc-sections ]` is one option, `[ -v ] [ extra.c ]` are two.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace

from thresher.conditions.condition import OPTION, Condition
from thresher.errors import UsageError
from thresher.oracle.command import PLACEHOLDERS

OPENING, PLACE = "{options:", "{options}"
SYNTAX = "for instance: gcc {options: -O2 -Wall} bug.c"


@dataclass(frozen=True, slots=True)
class CommandTemplate:
    """Fixed words and options; an option of slot i precedes the fixed word i, one of the last slot follows them all."""

    fixed: tuple[str, ...]
    options: tuple[Condition, ...]

    def words(self, options: Sequence[Condition]) -> list[str]:
        """The command with only these options."""
        slots: list[list[str]] = [[] for _ in range(len(self.fixed) + 1)]
        for option in options:
            slots[option.slot] += option.words
        return [word for slot, fixed in zip(slots, (*self.fixed, None), strict=True) for word in _and(slot, fixed)]


def _and(slot: list[str], fixed: str | None) -> list[str]:
    return slot if fixed is None else [*slot, fixed]


def split_command(words: Sequence[str], listed: Sequence[str] | None = None) -> CommandTemplate:
    """The command with `{options: ...}`, or with the `listed` words in place of `{options}` or after the program."""
    opening = [index for index, word in enumerate(words) if word.startswith(OPENING)]
    places = [index for index, word in enumerate(words) if word == PLACE]
    if len(opening) + len(places) > 1:
        raise UsageError("the command has several {options}; put all options into one place")
    if listed is not None and opening:
        raise UsageError(
            "options come either with --from FILE or with {options: ...}, not both; {options} is their place"
        )
    if listed is None and not opening:
        raise UsageError(f"no options given; put them into {{options: ...}}, {SYNTAX}, or use --from FILE")
    if opening:
        start = opening[0]
        inside, stop = _block(words, start)
    elif places:
        start, inside, stop = places[0], list(listed or ()), places[0] + 1
    else:
        start = stop = min(1, len(words))
        inside = list(listed or ())
    fixed = (*words[:start], *words[stop:])
    options = grouped(inside)
    if not options:
        raise UsageError(f"there are no options in {{options: ...}}; {SYNTAX}")
    return CommandTemplate(fixed, tuple(replace(option, slot=start) for option in options))


def _block(words: Sequence[str], start: int) -> tuple[list[str], int]:
    """The words of `{options: ...}` and the index of the word after it; braces inside are balanced."""
    depth = 0
    for index in range(start, len(words)):
        depth += words[index].count("{") - words[index].count("}")
        if depth <= 0 and words[index].endswith("}"):
            inside = list(words[start : index + 1])
            inside[0] = inside[0].removeprefix(OPENING)
            inside[-1] = inside[-1].removesuffix("}")
            return inside[not inside[0] : len(inside) - (len(inside) > 1 and not inside[-1])], index + 1
    raise UsageError(f"{{options: is not closed in the command; put a }} after the last option, {SYNTAX}")


def grouped(words: Sequence[str]) -> list[Condition]:
    """Options with their values, one condition each.

    >>> [option.text for option in grouped(["-O2", "-o", "x", "[", "-Xlinker", "-z", "]", "[", "y.c", "]"])]
    ['-O2', '-o x', '-Xlinker -z', 'y.c']
    """
    options: list[Condition] = []
    bracket: list[str] | None = None
    for word in words:
        if word == "[" and bracket is None:
            bracket = []
        elif word == "]" and bracket is not None:
            options += [Condition(OPTION, tuple(bracket), whole=True)] if bracket else []
            bracket = None
        elif bracket is not None:
            bracket.append(word)
        elif word.startswith("-") or not options or options[-1].whole or not options[-1].words[0].startswith("-"):
            options.append(Condition(OPTION, (word,)))
        else:
            options[-1] = replace(options[-1], words=(*options[-1].words, word))
    if bracket is not None:
        raise UsageError("a [ among the options has no ]; both must be separate words: [ -Xlinker -z ]")
    return options


def every_word(words: Sequence[str]) -> CommandTemplate:
    """A command in which every word is an option, except for the program and the input placeholder."""
    fixed, options, pending = [words[0]], list[Condition](), list[str]()
    for word in (*words[1:], None):
        if word is not None and not any(place in word for place in PLACEHOLDERS):
            pending.append(word)
            continue
        options += [replace(option, slot=len(fixed)) for option in grouped(pending)]
        pending = []
        fixed += [word] if word is not None else []
    return CommandTemplate(tuple(fixed), tuple(options))


def listed_options(text: str, name: str) -> list[str]:
    """The words in a file of options, quoted as in a shell, with # comments."""
    try:
        words = shlex.split(text, comments=True)
    except ValueError as error:
        raise UsageError(f"{name} is not a list of options: {error}; quote words as in a shell") from None
    if not words:
        raise UsageError(f"{name} has no options in it")
    return words
