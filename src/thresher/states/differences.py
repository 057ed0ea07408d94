"""How the variables of two runs differ at a line, as the agent found out."""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_NAMED = 10  # variables that cannot be copied, in a message


@dataclass(frozen=True, slots=True)
class StateChange:
    """One value of the failing run to be put into the passing one; `record` is what the agent takes."""

    record: Mapping[str, Any]

    @property
    def variable(self) -> str:
        """The path of the value: `a[2].name`."""
        return self.shown.partition(": ")[0]

    @property
    def shown(self) -> str:
        """The path, and the values in the passing and in the failing run: `a[2]: 3 -> 7`."""
        return str(self.record["shown"])


@dataclass(frozen=True, slots=True)
class StateDifference:
    """The changes that lead from the passing run's variables to the failing run's, and what cannot be copied."""

    changes: tuple[StateChange, ...]
    left: tuple[str, ...] = ()

    @property
    def left_alone(self) -> str:
        """The variables that cannot be copied, for a message; empty if there are none."""
        names = ", ".join(self.left[:MOST_NAMED])
        more = f" and {len(self.left) - MOST_NAMED} more" if len(self.left) > MOST_NAMED else ""
        return names + more


def answer_of(output: bytes) -> Any:
    """What the agent printed; None if it did not answer."""
    try:
        return json.loads(zlib.decompress(b64decode(output, validate=True)))
    except (binascii.Error, zlib.error, ValueError):
        return None
