"""What a program defines and refers to in a language without a table, by what its grammar calls nodes and fields.

Most grammars have a field `name` in declarations, and functions with a body. Classes are no scopes here: a call through
an object does not show whose member is meant, so all of that name are.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from thresher.formats.source.references.table import NameTable

if TYPE_CHECKING:
    from tree_sitter import Language, Node

_LIST = re.compile(
    r"program|source(?:_file)?|module|chunk|\w+_unit"
    r"|(?:\w+_)?(?:body(?:_statement)?|block|statements|declarations|declaration_list|statement_list)"
)
_FUNCTION = re.compile(
    r"(?:\w+_)?(?:function|method|constructor|procedure|subroutine|lambda|closure)"
    r"(?:_definition|_declaration|_literal|_expression)?(?:_statement)?"
)
_BODY = re.compile(r"(?:\w+_)?(?:body|block)")
_NAME = re.compile(r"\w*identifier|(?:\w+_)?name|varname|variable|constant|(?:bare)?word|function|method")
_PARAMETERS = re.compile(r"(?:\w+_)?(?:parameters|parameter_list)")
_USE = re.compile(r"\w*(?:call|access|invocation|command|reference|argument|(?<!assignment_)expression)\w*")
_DEFINING = frozenset({"name", "left", "pattern"})  # fields of declarations, assignments and patterns
_IMPLICIT = frozenset({b"initialize", b"constructor", b"__construct", b"init", b"main"})  # nobody is seen to call them


def general_table(language: Language) -> NameTable:
    """Without a query; bodies are no units."""
    kinds = map(language.node_kind_for_id, range(language.node_kind_count))
    return NameTable("", frozenset(kind for kind in kinds if kind and _LIST.fullmatch(kind)), b"")


def general_captures(root: Node) -> dict[str, list[Node]]:
    """What the query of a table would capture; nothing if no function has a body."""
    found: dict[str, list[Node]] = defaultdict(list)
    for node, field, around in _nodes(root):
        kind, is_in_function = node.type, _FUNCTION.fullmatch(around.type) is not None
        if "comment" in kind:
            found["aside"].append(node)
        elif _FUNCTION.fullmatch(kind):
            found["scope"].append(node)
        elif is_in_function and (field == "body" or _BODY.fullmatch(kind)):
            found["body"].append(node)
        if node.child_count == 0 and _NAME.fullmatch(kind):
            found["reference"].append(node)
        if field == "name" and is_in_function and (name := _last_name(node)) is not None:
            found["name"].append(name)
            if name.text in _IMPLICIT:
                found["whole"].append(around)
        elif (name := _defined(node, field, around)) is not None:
            found["local"].append(name)
    return found if found["body"] else {}


def _nodes(root: Node) -> Iterator[tuple[Node, str | None, Node]]:
    """The named nodes in document order, each with its field and the node around it."""
    cursor, around = root.walk(), [root]
    while True:
        node = cursor.node
        assert node is not None
        if node.is_named:
            yield node, cursor.field_name, around[-1]
        if cursor.goto_first_child():
            around.append(node)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            around.pop()


def _defined(node: Node, field: str | None, around: Node) -> Node | None:
    """The name that a node defines, as a variable or a parameter; None if it defines nothing."""
    if _PARAMETERS.fullmatch(around.type):
        return _first_name(node)
    return _last_name(node) if field in _DEFINING and not _USE.fullmatch(around.type) else None


def _first_name(node: Node) -> Node | None:
    while node.named_child_count:
        node = node.named_children[0]
    return node if _NAME.fullmatch(node.type) else None


def _last_name(node: Node) -> Node | None:
    """The name that a node is, or the last one of a path, as in `function a.name()`; None if it is something else."""
    while node.named_child_count:
        node = node.named_children[-1]
    return node if _NAME.fullmatch(node.type) else None
