"""The document that an rrweb log describes: nodes by number, as they are at a moment, and selectors for them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

ELEMENT, TEXT, DOCUMENT = 2, 3, 0  # types of nodes
CONTROLS = {"button": "button", "a": "link", "summary": "button"}


@dataclass(slots=True)
class RecordedNode:
    """A node with its children by number."""

    kind: int
    tag: str
    attributes: dict[str, Any]
    text: str
    parent: int | None
    children: list[int] = field(default_factory=list)
    in_shadow: bool = False


class RecordedDocument:
    """Built by a full snapshot, then changed by mutations."""

    def __init__(self) -> None:
        self._nodes: dict[int, RecordedNode] = {}

    def add(self, node: dict[str, Any], *, parent: int | None, following: int | None) -> None:
        """Adds a node with all that it contains, before `following` or at the end."""
        number = int(node["id"])
        self._nodes[number] = RecordedNode(
            kind=int(node["type"]),
            tag=str(node.get("tagName", "")),
            attributes=dict(node.get("attributes") or {}),
            text=str(node.get("textContent", "")),
            parent=parent,
            in_shadow=bool(node.get("isShadow")),
        )
        siblings = self._nodes[parent].children if parent in self._nodes and parent is not None else []
        siblings.insert(siblings.index(following) if following in siblings else len(siblings), number)
        for child in node.get("childNodes") or ():
            self.add(child, parent=number, following=None)

    def change(self, data: dict[str, Any]) -> None:
        """A mutation: removed and added nodes, attributes and texts."""
        for each in data.get("removes") or ():
            gone = self._nodes.pop(each["id"], None)
            if gone is not None and gone.parent in self._nodes and gone.parent is not None:
                self._nodes[gone.parent].children.remove(each["id"])
        for each in data.get("adds") or ():
            self.add(each["node"], parent=each["parentId"], following=each.get("nextId"))
        for each in data.get("attributes") or ():
            if each["id"] in self._nodes:
                self._nodes[each["id"]].attributes |= each["attributes"]
        for each in data.get("texts") or ():
            if each["id"] in self._nodes:
                self._nodes[each["id"]].text = str(each["value"])

    def is_root(self, number: int) -> bool:
        """Whether it is the document or its first element."""
        return all(parent.kind == DOCUMENT for parent in [*self._above(number)][1:])

    def kind(self, number: int) -> str:
        """The type of an input field."""
        known = self._nodes.get(number)
        return str(known.attributes.get("type", "")) if known is not None else ""

    def control(self, number: int) -> int:
        """The button or link around a node, else the node."""
        at: int | None = number
        while at is not None and at in self._nodes:
            if self._nodes[at].tag in CONTROLS:
                return at
            at = self._nodes[at].parent
        return number

    def selectors(self, number: int) -> list[list[str]]:
        """Alternatives for an element: test id, name, id, path. Those of a name or id only if no other element has it.

        None for an element in a frame or a shadow root.
        """
        path = list(self._above(number))
        frames = sum(each.kind == DOCUMENT for each in path)
        if not path or path[0].kind != ELEMENT or frames != 1 or any(each.in_shadow for each in path):
            return []
        node = path[0]
        spelled = [*self._by_attribute(node, "data-testid"), *self._by_name(number, node)]
        marked = str(node.attributes.get("id", ""))
        if re.fullmatch(r"[A-Za-z_][\w-]*", marked) and self._alone(node, "id"):
            spelled.append(f"#{marked}")
        return [[each] for each in dict.fromkeys([*spelled, *self._by_attribute(node, "name"), self._path(number)])]

    def _by_attribute(self, node: RecordedNode, name: str) -> Iterator[str]:
        if node.attributes.get(name) and self._alone(node, name):
            yield f"[{name}={json.dumps(str(node.attributes[name]), ensure_ascii=False)}]"

    def _by_name(self, number: int, node: RecordedNode) -> Iterator[str]:
        role, name = CONTROLS.get(node.tag, ""), self._shown(number)
        same = [each for each, other in self._nodes.items() if other.tag == node.tag and self._shown(each) == name]
        if role and 0 < len(name) <= 60 and len(same) == 1:
            yield f'aria/{name}[role="{role}"]'

    def _shown(self, number: int) -> str:
        """The text of a node, on one line."""
        node = self._nodes.get(number)
        if node is None:
            return ""
        parts = [node.text] if node.kind == TEXT else [self._shown(each) for each in node.children]
        return " ".join(" ".join(parts).split())

    def _alone(self, node: RecordedNode, name: str) -> bool:
        value = node.attributes.get(name)
        return sum(bool(other.attributes.get(name) == value) for other in self._nodes.values()) == 1

    def _path(self, number: int) -> str:
        parts: list[str] = []
        at: int | None = number
        while at is not None and (node := self._nodes[at]).kind == ELEMENT:
            siblings = self._nodes[node.parent].children if node.parent in self._nodes and node.parent else []
            elements = [each for each in siblings if each in self._nodes and self._nodes[each].kind == ELEMENT]
            parts.insert(0, f"{node.tag}:nth-child({elements.index(at) + 1})" if len(elements) > 1 else node.tag)
            at = node.parent
        return " > ".join(parts)

    def _above(self, number: int) -> Iterator[RecordedNode]:
        """The node and those around it."""
        at: int | None = number
        while at is not None and at in self._nodes:
            yield self._nodes[at]
            at = self._nodes[at].parent
