from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from thresher.errors import OracleBroken
from thresher.executors.shared import SharedExecutor
from thresher.executors.slot_server import SlotServer
from thresher.oracle.running.handle import RunHandle


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[str]:
    """One place for all."""
    usher = SlotServer(tmp_path / "pool", 1)
    yield str(tmp_path / "pool")
    usher.close()


def asking(pool: str) -> socket.socket:
    guest = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    guest.connect(pool)
    return guest


def test_a_place_is_given_when_another_leaves(pool: str) -> None:
    with asking(pool) as first, asking(pool) as second:
        assert first.recv(1)
        second.setblocking(False)
        with pytest.raises(BlockingIOError):
            second.recv(1)
        first.close()
        second.setblocking(True)
        assert second.recv(1)


def test_calls_take_turns(pool: str) -> None:
    inside, most, lock = 0, 0, threading.Lock()

    def call(content: object, running: RunHandle) -> object:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        with lock:
            inside -= 1
        return content

    with SharedExecutor(4, pool) as executor:
        futures = [executor.submit(call, number, RunHandle()) for number in range(20)]
        assert [future.result() for future in futures] == list(range(20))
    assert most == 1


def test_cancelling_reaches_one_that_waits(pool: str) -> None:
    with asking(pool) as first, SharedExecutor(1, pool) as executor:
        assert first.recv(1)
        running = RunHandle()
        future = executor.submit(lambda content, running: None, b"", running)
        running.cancel()
        with pytest.raises(CancelledError):
            future.result()


def test_without_an_usher_nothing_is_answered(tmp_path: Path) -> None:
    with SharedExecutor(1, str(tmp_path / "none")) as executor, pytest.raises(OracleBroken, match="has ended"):
        executor.submit(lambda content, running: None, b"", RunHandle()).result()
