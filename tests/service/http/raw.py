"""Requests as bytes on a socket, for what no HTTP client would send."""

from __future__ import annotations

import socket

JSON = b"Content-Type: application/json"


def head(port: int, line: bytes, *headers: bytes) -> bytes:
    """A request up to the empty line, with the right Host unless a header gives one."""
    named = any(header.lower().startswith(b"host:") for header in headers)
    host = () if named else (b"Host: 127.0.0.1:%d" % port,)
    return b"\r\n".join([line, *host, *headers, b"", b""])


def exchange(port: int, request: bytes, *, half_close: bool = False) -> bytes:
    """All that the server says before it closes the connection; `half_close` says that nothing more will be sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            connection.sendall(request)
            if half_close:
                connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # refused before all was sent; what was said is still there to be read
        return received(connection)


def received(connection: socket.socket) -> bytes:
    """Everything up to the end of the connection, however it ends."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def status_of(answer: bytes) -> int:
    """The status of a response; 0 where there is none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0
