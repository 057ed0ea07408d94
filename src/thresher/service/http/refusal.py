"""The refusal of a request: status, reason and response. Framing, guard, routes and app share it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP status of 400 or above, with the reason."""

    status: int
    why: str

    def response(self, headers: Mapping[str, str] | None = None) -> Response:
        """The reason as JSON."""
        return json_response({"error": self.why}, status=self.status, headers=headers)


def json_response(value: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """JSON in ASCII: Starlette's own response cannot encode lone surrogates, which clients can send."""
    return Response(json.dumps(value), status_code=status, headers=headers, media_type="application/json")
