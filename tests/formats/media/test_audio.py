"""Sound by packets and frames: made by ffmpeg, reduced, and read by ffmpeg again."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import thresher
from tests.formats.media import files
from thresher import formats
from thresher.structures.container import Container

FFMPEG = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"]
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")


def sound(folder: Path, name: str, *options: str) -> bytes:
    """Two seconds of a tone."""
    source = ["-f", "lavfi", "-i", "sine=frequency=440:duration=2"]
    subprocess.run([*FFMPEG, *source, *options, folder / name], check=True)
    return (folder / name).read_bytes()


def container(name: str, data: bytes, expected: str) -> Container:
    found = formats.guess(name, data)
    assert found.name == expected
    parsed = found.container(name, data)
    assert parsed is not None
    assert parsed.data == data
    return parsed


def decoded(folder: Path, name: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
    (folder / name).write_bytes(data)
    command: list[str | Path] = [*FFMPEG, "-i", folder / name, "-f", "s16le", "-ac", "1", "-"]
    return subprocess.run(command, capture_output=True, check=False)


def reduced(name: str, data: bytes, fails: Callable[[bytes], bool]) -> tuple[bytes, int]:
    """What is left, and after how many questions."""
    asked = 0

    def counted(candidate: bytes) -> bool:
        nonlocal asked
        asked += 1
        return fails(candidate)

    return thresher.reduce(data, counted, name=name).data, asked


def test_packets_of_ogg_that_go_over_several_pages() -> None:
    parsed = container("input", files.ogg(), "ogg")
    packets = [part.content for part in parsed.nodes if part.kind == "packet"]
    assert packets[-3:-1] == [b"d" * 515, b"end"]
    pages = [node for node, part in enumerate(parsed.nodes) if part.kind == "page"]
    left = parsed.render(parsed.shape.without(parsed.everything, [pages[1]]))
    assert files.check_ogg(left) == 3
    assert left[:4] == b"OggS"
    long = parsed.holding(pages[0] + 1, b"x" * 70_000).data
    again = container("input", long, "ogg")
    assert again.nodes[pages[0] + 1].content == b"x" * 70_000
    assert files.check_ogg(long) == 5


@needs_ffmpeg
@pytest.mark.parametrize(("name", "codec"), [("a.ogg", "libvorbis"), ("a.opus", "libopus")])
def test_ogg_without_some_packets_is_decoded_without_complaint(tmp_path: Path, name: str, codec: str) -> None:
    data = sound(tmp_path, name, "-c:a", codec)
    parsed = container(name, data, "ogg")
    packets = [node for node, part in enumerate(parsed.nodes) if part.kind == "packet"]
    whole = decoded(tmp_path, name, data)
    less = decoded(tmp_path, name, parsed.render(parsed.shape.without(parsed.everything, packets[20:50])))
    assert whole.stderr == less.stderr == b""
    assert 0 < len(less.stdout) < len(whole.stdout)
