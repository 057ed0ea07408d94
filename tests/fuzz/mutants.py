"""Damaged containers by number: the same number gives the same bytes, so that a failure can be had again.

Besides what any mutation does, fields of one to eight bytes become lengths that are too small, too large or negative,
pieces are there twice, and the whole is put into other containers.
"""

from __future__ import annotations

import bz2
import lzma
from collections.abc import Callable
from importlib.util import find_spec
from random import Random

from tests.formats import containers
from tests.formats.binaries.values.test_values import CBOR, MSGPACK
from tests.formats.test_containers import NAMES, SAMPLES
from tests.fuzz.mutation import NASTY
from thresher import formats
from thresher.formats.archives.directory import DirectoryEntry, packed
from thresher.kernel.selection import Selection
from thresher.plan import PlanOptions, plan_for
from thresher.structures.container import Container
from thresher.translators import versions

LENGTHS = (
    0,
    1,
    2,
    127,
    128,
    255,
    (1 << 15) - 1,
    1 << 15,
    (1 << 16) - 1,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 63,
)
DIRECTORY = [
    DirectoryEntry("directory", b"a"),
    DirectoryEntry("file", b"a/b.c", b"int x;\n"),
    DirectoryEntry("link", b"a/c", b"b.c"),
]
WRAPPERS: tuple[Callable[[bytes], bytes], ...] = (
    containers.gz,
    bz2.compress,
    lzma.compress,
    lambda data: containers.zipped({"a": data, "b": data}),
    lambda data: containers.tarred({"a": data}),
)
TEXTS = {
    "cbor": [CBOR],
    "counted": [b"OFF\n3 2 0\n" + b"0 0 1\n" * 3 + b"3 0 1 2\n" * 2, b"4\n1\n2\n3\n4\n"],
    "dimacs": [b"c x\np cnf 3 4\n1 -2 0\n2 3 0\n-1 0\n3 0\n", b"p wcnf 2 2 9\n9 1 0\n1 -2 0\n"],
    "embedded": [b"<p>a</p><script>let x = [1, 2];</script><style>p { color: red }</style>"],
    "msgpack": [MSGPACK],
    "protobuf": [b"\x0a\x05\x0a\x03abc\x12\x02hi\x18\x05" * 4 + b"\x25\0\0\0\0\x29" + bytes(8)],
}
NODES, FULL = 8, 10  # nodes that are removed one by one; one mutant in so many is planned for as well


def originals() -> dict[str, list[bytes]]:
    """Samples of every container format that has one."""
    found: dict[str, list[bytes]] = {"directory": [packed(DIRECTORY)], **TEXTS}
    for name, data, _ in SAMPLES.values():
        found.setdefault(name, []).append(data)
    if find_spec("av"):
        found["video"] = [containers.video("mp4"), containers.video("matroska")]
    if versions("llvm-as") and versions("llvm-dis"):
        from tests.formats.programs.llvm.test_bitcode import bitcode

        found["bitcode"] = [bitcode()]
    if find_spec("pyarrow"):
        from tests.formats.tables.test_arrow import FORMATS, orders

        found |= {name: [written(orders(20))] for name, written in FORMATS.items()}
    return found


def mutant(samples: list[bytes], number: int) -> bytes:
    """The mutant of that number."""
    random = Random(number)
    data = samples[number % len(samples)]
    for _ in range(random.randint(1, 4)):
        data = _changed(random, data, samples)
    if number % 10 == 0:
        for wrap in random.choices(WRAPPERS, k=random.randint(1, 3)):
            data = wrap(data)
    return data


def _changed(random: Random, data: bytes, samples: list[bytes]) -> bytes:
    start, width = random.randint(0, len(data)), random.choice((1, 2, 4, 8))
    stop = random.randint(start, min(len(data), start + random.choice((8, 64, len(data)))))
    number = random.choice((*LENGTHS, len(data), start)) % (1 << 8 * width)
    piece, behind = data[start:stop], data[stop:]
    replaced = {
        "length": number.to_bytes(width, random.choice(("little", "big"))) + data[start + width :],
        "flip": bytes([random.randrange(256)]) + data[start + 1 :],
        "truncate": b"",
        "twice": piece * 2 + behind,
        "often": piece * min(200, 20_000 // (len(piece) + 1)) + behind,
        "cut": behind,
        "insert": random.choice(NASTY) + data[start:],
        "other": random.choice(samples)[start:],
    }
    return data[:start] + replaced[random.choice(("length", "length", *replaced))]


def examine(name: str, data: bytes, *, full: bool) -> None:
    """Reads a container, writes it with one part less or shorter, and weighs it; `full` also plans a reduction."""
    found, file = formats.format_named(name), NAMES.get(name, f"input.{name}")
    if found.confidence(file, data) and (container := found.container(file, data)) is not None:
        _rewrite(container, data)
    formats.weight(file, data)
    if full:
        plan_for(file, data, PlanOptions())


def _rewrite(container: Container, data: bytes) -> None:
    assert container.render(container.everything) == data
    for node in range(1, min(len(container), NODES)):
        if container.removable(container.everything, node):
            container.render(container.everything - Selection((node, container.end(node))))
    for leaf in container.leaves()[:NODES]:
        assert container.holding(leaf, container.nodes[leaf].content[::2]).data is not None
