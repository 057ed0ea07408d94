"""Limits on the resources that clients can use at a time; a module of its own, since server and routes share them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceLimits:
    """`connections` includes idle ones; `uploads` bounds the request bodies read concurrently.

    A request's header must arrive within `header_seconds`, its body within `body_seconds`. A client that reads nothing
    of a response for `send_seconds` is disconnected.
    """

    connections: int = 64
    header_seconds: float = 10.0
    body_bytes: int = 10 << 20
    body_seconds: float = 30.0
    uploads: int = 4
    send_seconds: float = 60.0
