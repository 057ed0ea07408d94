"""Messages between thresher and the workers of the Python oracle."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from thresher.oracle.python.channel import Channel


def pair() -> tuple[Channel, Channel]:
    return tuple(Channel(end.detach()) for end in socket.socketpair())  # type: ignore[return-value]


def test_messages_arrive_as_they_were_sent_one_by_one() -> None:
    ours, theirs = pair()
    messages = ["", (1, None, 2.5, (b"\x00", "é")), b"x" * 100_000]
    for message in messages:
        ours.send(message)
        assert theirs.poll(None)
        assert theirs.receive() == message
    assert not theirs.poll(0)
    ours.close()
    theirs.close()


def test_the_end_of_a_connection_is_an_error_to_both_sides() -> None:
    ours, theirs = pair()
    ours.close()
    ours.close()
    with pytest.raises(EOFError):
        theirs.receive()
    with pytest.raises(ConnectionError):
        theirs.send("too late")
    theirs.close()


def test_a_worker_imports_nothing_that_runs_in_every_forked_child() -> None:
    code = "import sys, thresher.oracle.python.worker; print(sys.modules.keys() & {'random', 'threading'})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
