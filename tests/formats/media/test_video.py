"""Videos: groups of pictures and frames go, and what is left still plays. The samples are made by ffmpeg."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.formats.media import files
from thresher import formats
from thresher.cli.main import main
from thresher.structures.container import Container

pytestmark = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")
FFMPEG = ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four groups of six pictures."""
    path = tmp_path_factory.mktemp("video") / "sample.mp4"
    source = "testsrc=size=64x48:rate=6:duration=4"
    subprocess.run([*FFMPEG, "-f", "lavfi", "-i", source, "-c:v", "libx264", "-g", "6", "-bf", "0", path], check=True)
    return path


@pytest.fixture(params=["ts"])
def video(sample: Path, request: pytest.FixtureRequest) -> Path:
    path = sample.with_suffix(f".{request.param}")
    if not path.exists():
        subprocess.run([*FFMPEG, "-i", sample, "-c", "copy", path], check=True)
    return path


def container(path: Path) -> Container:
    data = path.read_bytes()
    assert formats.guess(path.name, data).name == "video"
    parsed = formats.format_named("video").container(path.name, data)
    assert parsed is not None
    return parsed


def test_untouched_it_is_the_same_and_less_of_it_plays(video: Path, tmp_path: Path) -> None:
    parsed = container(video)
    assert parsed.data == video.read_bytes()
    groups = [node for node, part in enumerate(parsed.nodes) if part.kind == "group"]
    assert [len(parsed.nodes[group].parts) for group in groups] == [6, 6, 6, 6]
    last_frame = parsed.end(groups[3]) - 1
    kept = parsed.shape.without(parsed.everything, [groups[0], groups[2], last_frame])
    smaller = tmp_path / f"smaller{video.suffix}"
    smaller.write_bytes(parsed.render(kept))
    assert smaller.read_bytes() == parsed.render(kept)
    played = subprocess.run([*FFMPEG, "-i", smaller, "-f", "framemd5", "-"], capture_output=True, check=True, text=True)
    assert played.stderr == ""
    pictures = [line for line in played.stdout.splitlines() if not line.startswith("#")]
    again = container(smaller)
    assert sum(part.kind == "frame" for part in again.nodes) == 11
    assert 11 <= len(pictures) <= 24  # a picture may be shown again where others are missing


def units(path: Path) -> Container:
    """A bare stream by its units."""
    data = path.read_bytes()
    assert formats.guess(path.name, data).name == "annexb"
    parsed = formats.format_named("annexb").container(path.name, data)
    assert parsed is not None
    return parsed


def test_the_frame_that_breaks_the_decoder_is_found(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run([*FFMPEG, "-i", sample, "-c", "copy", "whole.h264"], check=True)
    whole = units(Path("whole.h264"))
    pictures = [node for node, part in enumerate(whole.nodes) if part.content[:1] in (b"A", b"e")]
    content = bytearray(whole.nodes[pictures[14]].content)
    content[12:-2] = b"\xaa" * (len(content) - 14)
    Path("broken.h264").write_bytes(whole.holding(pictures[14], bytes(content)).data)
    command = ["reduce", "broken.h264", "-j2", "--checks", "1", "--json", "--no-report", "--stderr", "error while"]
    assert main([*command, "--min-granularity", "parts", "--", *FFMPEG, "-i", "{}", "-f", "null", "-"]) == 0
    assert len(units(Path("broken.min.h264"))) <= 6
    assert bytes(content) in Path("broken.min.h264").read_bytes()
    assert '"tests"' in capsys.readouterr().out


@pytest.mark.parametrize("suffix", [".mkv", ".webm"])
def test_a_film_without_some_clusters_and_blocks_plays(sample: Path, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"film{suffix}"
    options = ["-c", "copy"] if suffix == ".mkv" else ["-c:v", "libvpx", "-g", "6"]
    subprocess.run([*FFMPEG, "-i", sample, *options, "-cluster_time_limit", "1000", path], check=True)
    data = path.read_bytes()
    assert formats.guess(path.name, data).name == "matroska"
    parsed = formats.format_named("matroska").container(path.name, data)
    assert parsed is not None
    clusters = [node for node, part in enumerate(parsed.nodes) if part.kind == "cluster"]
    gone = [clusters[1], parsed.end(clusters[-1]) - 1]
    path.write_bytes(parsed.render(parsed.shape.without(parsed.everything, gone)))
    played = subprocess.run([*FFMPEG, "-i", path, "-f", "framemd5", "-"], capture_output=True, check=True, text=True)
    assert played.stderr == ""
    assert path.stat().st_size < len(data)


@pytest.mark.parametrize("suffix", [".mkv", ".h264", ".ts"])
def test_a_film_weighs_what_it_is_long(sample: Path, tmp_path: Path, suffix: str) -> None:
    """Whether there are pictures in it or not, which is all that some readers take for a film."""
    path = tmp_path / f"film{suffix}"
    subprocess.run([*FFMPEG, "-i", sample, "-c", "copy", path], check=True)
    data = path.read_bytes()
    assert formats.weight(path.name, data) == len(data)


@pytest.mark.parametrize(("suffix", "format", "kind"), [
    (".mp4", "mp4", "group"), (".mov", "mp4", "sample"), (".avi", "riff", "chunk"),
])  # fmt: skip
def test_a_film_without_some_pictures_plays(sample: Path, tmp_path: Path, suffix: str, format: str, kind: str) -> None:
    path = tmp_path / f"film{suffix}"
    tone = ["-f", "lavfi", "-i", "sine=duration=4", "-c:v", "copy", "-c:a", "mp2" if suffix == ".avi" else "aac"]
    subprocess.run([*FFMPEG, "-i", sample, *tone, path], check=True)
    data = path.read_bytes()
    assert formats.guess(path.name, data).name == format
    parsed = formats.format_named(format).container(path.name, data)
    assert parsed is not None
    assert parsed.data == data
    pieces = [node for node, part in enumerate(parsed.nodes) if part.kind == kind]
    if suffix == ".avi":
        pieces = [node for node in pieces if getattr(parsed.nodes[node], "type", b"") in (b"00dc", b"01wb")]
    path.write_bytes(parsed.render(parsed.shape.without(parsed.everything, pieces[len(pieces) // 2 :])))
    played = subprocess.run([*FFMPEG, "-i", path, "-f", "framemd5", "-"], capture_output=True, check=True, text=True)
    assert played.stderr == ""
    assert path.stat().st_size < len(data)


@pytest.mark.parametrize("absolute", [True, False])
def test_the_index_of_an_avi_file_follows_its_frames(absolute: bool) -> None:
    data = files.avi(absolute=absolute)
    parsed = formats.format_named("riff").container("a.avi", data)
    assert parsed is not None
    assert files.check_avi(data) == 5
    for gone in range(5, 10):
        assert files.check_avi(parsed.render(parsed.shape.without(parsed.everything, [gone]))) == 4
    assert files.check_avi(parsed.render(parsed.shape.without(parsed.everything, [3, 5, 8]))) == 3
    assert files.check_avi(parsed.holding(5, b"1st").data) == 5


def test_tables_of_samples_that_share_their_bytes_are_not_copied() -> None:
    data = bytearray(files.mp4())
    at = data.index(b"stsz") + 8
    data[at : at + 4] = (300).to_bytes(4, "big")
    parsed = formats.format_named("mp4").container("a.mp4", bytes(data))
    assert parsed is not None
    assert not any(part.kind == "sample" for part in parsed.nodes)


def test_what_only_looks_like_a_video_is_none() -> None:
    data = b"\0\0\0\x20ftypisom" + bytes(range(256))
    assert formats.format_named("video").container("x.mp4", data) is None
    assert formats.guess("x.mp4", data).name == "characters"
