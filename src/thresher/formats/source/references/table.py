"""What is known of the names of a language: data, one module per family of languages."""

from __future__ import annotations

from typing import NamedTuple


class NameTable(NamedTuple):
    """A query of tree-sitter, and where units are.

    The query captures names and nodes:
    - `scope`: what is defined in it is not visible outside of it;
    - `name`: a name that is visible around the scope that it names, such as a function's;
    - `local`: a name that is visible in the scope it is in;
    - `member`: a name that is referred to through something else, as in `x.name`;
    - `reference` and `access`: names that refer to definitions, and those that refer to members;
    - `body`: what a function does, for which `empty` can stand;
    - `fixed`: removed only with what is around it, such as a method that an interface asks for;
    - `import`: a path whose last part is a name that is visible everywhere; nothing keeps it but references;
    - `whole`: the same, and nothing in it is a unit;
    - `overriding`: has a member that is declared elsewhere as well;
    - `attached`: goes with the next one in its list, as an attribute;
    - `aside`: a comment;
    - `extended`: the name of what needs this, as a type the methods that are declared outside of it;
    - `implemented`: the same, for a trait or an interface.
    """

    query: str
    lists: frozenset[str]  # the nodes that units are in
    empty: bytes  # for the body of a function; empty if bodies are no units, as where calls are seen only in a run
    filler: bytes = b""  # for a list that must not be empty
