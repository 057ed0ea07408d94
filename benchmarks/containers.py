"""The cost of large containers and of unknown binary data: tests, seconds, and memory as a multiple of the size.

usage: python -m benchmarks.containers [--megabytes N]
"""

from __future__ import annotations

import argparse
import io
import json
import struct
import subprocess
import sys
import tempfile
import wave
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.report import Report

NEEDLE = b"the needle, that is needed"
RUN = """
import resource, sys
from thresher.cli.main import main
code = main(sys.argv[1:])
open("memory", "w").write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
sys.exit(code)
"""


def noise(size: int) -> bytes:
    """Bytes that nothing is known of, with three stretches that are needed."""
    data = bytearray(Random(7).randbytes(size))
    for number, share in enumerate((0.1, 0.53, 0.86)):
        at = int(size * share)
        data[at : at + 8] = b"needle%02d" % number
    return bytes(data)


def records(size: int) -> bytes:
    """Records of no known format, with their lengths; three of them are needed."""
    random, found, total = Random(7), [b"\x7fREC"], 0
    while total < size:
        payload = random.randbytes(random.randrange(20, 400))
        found.append(len(payload).to_bytes(2, "big") + payload)
        total += len(found[-1])
    for number, share in enumerate((0.1, 0.53, 0.86)):
        payload = b"needle%02d" % number + random.randbytes(100)
        found[int(len(found) * share)] = len(payload).to_bytes(2, "big") + payload
    return b"".join(found)


def zipped(size: int) -> bytes:
    """Many members, of which one has the needle."""
    stream, random = io.BytesIO(), Random(7)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(50):
            text = random.randbytes(size // 50)
            archive.writestr(f"member{number}.dat", text + NEEDLE if number == 31 else text)
    return stream.getvalue()


def png(size: int) -> bytes:
    """An image of noise, and a text that has the needle."""
    width = 2000
    height = max(1, size // (3 * width))
    random = Random(7)
    image = b"".join(b"\0" + random.randbytes(3 * width) for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"tEXt", b"key\0" + NEEDLE), (b"IDAT", zlib.compress(image, 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )


def wav(size: int) -> bytes:
    """Samples with the needle among them."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as sound:
        sound.setparams((2, 2, 44100, 0, "NONE", ""))
        data = bytearray(Random(7).randbytes(size))
        data[size // 3 : size // 3 + len(NEEDLE)] = NEEDLE
        sound.writeframes(bytes(data))
    return stream.getvalue()


TESTS = {
    "noise": "grep -q needle00 {0} && grep -q needle01 {0} && grep -q needle02 {0}",
    "records": f"{sys.executable} -S -E walk.py {{0}}",
    "zip": f"{sys.executable} -S -E members.py {{0}}",
    "png": "grep -q 'that is needed' {0}",
    "wav": "grep -q 'that is needed' {0}",
}
WALK = """
import sys
data, at, seen = open(sys.argv[1], "rb").read(), 4, set()
while at < len(data):
    size = int.from_bytes(data[at : at + 2], "big")
    payload = data[at + 2 : at + 2 + size]
    if len(payload) < size:
        sys.exit(2)
    if payload.startswith(b"needle"):
        seen.add(payload[:8])
    at += 2 + size
sys.exit(0 if len(seen) == 3 else 1)
"""
MEMBERS = """
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    sys.exit(0 if any(b"that is needed" in archive.read(name) for name in archive.namelist()) else 1)
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=50)
    size = parser.parse_args().megabytes << 20
    cases: dict[str, tuple[Callable[[int], bytes], int]] = {
        "noise": (noise, 1 << 20),
        "records": (records, 1 << 20),
        "zip": (zipped, size),
        "png": (png, size * 2 // 5),
        "wav": (wav, size),
    }
    columns = ["input", "megabytes", "bytes left", "tests", "seconds", "of them in the program", "memory, megabytes"]
    report = Report("containers", "Large containers and unknown binary data", [*columns, "memory / size"])
    for kind, (make, length) in cases.items():
        data = make(length)
        done, memory = reduced(kind, data)
        report.row(
            kind,
            f"{len(data) / 2**20:.1f}",
            f"{done['after']['bytes']:,}",
            f"{done['tests']:,}",
            f"{done['seconds']:.0f}",
            f"{done['oracle_seconds']:.0f}",
            f"{memory / 2**20:.0f}",
            f"{memory / len(data):.1f}",
        )
        print(kind, done["tests"], done["seconds"], memory >> 20, file=sys.stderr)
    report.note("One job; the peak of resident memory of the whole run. Python alone takes some 40 megabytes.")
    report.write()


def reduced(kind: str, data: bytes) -> tuple[dict[str, dict[str, int]], int]:
    """The statistics of a reduction, and its memory."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / f"input.{kind}").write_bytes(data)
        (folder / "walk.py").write_text(WALK)
        (folder / "members.py").write_text(MEMBERS)
        test = folder / "test.sh"
        test.write_text(f"#!/bin/sh\n{TESTS[kind].format(f'input.{kind}').replace(' walk', f' {name}/walk')}\n")
        test.write_text(test.read_text().replace(" members", f" {name}/members"))
        test.chmod(0o755)
        options = ["--no-report", "--no-tui", "-j1", "--checks", "1", "--json", "-q", "--max-seconds", "600"]
        command = [sys.executable, "-c", RUN, "reduce", f"input.{kind}", *options, "--test", "./test.sh"]
        out = subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout
        return json.loads(out), int((folder / "memory").read_text()) << 10


if __name__ == "__main__":
    main()
