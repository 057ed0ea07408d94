"""A request that is refused: the status, one line that says why, and the response made of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP status from 400 on, with the reason."""

    status: int
    why: str

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """The reason as JSON."""
        return json_response({"error": self.why}, status=self.status, headers=headers)


def json_response(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON in ASCII: Starlette's own cannot encode lone surrogates, and clients can send them."""
    return Response(json.dumps(value), status_code=status, headers=headers, media_type="application/json")
