"""Limits connections: their number, and how long each may wait before it sends a request."""

from __future__ import annotations

import asyncio
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.h11_impl import H11Protocol

from thresher.service.http.limits import ServiceLimits

BUSY = b"too many connections; try again later\n"
BUSY_RESPONSE = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nconnection: close\r\n"
    b"content-length: %d\r\n\r\n%b" % (len(BUSY), BUSY)
)


class Connections:
    """A factory of protocols, passed to uvicorn in place of the protocol class.

    uvicorn limits requests, not connections, and waits for a header indefinitely, so that idle connections could use
    up all file descriptors.
    """

    def __init__(self, limits: ServiceLimits) -> None:
        self._limits = limits
        self._created: WeakSet[Any] = WeakSet()  # uvicorn counts them one loop iteration later, too late for a burst

    def __call__(self, *, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> asyncio.Protocol:
        not_yet_counted = sum(protocol.transport is None for protocol in self._created)
        if len(server_state.connections) + not_yet_counted >= self._limits.connections:
            return Busy()
        protocol: asyncio.Protocol = H11Protocol(config, server_state, app_state, _loop)
        self._created.add(protocol)
        asyncio.get_running_loop().call_later(self._limits.header_seconds, _drop_without_request, protocol)
        return protocol


class Busy(asyncio.Protocol):
    """Answers 503 and closes the connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(BUSY_RESPONSE)
        transport.close()


def _drop_without_request(protocol: Any) -> None:
    if protocol.cycle is None and protocol.transport is not None:
        protocol.transport.abort()
