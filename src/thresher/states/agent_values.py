"""Describes the values of variables, and compares values with a description. The first part of the agent.

The agent is a part of every candidate and must run alone, under the interpreter of the program under test: it uses the
standard library of Python 3.8 only.
"""

from __future__ import annotations

import base64
import copyreg
import pickle
import sys
import types
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what Python 3.8 cannot evaluate
    from collections.abc import Callable
    from typing import ClassVar, TypeAlias

    Path: TypeAlias = list[list[Any]]
    Description: TypeAlias = list[Any]

MOST_VALUES = 5000
DEEPEST = 12
LONGEST = 200  # characters of a value that are compared as text; longer ones by a checksum
SHOWN = 60  # characters of a value that are shown
ATOMS = (bool, int, float, complex, str, bytes, type(None), range, type(...))
NOT_STATE = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


class Describer:
    """Describes values as lists that can be compared: `[kind, type, parts]`. What was described before is a reference.

    `left` are the paths of what cannot be compared.
    """

    def __init__(self) -> None:
        self._seen: dict[int, Any] = {}
        self.left: list[str] = []

    def describe(self, path: Path, value: Any) -> Description:
        kind = type(value).__module__ + "." + type(value).__qualname__
        if type(value) in ATOMS:
            text = repr(value)
            if len(text) > LONGEST:
                text = f"{text[:SHOWN]}... {zlib.crc32(text.encode('utf-8', 'replace'))}"
            return ["atom", kind, text]
        if id(value) in self._seen:
            return ["reference", kind]
        self._seen[id(value)] = value
        if len(path) > DEEPEST or len(self._seen) > MOST_VALUES:
            return self._leave(path, kind)
        return self._inside(path, value, kind) or self._opaque(path, value, kind)

    def _inside(self, path: Path, value: Any, kind: str) -> Description | None:
        """A value whose parts can be compared; None for others."""
        if type(value) in (list, tuple):
            return ["sequence", kind, [self.describe([*path, ["item", at]], each) for at, each in enumerate(value)]]
        if isinstance(value, dict) and all(type(key) in ATOMS for key in value):
            return ["mapping", kind, self._named(path, "key", {repr(key): value[key] for key in value})]
        if has_attributes(value):
            return ["object", kind, self._named(path, "attribute", vars(value))]
        return None

    def _named(self, path: Path, step: str, values: dict[str, Any]) -> dict[str, Description]:
        return {name: self.describe([*path, [step, name]], each) for name, each in values.items()}

    def _opaque(self, path: Path, value: Any, kind: str) -> Description:
        """A value that is compared as a whole."""
        if type(value) in (set, frozenset) and all(type(each) in ATOMS for each in value):
            return ["atom", kind, repr(sorted(map(repr, value)))]
        try:
            return ["opaque", kind, zlib.crc32(pickle.dumps(value))]
        except Exception:  # noqa: BLE001 - whatever an object does when it is pickled
            return self._leave(path, kind)

    def _leave(self, path: Path, kind: str) -> Description:
        self.left.append(spelled(path))
        return ["left", kind]


def has_attributes(value: Any) -> bool:
    """Whether the attributes of a value are all of its state: not so for files, locks, exceptions and the like."""
    if isinstance(value, NOT_STATE) or not isinstance(getattr(value, "__dict__", None), dict):
        return False
    try:
        how, made_of, *more = value.__reduce_ex__(2)
    except Exception:  # noqa: BLE001 - whatever an object does when it is copied
        return False
    return how is copyreg.__newobj__ and made_of == (type(value),) and more[1:] in ([None, None], [])  # type: ignore[attr-defined]


class Comparer:
    """Finds how values differ from a description: changes that can be made one by one, and what cannot be copied."""

    def __init__(self) -> None:
        self.changes: list[dict[str, Any]] = []
        self.left: list[str] = []

    def compare(self, path: Path, before: Description | None, after: Description | None, value: Any) -> None:
        """`value` is what `after` describes; None describes what is not there."""
        if before == after:
            return
        if before is None or after is None or before[:2] != after[:2] or before[0] not in self._INSIDE:
            self._whole(path, before, after, value)
        else:
            self._INSIDE[before[0]](self, path, before, after, value)

    def _whole(self, path: Path, before: Description | None, after: Description | None, value: Any) -> None:
        kinds = {part[0] for part in (before, after) if part is not None}
        if kinds & {"left", "reference"} or (after is None and path[-1][0] == "local" and sys.version_info >= (3, 13)):
            self.left.append(spelled(path))
            return
        shown = f"{spelled(path)}: {text_of(before)} -> {'nothing' if after is None else short(repr(value))}"
        change: dict[str, Any] = {"path": path, "shown": shown}
        if after is not None:
            try:
                change["value"] = base64.b64encode(pickle.dumps(value)).decode()
            except Exception:  # noqa: BLE001 - whatever an object does when it is pickled
                self.left.append(spelled(path))
                return
        self.changes.append(change)

    def _sequence(self, path: Path, before: Description, after: Description, value: Any) -> None:
        """A tuple cannot be changed inside; the rest of a longer or shorter list is one change."""
        if isinstance(value, tuple):
            self._whole(path, before, after, value)
            return
        shared = min(len(before[2]), len(after[2]))
        for index in range(shared):
            self.compare([*path, ["item", index]], before[2][index], after[2][index], value[index])
        if len(before[2]) != len(after[2]):
            rest: Description = ["sequence", "rest", before[2][shared:]]
            self._whole([*path, ["rest", shared]], rest, ["sequence", "rest", after[2][shared:]], value[shared:])

    def _mapping(self, path: Path, before: Description, after: Description, value: Any) -> None:
        by_name = {repr(key): key for key in value}
        for name in [*after[2], *(name for name in before[2] if name not in after[2])]:
            inside = value[by_name[name]] if name in by_name else None
            self.compare([*path, ["key", name]], before[2].get(name), after[2].get(name), inside)

    def _object(self, path: Path, before: Description, after: Description, value: Any) -> None:
        for name in [*after[2], *(name for name in before[2] if name not in after[2])]:
            inside = vars(value).get(name)
            self.compare([*path, ["attribute", name]], before[2].get(name), after[2].get(name), inside)

    _INSIDE: ClassVar[dict[str, Callable[..., None]]] = {"sequence": _sequence, "mapping": _mapping, "object": _object}


def spelled(path: Path) -> str:
    """A path as Python writes it: `a[2].name`."""
    text = ""
    for kind, name in path:
        text += {"item": f"[{name}]", "rest": f"[{name}:]", "key": f"[{name}]", "attribute": f".{name}"}.get(
            kind, str(name)
        )
    return text


def text_of(description: Description | None) -> str:
    """A description for people."""
    if description is None:
        return "nothing"
    if description[0] == "atom":
        return short(str(description[2]))
    if description[0] == "sequence":
        first, last = ("(", ")") if description[1] == "builtins.tuple" else ("[", "]")
        inside = ", ".join(map(text_of, description[2][:SHOWN]))
        return short(first + inside + ("," if first == "(" and len(description[2]) == 1 else "") + last)
    if description[0] == "mapping":
        return short("{" + ", ".join(f"{name}: {text_of(each)}" for name, each in description[2].items()) + "}")
    return str(description[1]).rpartition(".")[2]


def short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
