"""A local server with pages for tests, and recordings of them."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from thresher.formats.events.events import read_log
from thresher.structures.events import EventLog

SHOP = Path(__file__).parents[2] / "examples" / "shop"
sys.path.insert(0, str(SHOP))

from faults import FAULTS  # noqa: E402 - the shop is no package
from server import Shop  # noqa: E402
from sessions import recording as shop_recording  # noqa: E402

SLOW = 1.5  # seconds: longer than an action on an element may take

__all__ = ["FAULTS", "SHOP", "SLOW", "Shop", "Site", "home_of", "log_of", "serving", "shop_log", "shop_recording"]


class Site(ThreadingHTTPServer):
    """Serves the pages it is given, by their paths; other paths are not found."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, str] = {}
        self.ignore_queries = False
        self.slow: set[str] = set()  # paths that are answered after SLOW seconds

    @property
    def home(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def log(self, html: str, *steps: Mapping[str, Any]) -> EventLog:
        """A recording that opens a page with this content, then does these steps."""
        self.pages["/"] = f"<!doctype html><title>Test</title><link rel=icon href='data:,'><body>{html}"
        return log_of({"type": "navigate", "url": self.home}, *steps)


class _Handler(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        if self.path in self.server.slow:
            time.sleep(SLOW)
        path = self.path.partition("?")[0] if self.server.ignore_queries else self.path
        known = path in self.server.pages
        body = self.server.pages.get(path, "not here").encode()
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def log_of(*steps: Mapping[str, Any], title: str = "a test") -> EventLog:
    return read_log(json.dumps({"title": title, "steps": steps}).encode())


def home_of(shop: Shop) -> str:
    return f"http://127.0.0.1:{shop.server_address[1]}/"


def shop_log(shop: Shop, words: tuple[str, ...], title: str = "a visit") -> EventLog:
    """Steps of the shop in its own words."""
    recording = shop_recording(title, [(each, "") for each in words], home_of(shop))
    return log_of(*({key: value for key, value in step.items() if key != "task"} for step in recording["steps"]))
