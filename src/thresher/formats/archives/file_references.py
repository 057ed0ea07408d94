"""References between the files of a project by name, for any language."""

from __future__ import annotations

import re

from thresher.structures.container import Container

MOST_READ = 1 << 24  # bytes of all files together; of more, it would take longer than it saves
FEWEST = 4  # files that are worth it
IMPLIED = ("index", "__init__", "mod", "package")  # files that the name of their directory refers to as well
_WORD = re.compile(rb"[\w-]+")


def file_references(container: Container) -> dict[int, frozenset[int]]:
    """For each named part with a content the others that have its name in theirs; nothing if that is not worth it.

    The name is that of the file without its ending, as a word: `#include "point.h"`, `import point` and
    `require("./point")` all refer to it.
    """
    named = {
        leaf: container.nodes[leaf]
        for leaf in container.leaves()
        if container.nodes[leaf].name and not container.nodes[leaf].fixed
    }
    if len(named) < FEWEST or sum(len(part.content) for part in named.values()) > MOST_READ:
        return {}
    with_word: dict[bytes, set[int]] = {}
    for leaf, part in named.items():
        for word in set(_WORD.findall(part.content)):
            with_word.setdefault(word, set()).add(leaf)
    return {
        leaf: frozenset(other for name in names(part.name) for other in with_word.get(name, ()) if other != leaf)
        for leaf, part in named.items()
    }


def names(path: str) -> set[bytes]:
    """The words by which a file is known.

    >>> sorted(names("src/point.c")), sorted(names("lib/shapes/index.js"))
    ([b'point'], [b'index', b'shapes'])
    """
    *above, last = path.split("/")
    stem = last.split(".")[0] or last.strip(".")
    return {word.encode("utf-8", "surrogateescape") for word in (stem, *(above[-1:] if stem in IMPLIED else []))}
