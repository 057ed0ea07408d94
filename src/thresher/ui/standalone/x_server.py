"""A private X server without a screen: Xvfb, on a display number that is free."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from collections.abc import Mapping

STARTS = 60.0  # seconds


class NoServer(Exception):
    """The server cannot be started; the message says why."""


class PrivateServer:
    """A running Xvfb; `name` is its display. `close` ends it."""

    def __init__(self, width: int, height: int, environment: Mapping[str, str]) -> None:
        program = shutil.which("Xvfb")
        if program is None:
            raise NoServer("Xvfb was not found; install it (apt-get install xvfb)")
        ours, its = os.pipe()
        screen = f"{width}x{height}x24"
        command = [program, "-displayfd", str(its), "-screen", "0", screen, "-nolisten", "tcp", "-noreset"]
        self.process = subprocess.Popen(
            command,
            env=dict(environment),
            pass_fds=(its,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(its)
        try:
            number = b""
            while not number.endswith(b"\n") and select.select([ours], [], [], STARTS)[0]:
                if not (more := os.read(ours, 20)):
                    break
                number += more  # all of it: the server would end if it could not write the rest
        finally:
            os.close(ours)
        if not number.endswith(b"\n"):
            self.close()
            raise NoServer(f"{program} does not start")
        self.name = f":{number.decode().strip()}"

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
