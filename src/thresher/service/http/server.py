"""The server socket, and uvicorn in a thread that serves an application on it."""

from __future__ import annotations

import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from thresher.errors import UsageError
from thresher.service.http.connections import Connections
from thresher.service.http.guard import LOOPBACK, RequestGuard
from thresher.service.http.limits import ServiceLimits
from thresher.session.interrupts import handled_by

ALL_ADDRESSES = ("0.0.0.0", "::")
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE = 2.0  # seconds for pending responses when the server shuts down


class Server:
    """Binds the port in the constructor, so that a port in use is an error right away.

    `guard` has the host names and the token. A server that only this machine can reach needs no token, unless one is
    given.
    """

    def __init__(self, host: str, port: int, limits: ServiceLimits, *, token: str | None = None) -> None:
        self._host, self._limits = host, limits
        self._socket = _bound(host, port, limits)
        self.port: int = self._socket.getsockname()[1]
        own = host in LOOPBACK
        self.token = token or (None if own else secrets.token_urlsafe(24))
        names = LOOPBACK if own else (*LOOPBACK, host, socket.gethostname(), socket.getfqdn(), *_addresses(host))
        self.guard = RequestGuard(tuple(dict.fromkeys(map(_in_url, names))), self.port, self.token)

    @property
    def address(self) -> str:
        """The URL of the page, with the token if there is one."""
        host = socket.gethostname() if self._host in ALL_ADDRESSES else _in_url(self._host)
        return f"http://{host}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def close(self) -> None:
        """Releases the port."""
        self._socket.close()

    @contextmanager
    def serving(self, app: ASGIApp) -> Iterator[None]:
        """Serves inside a with statement, once; afterwards no connection is left."""
        server = uvicorn.Server(self._configuration(app))
        thread = threading.Thread(target=server.run, args=([self._socket],), name="thresher-server", daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.should_exit = True
            thread.join(timeout=GRACE)
            while thread.is_alive():
                for connection in list(server.server_state.connections):
                    connection.loop.call_soon_threadsafe(connection.transport.abort)
                thread.join(timeout=GRACE)
            self.close()

    def _configuration(self, app: ASGIApp) -> uvicorn.Config:
        """Without an access log, since URLs may contain the token. Errors go to stderr."""
        protocol: Any = Connections(self._limits)
        return uvicorn.Config(
            app,
            loop="asyncio",
            http=protocol,
            ws="none",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="error",
            access_log=False,
            proxy_headers=False,
            server_header=False,
        )


def until_signal(serving: AbstractContextManager[None]) -> None:
    """Serves until SIGINT, SIGTERM or SIGHUP."""
    over = threading.Event()
    with handled_by(lambda *_: over.set(), *ENDING), serving:
        over.wait()


def _bound(host: str, port: int, limits: ServiceLimits) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if not 0 <= port <= 65535:
        raise UsageError(f"cannot listen on {host}:{port}: ports are 0 to 65535; choose another --port")
    try:
        resolved = socket.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
        bound = socket.create_server(resolved[0][4][:2], family=family)
    except (OSError, UnicodeError) as error:
        raise UsageError(f"cannot listen on {host}:{port}: {error}; choose another --port or --host") from None
    # Inherited by the sockets of connections. Only the kernel notices a client that does not read.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * limits.send_seconds))
    return bound


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def _addresses(host: str) -> list[str]:
    """The addresses of this machine, if the server listens on all of them."""
    if host not in ALL_ADDRESSES:
        return []
    return [str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)]
