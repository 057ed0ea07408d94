"""Compiled message catalogues."""

from __future__ import annotations

import gettext
from io import BytesIO
from struct import error, pack

import pytest

from tests.formats import containers
from thresher import formats, reduce

MESSAGES = {b"": b"Content-Type: text/plain; charset=UTF-8\n"} | {
    b"message %d" % at: b"Nachricht %d" % at for at in range(40)
}


def translation(data: bytes) -> str:
    return gettext.GNUTranslations(BytesIO(data)).gettext("message 23")


@pytest.mark.parametrize("order", ["<", ">"])
def test_one_message_is_left(order: str) -> None:
    data = containers.mo(MESSAGES, order=order)

    def fails(candidate: bytes) -> bool:
        try:
            return translation(candidate).startswith("N") and "23" in translation(candidate)
        except (OSError, ValueError, LookupError, error):
            return False

    done = reduce(data, fails, name="a.mo")
    assert translation(done.data) == "N23"
    assert containers.check_mo(done.data) == 1
    assert done.statistics.tests < 80


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:8] + pack("<I", 1 << 30) + data[12:],  # more messages than bytes
        lambda data: data[:12] + pack("<I", len(data)) + data[16:],  # a table after the end
        lambda data: data[:28] + pack("<II", 50, len(data) - 20) + data[36:],  # a text that leads out of the file
        lambda data: data[:28] + pack("<II", len(data) - 1, 0) * 41 + data[28 + 41 * 8 :],  # texts that overlap
        lambda data: data[:4] + pack("<I", 1) + data[8:],  # a revision with other tables
        lambda data: data[:20],
    ],
)
def test_a_damaged_catalogue_is_none(damage: object) -> None:
    assert callable(damage)
    assert formats.format_named("mo").container("a.mo", damage(containers.mo(MESSAGES))) is None
