"""The expressions of a tree-sitter `grammar.json`, checked: what is not as it should be is named by its path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thresher.errors import GrammarError

MANY = frozenset(["SEQ", "CHOICE"])
PRECEDENCES = frozenset(["PREC", "PREC_LEFT", "PREC_RIGHT"])
TOKENS = frozenset(["TOKEN", "IMMEDIATE_TOKEN"])
LEAVES = {"SYMBOL": "name", "STRING": "value", "PATTERN": "value"}
TRANSPARENT = frozenset(["FIELD", "ALIAS", "RESERVED", "PREC_DYNAMIC"])
REPETITIONS = frozenset(["REPEAT", "REPEAT1"])


@dataclass(frozen=True, slots=True)
class RuleExpression:
    """An expression. `text` is a symbol's name or a token's value, `level` the number or name of a precedence."""

    kind: str
    path: str
    members: tuple[RuleExpression, ...] = ()
    text: str = ""
    flags: str = ""
    level: int | str = 0

    @property
    def content(self) -> RuleExpression:
        """The only member of a node that wraps another."""
        return self.members[0]

    def walk(self) -> Iterator[RuleExpression]:
        """The node and all below it."""
        yield self
        for member in self.members:
            yield from member.walk()


class Source:
    """The file's name, for errors."""

    def __init__(self, name: str) -> None:
        self.name = name

    def error(self, path: str, message: str) -> GrammarError:
        """The error to raise for something wrong at a path."""
        return GrammarError(f"{self.name}: {path}: {message}" if path else f"{self.name}: {message}")

    def mapping(self, value: object, path: str) -> dict[str, object]:
        """The value if it is a JSON object."""
        if isinstance(value, dict):
            return value
        raise self.error(path, f"expected an object, found {_named(value)}")

    def items(self, value: object, path: str) -> list[object]:
        """The value if it is a JSON array; no value at all is an empty one."""
        if isinstance(value, list):
            return value
        if value is None:
            return []
        raise self.error(path, f"expected an array, found {_named(value)}")

    def string(self, value: object, path: str) -> str:
        """The value if it is a string."""
        if isinstance(value, str):
            return value
        raise self.error(path, f"expected a string, found {_named(value)}")

    def node(self, value: object, path: str) -> RuleExpression:
        """An expression and all within; raises GrammarError at the first thing that is wrong."""
        fields = self.mapping(value, path)
        kind = self.string(fields.get("type"), f"{path}.type")
        if kind in LEAVES:
            key = LEAVES[kind]
            text = self.string(fields.get(key), f"{path}.{key}")
            flags = self.string(fields.get("flags") or "", f"{path}.flags")
            return (
                RuleExpression(kind, path, text=text, flags=flags)
                if (kind, text) != ("STRING", "")
                else RuleExpression("BLANK", path)
            )
        if kind in MANY:
            entries = self.items(fields.get("members"), f"{path}.members")
            members = [self.node(entry, f"{path}.members[{index}]") for index, entry in enumerate(entries)]
            if kind == "CHOICE" and not members:
                raise self.error(f"{path}.members", "a choice needs something to choose")
            return RuleExpression(kind, path, tuple(members))
        if kind in PRECEDENCES:
            level = self._level(fields.get("value"), f"{path}.value")
            return RuleExpression(kind, path, (self.node(fields.get("content"), f"{path}.content"),), level=level)
        if kind in TRANSPARENT | TOKENS | REPETITIONS:
            return RuleExpression(kind, path, (self.node(fields.get("content"), f"{path}.content"),))
        if kind == "BLANK":
            return RuleExpression(kind, path)
        raise self.error(path, f"there is no rule type {kind!r}")

    def nodes(self, value: object, path: str) -> list[RuleExpression]:
        """The expressions in an array."""
        return [self.node(entry, f"{path}[{index}]") for index, entry in enumerate(self.items(value, path))]

    def _level(self, value: object, path: str) -> int | str:
        if isinstance(value, int | str) and not isinstance(value, bool):
            return value
        raise self.error(path, f"expected a number or a name, found {_named(value)}")


def _named(value: object) -> str:
    return "nothing" if value is None else f"{type(value).__name__} {str(value)[:40]}"
