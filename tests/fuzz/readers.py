"""Everything that reads what others wrote, each as one function of bytes that also checks what it read."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from thresher import formats
from thresher.conditions.environment import read_environment
from thresher.formats.events.events import read_log, write_log
from thresher.grammars.analysis import checked
from thresher.grammars.language import Language
from thresher.grammars.readers import read_grammar
from thresher.kernel.selection import Selection
from thresher.rewriting.saving import dump_rules, load_rules
from thresher.session.folder.history import read_history
from thresher.session.folder.journal import decode, encode, read
from thresher.structures.changes.gitdiff import quoted, read_steps, unquoted

Reader = Callable[[bytes], None]
FOLDER = {
    "about": "about.json",
    "command": "command.json",
    "certificate": "certificate.json",
    "journal": "journal.jsonl",
}


def units(name: str, data: bytes) -> None:
    """All units together are the bytes."""
    found = formats.parse(name, data)
    assert found.render(Selection.all(len(found))) == data


def tree(name: str, language: str | None, data: bytes) -> None:
    """The whole tree is the bytes, and what is left without any one node can be judged."""
    document = formats.parse_document(name, "input", data, language)
    whole = document.tree
    assert whole.render(whole.everything) == data
    assert document.valid(whole.everything)
    for node in range(1, min(len(whole), 12)):
        if whole.replacement(node) is not None:
            document.valid_text(whole.render(whole.everything - Selection((node, whole.end(node)))))


def guessed(data: bytes) -> None:
    """Some format is chosen, whatever the name."""
    for name in ("x", "x.c", "x.json", "x.xml", "-x.html", "x.y"):
        assert formats.guess(name, data).name


def grammar(name: str, data: bytes) -> None:
    """What can be read can be checked and used."""
    Language(checked(read_grammar(name, data.decode("utf-8", "replace"))))


def event_log(data: bytes) -> None:
    """A log that was read is the same when it is written and read again."""
    log = read_log(data)
    assert read_log(write_log(log)) == log


def rules(data: bytes) -> None:
    """Rules that were read can be written and read again."""
    found = load_rules(data.decode("utf-8", "replace"))
    names = [
        f"log {number}"
        for number in range(1 + max((p.log for r in found for w in r.examples for p in w if p), default=0))
    ]
    assert load_rules(dump_rules(found, names)) == found


def journal_line(data: bytes) -> None:
    """A line with a right checksum is an event or nothing, and an event is written as it was read."""
    text = data.rpartition(b"\t")[0] or data
    event = decode(b"%s\t%08x\n" % (text, zlib.crc32(text)))
    if event is not None:
        assert decode(encode(event)) == event


def session(part: str, data: bytes) -> None:
    """A session's folder of which one file is damaged is read, or is an error."""
    with TemporaryDirectory() as place:
        for kind, name in FOLDER.items():
            (seed,) = (path for path in (Path(__file__).with_name("corpus") / kind).iterdir() if path.name == "seed")
            (Path(place) / name).write_bytes(data if kind == part else seed.read_bytes())
        for event in read(Path(place) / FOLDER["journal"]):
            encode(event)
        read_history(Path(place))


def patch(data: bytes) -> None:
    """What git prints; every path survives quoting."""
    for step in read_steps(data.splitlines(keepends=True)):
        for entry in step.entries:
            assert unquoted(quoted(entry.new_path)) == entry.new_path


def environment(data: bytes) -> None:
    """Variables that were read are read again from `env -0`."""
    found = read_environment(data, "file")
    assert read_environment(b"".join(b"%s=%s\0" % pair for pair in found.items()), "file") == found


READERS: Mapping[str, Reader] = {
    **{f"units/{name}": partial(units, name) for name, found in formats.formats().items() if found.parse},
    "tree/xml": partial(tree, "xml", None),
    "tree/html": partial(tree, "html", None),
    "tree/sexp": partial(tree, "sexp", None),
    "tree/ini": partial(tree, "ini", None),
    "tree/c": partial(tree, "source", "c"),
    "tree/python": partial(tree, "source", "python"),
    "tree/json": partial(tree, "source", "json"),
    "tree/devtools": partial(tree, "events", None),
    "tree/events": partial(tree, "events", None),
    "guess": guessed,
    "yacc": partial(grammar, "x.y"),
    "antlr4": partial(grammar, "x.g4"),
    "lark": partial(grammar, "x.lark"),
    "tree_sitter": partial(grammar, "grammar.json"),
    "devtools": event_log,
    "events": event_log,
    "rules": rules,
    "journal_line": journal_line,
    **{part: partial(session, part) for part in FOLDER},
    "patch": patch,
    "environment": environment,
}


def corpus_of(name: str) -> str:
    """The folder of the corpus that a reader's inputs are made of."""
    if name.startswith("units/") or name == "guess":
        return "text"
    return {"journal_line": "journal"}.get(name, name.removeprefix("tree/"))
