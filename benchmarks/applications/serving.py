"""Installs and serves the applications, faulty or repaired, always at the same address."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HERE = Path(__file__).parent
PACKAGES = (
    "quill@2.0.3",
    "sortablejs@1.15.6",
    "@shoelace-style/shoelace@2.20.1",
    "x-data-spreadsheet@1.1.9",
    "codemirror@5.65.18",
    "@xterm/xterm@5.5.0",
    "jquery@3.7.1",
    "jquery-ui@1.14.1",
    "superfish@1.7.10",
)
DJANGO = "django==5.2.7"


def install(folder: Path) -> None:
    """The packages, unless they are there already."""
    if not (folder / "node_modules" / "quill").exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *PACKAGES]
        subprocess.run(command, check=True)
    if not (folder / "python" / "django").exists():
        command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder / "python"), DJANGO]
        subprocess.run(command, check=True)


class Pages(ThreadingHTTPServer):
    """The pages of this folder, with what they need from npm."""

    daemon_threads = True

    def __init__(self, packages: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.packages, self.faulty = packages, True


class _Handler(SimpleHTTPRequestHandler):
    server: Pages

    def do_GET(self) -> None:
        page = HERE / f"{self.path.strip('/')}.html"
        if page.parent != HERE or not page.exists():
            super().do_GET()
            return
        switch = f"<script>const FAULTY = {str(self.server.faulty).lower()};</script>\n<style>"
        body = page.read_text().replace("<style>", switch, 1).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def translate_path(self, path: str) -> str:
        return str(self.server.packages / path.removeprefix("/npm/").partition("?")[0])

    def log_message(self, *arguments: object) -> None:
        pass


class Static:
    """An application that lives in its page."""

    def __init__(self, name: str, packages: Path) -> None:
        self._server = Pages(packages)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/{name}"
        self.options: tuple[str, ...] = ()
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def reset(self) -> None:
        """Nothing is left of a visit."""

    def repair(self) -> None:
        self._server.faulty = False

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Library:
    """Django in a process of its own; its database is put back before each replay."""

    def __init__(self, packages: Path, folder: Path) -> None:
        self._packages, self._database = packages, folder / "library.sqlite3"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}/admin/"
        self._database.unlink(missing_ok=True)
        self._start("--faulty")
        self._clean = folder / "clean.sqlite3"
        shutil.copy(self._database, self._clean)
        self.options = ("--restore", str(self._database))

    def _start(self, *options: str) -> None:
        command = [sys.executable, str(HERE / "library.py"), str(self._database), str(self._port), *options]
        environment = {**os.environ, "PYTHONPATH": str(self._packages)}
        self._process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(600):
            try:
                with urlopen(f"{self.url}login/", timeout=10):
                    return
            except (URLError, ConnectionError):
                time.sleep(0.1)
        raise SystemExit("Django does not start")

    def reset(self) -> None:
        shutil.copy(self._clean, self._database)

    def repair(self) -> None:
        self.close()
        self.reset()
        self._start()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


@contextmanager
def serving(name: str, packages: Path, folder: Path) -> Iterator[Static | Library]:
    """The faulty application until it is repaired."""
    application: Static | Library
    application = Library(packages / "python", folder) if name == "library" else Static(name, packages / "node_modules")
    try:
        yield application
    finally:
        application.close()
