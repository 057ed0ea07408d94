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
    """Two seconds of a tone that rises."""
    source = ["-f", "lavfi", "-i", "aevalsrc=sin(1000*t*(1+t)):d=2"]
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


FILES = {
    "a.ogg": ("ogg", "packet", ["-c:a", "libvorbis"]),
    "a.opus": ("ogg", "packet", ["-c:a", "libopus"]),
    "a.mp3": ("mp3", "frame", []),
    "a.aac": ("adts", "frame", []),
    "a.flac": ("flac", "frame", []),
    "a.mka": ("matroska", "block", ["-c:a", "libvorbis"]),
    "a.m4a": ("mp4", "sample", ["-c:a", "aac"]),
    "a.webm": ("matroska", "block", ["-c:a", "libopus"]),
}


@needs_ffmpeg
@pytest.mark.parametrize("name", FILES)
def test_less_of_a_sound_is_decoded_without_complaint(tmp_path: Path, name: str) -> None:
    format, kind, options = FILES[name]
    data = sound(tmp_path, name, *options)
    parsed = container(name, data, format)
    pieces = [node for node, part in enumerate(parsed.nodes) if part.kind == kind]
    gone = pieces[len(pieces) // 2 :]
    whole = decoded(tmp_path, name, data)
    less = decoded(tmp_path, name, parsed.render(parsed.shape.without(parsed.everything, gone)))
    assert whole.stderr == less.stderr == b""
    assert 0 < len(less.stdout) < len(whole.stdout)


@needs_ffmpeg
@pytest.mark.parametrize("name", ["a.opus", "a.mp3", "a.aac", "a.flac", "a.mka", "a.m4a"])
def test_the_packets_with_a_property_are_found(tmp_path: Path, name: str) -> None:
    """As a reader that stumbles over the bytes of one packet if there is another one before it."""
    format, kind, options = FILES[name]
    parsed = container(name, sound(tmp_path, name, *options), format)
    contents = [part.content for part in parsed.nodes if part.kind == kind and len(part.content) > 20]
    wanted = (contents[len(contents) // 3][4:18], contents[len(contents) // 2][4:18])

    def fails(data: bytes) -> bool:
        again = formats.format_named(format).container(name, data)
        there = [part.content for part in again.nodes if part.kind == kind] if again else []
        places = [next((at for at, each in enumerate(there) if text in each), -1) for text in wanted]
        return -1 < places[0] < places[1]

    left, asked = reduced(name, parsed.data, fails)
    again = formats.format_named(format).container(name, left)
    assert again is not None
    assert sum(part.kind == kind for part in again.nodes) == 2
    assert asked < 1000, asked
