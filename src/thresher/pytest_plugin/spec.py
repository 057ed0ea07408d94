"""The specification of a pytest run that examines one test, passed as text on its command line."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

ORDER, INPUT, ALONE, PARAMETER = "order", "input", "alone", "parameter"
TEXT, BYTES, LIST, FILE = "text", "bytes", "list", "file"


@dataclass(frozen=True, slots=True)
class ParameterValue:
    """A parameter whose value comes from a file: as text or bytes, as the items with these numbers, or as its path."""

    name: str
    kind: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Described:
    """A parameter of a test: a file's path, the bytes of a text as Latin-1, or the numbers of items."""

    name: str
    kind: str
    content: str
    items: tuple[str, ...] = ()

    @property
    def data(self) -> bytes:
        """The content to shrink, if it is not a file."""
        return self.content.encode("latin-1")


@dataclass(frozen=True, slots=True)
class Spec:
    """Which test is examined, and what the candidate means: tests to run before it, a parameter, or a file.

    `arguments` are those of the user's own run without the tests it names; `from_here` says that modules are found in
    the directory. `values` are parameters that were shrunk before. A description of the test is written to `tell`.
    """

    test: str
    root: str
    directory: str
    arguments: tuple[str, ...]
    from_here: bool = False
    mode: str = ALONE
    value: ParameterValue | None = None
    input: str = ""
    values: tuple[ParameterValue, ...] = ()
    tell: str = ""

    @property
    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def parse(cls, text: str) -> Spec:
        """Parses `text`."""
        fields = json.loads(text)
        fields["arguments"] = tuple(fields["arguments"])
        fields["value"] = ParameterValue(**fields["value"]) if fields["value"] else None
        fields["values"] = tuple(ParameterValue(**each) for each in fields["values"])
        return cls(**fields)
