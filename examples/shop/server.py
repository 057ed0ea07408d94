"""A small web shop to try the web debugger on: catalogue, filter, comparison, cart, checkout.

    python examples/shop/server.py --port 8090 --fault empty-cart

`POST /reset?fault=NAME` starts over with an empty database and the named faults.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import tempfile
from contextlib import suppress
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

sys.path.insert(0, str(Path(__file__).parent))

from faults import FAULTS
from store import Refused, Store

STATIC = Path(__file__).parent / "static"
PAGES = {"/": "index.html", "/guide": "guide.html", "/newsletter": "newsletter.html"}
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css"}
FILES = {f"/{path.name}": path.name for path in STATIC.iterdir()}


class Handler(BaseHTTPRequestHandler):
    """One request; a cookie identifies the visitor."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Shop"

    def handle(self) -> None:
        """Ignores a browser that disconnects in the middle of a response."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/api/products":
            self._answer(200, self.server.store.products())
        elif path == "/api/cart":
            self._answer(200, self.server.store.cart(self._visitor()))
        elif name := PAGES.get(path, FILES.get(path)):
            text = (STATIC / name).read_text(encoding="utf-8")
            page = text.replace("%FAULTS%", " ".join(sorted(self.server.store.faults))).encode()
            self._send(200, TYPES[Path(name).suffix], page)
        else:
            self._answer(404, {"error": "nothing is here"})

    def do_POST(self) -> None:
        url = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if url.path == "/reset":
            self.server.store.reset(frozenset(parse_qs(url.query).get("fault", [])))
            self._answer(200, {})
            return
        try:
            self._answer(200, self._do(url.path, json.loads(body or b"{}")))
        except Refused as why:
            self._answer(200, {"refused": str(why)})
        except Exception as error:  # as a framework handles an error in a handler
            self._answer(500, {"error": f"{type(error).__name__}: {error}"})

    def _do(self, path: str, asked: dict) -> dict:
        store, visitor = self.server.store, self._visitor()
        match path:
            case "/api/add":
                return store.add(visitor, int(asked["id"]))
            case "/api/quantity":
                return store.change(visitor, int(asked["id"]), int(asked["quantity"]))
            case "/api/empty":
                return store.empty(visitor)
            case "/api/undo":
                return store.undo(visitor)
            case "/api/coupon":
                return store.apply(visitor, asked["code"])
            case "/api/order":
                return store.order(visitor, asked["name"], asked["country"], bool(asked["wrapped"]))
        raise Refused("nothing is here")

    def _visitor(self) -> str:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("visitor")
        return cookie.value if cookie else ""

    def _answer(self, status: int, value: object) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if kind.startswith("text/html") and not self._visitor():
            self.send_header("Set-Cookie", f"visitor={secrets.token_hex(8)}; Path=/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Logs nothing."""


class Shop(ThreadingHTTPServer):
    """The shop on a port of this machine, with its database in a temporary directory."""

    daemon_threads = True

    def __init__(self, port: int, faults: frozenset[str] = frozenset()) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="shop-")
        self.store = Store(Path(self._directory.name) / "shop.sqlite", faults)
        super().__init__(("127.0.0.1", port), Handler)

    def server_close(self) -> None:
        super().server_close()
        self.store.close()
        self._directory.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8090)
    parser.add_argument("--fault", action="append", default=[], choices=sorted(FAULTS), metavar="NAME")
    options = parser.parse_args()
    shop = Shop(options.port, frozenset(options.fault))
    print(f"http://127.0.0.1:{shop.server_address[1]}/", flush=True)
    try:
        shop.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        shop.server_close()


if __name__ == "__main__":
    main()
