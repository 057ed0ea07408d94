"""The instructions of a function in WebAssembly's text as trees: which text makes up each statement and each value.

Instructions are in a row, each after its operands, or folded: in brackets with the operands inside. See
`wasm/stack.py`, which does the same with bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from thresher.formats.programs.wat.lists import WatAtom, WatList, WatNode

NUMBERS = (b"i32", b"i64", b"f32", b"f64")
_ANNOTATIONS = (b"type", b"param", b"result", b"local")
_INSTRUCTION = re.compile(rb"(?!nan|inf)[a-z][\w.]*")
_LAST = frozenset((b"unreachable", b"br", b"br_table", b"return", b"return_call", b"return_call_indirect"))
_COMPARED = re.compile(rb"(?:eq|ne|[lg][te](?:_[su])?)")
_UNARY = re.compile(
    rb"clz|ctz|popcnt|abs|neg|sqrt|ceil|floor|trunc|nearest|load\w*|wrap_\w+|(?:trunc|extend|convert|demote|promote|reinterpret)_?\w+"
)
_KNOWN = {
    b"drop": (1, b""),
    b"nop": (0, b""),
    b"memory.size": (0, b"i32"),
    b"memory.grow": (1, b"i32"),
    b"br_if": (1, b""),
}
FIRST = b"first"  # the type of the first operand

Effect = tuple[int, bytes]  # how many operands an instruction takes, and the type of what it leaves, or nothing


class WatInstruction(NamedTuple):
    """A word with what belongs to it, from `start` to `stop`; `word_stop` is where its own names and numbers end."""

    word: bytes
    start: int
    stop: int
    word_stop: int
    immediates: tuple[WatAtom, ...] = ()
    annotations: tuple[WatList, ...] = ()
    folded: WatList | None = None

    @property
    def word_start(self) -> int:
        return self.start if self.folded is None else self.folded.items[0].start


class WatStretch(NamedTuple):
    """The text of a statement (no type) or a value, and of its operands."""

    start: int
    stop: int
    type: bytes
    operands: tuple[WatStretch, ...] = ()
    folded: WatList | None = None


@dataclass
class _WatBlock:
    start: int
    type: bytes | None
    stack: list[WatStretch] = field(default_factory=list)
    known: bool = True


def simple_effect(word: bytes) -> Effect | None:
    """Of an instruction that computes with numbers; None for others.

    >>> simple_effect(b"i32.add"), simple_effect(b"f64.lt"), simple_effect(b"i64.store8"), simple_effect(b"call")
    ((2, b'i32'), (2, b'i32'), (2, b''), None)
    """
    if word in _KNOWN:
        return _KNOWN[word]
    type, _, what = word.partition(b".")
    if type not in NUMBERS or not what:
        return None
    if what == b"const":
        return 0, type
    if what.startswith(b"store"):
        return 2, b""
    if what == b"eqz" or _COMPARED.fullmatch(what):
        return (1 if what == b"eqz" else 2), b"i32"
    return (1 if _UNARY.fullmatch(what) else 2), type


class WatMachine:
    """Runs through the code of a function; `effect` knows the instructions that refer to something."""

    def __init__(self, effect: Callable[[WatInstruction], Effect | None]) -> None:
        self._effect = effect
        self._frames = [_WatBlock(0, None)]
        self.instructions: list[WatInstruction] = []
        self.found: list[WatStretch] = []

    @property
    def result(self) -> WatStretch | None:
        """The value that is left at the end, if there is one."""
        first = self._frames[0]
        return first.stack[-1] if first.known and len(first.stack) == 1 else None

    def run(self, nodes: Sequence[WatNode]) -> None:
        """The instructions in a row, some of them folded."""
        for each in _in_a_row(nodes):
            self._flat(each)

    def _flat(self, each: WatInstruction) -> None:
        if each.folded is not None:
            self._folded(each, each.folded)
        elif each.word in (b"block", b"loop", b"if"):
            self._open(each)
        elif each.word == b"else":
            self._frames[-1].stack, self._frames[-1].known = [], True
        elif each.word == b"end":
            self._close(each.stop)
        else:
            self._step(each)

    def _folded(self, each: WatInstruction, around: WatList) -> None:
        inner = [node for node in around.items[1:] if isinstance(node, WatList) and node.head not in _ANNOTATIONS]
        if each.word not in (b"block", b"loop", b"if"):
            self.run(inner)
            self._step(each)
            return
        branches = [node for node in inner if node.head in (b"then", b"else")]
        if each.word == b"if":
            self.run([node for node in inner if node not in branches])
        self._open(each)
        if each.word == b"if":
            for branch in branches:
                self._frames[-1].stack, self._frames[-1].known = [], True
                self.run(branch.items[1:])
        else:
            self.run([node for node in around.items if node.start >= each.word_stop])
        self._close(each.stop, around)

    def _open(self, each: WatInstruction) -> None:
        condition = self._pop(1) if each.word == b"if" else ()
        start = min(condition[0].start, each.start) if condition else each.start
        self.instructions.append(each)
        known = condition is not None and all(one.head == b"result" for one in each.annotations)
        types = [atom.text for one in each.annotations for atom in one.atoms()]
        self._frames.append(_WatBlock(start, (*types, b"")[0] if known and len(types) < 2 else None))

    def _close(self, stop: int, folded: WatList | None = None) -> None:
        if len(self._frames) == 1:
            return
        frame = self._frames.pop()
        if frame.type is None:
            self._frames[-1].stack = []
        else:
            self._push(WatStretch(frame.start, stop, frame.type, folded=folded))

    def _step(self, each: WatInstruction) -> None:
        self.instructions.append(each)
        if each.word in _LAST:
            self._frames[-1].stack, self._frames[-1].known = [], False
            return
        effect = simple_effect(each.word) or self._effect(each)
        operands = None if effect is None else self._pop(effect[0])
        if effect is None or operands is None:
            self._frames[-1].stack = []
            return
        start = min([each.start, *(operand.start for operand in operands)])
        type = operands[0].type if effect[1] == FIRST else effect[1]
        self._push(WatStretch(start, each.stop, type, operands, each.folded))

    def _pop(self, count: int) -> tuple[WatStretch, ...] | None:
        stack = self._frames[-1].stack
        if len(stack) < count:
            return None
        found = tuple(stack[len(stack) - count :])
        del stack[len(stack) - count :]
        return found

    def _push(self, stretch: WatStretch) -> None:
        if not self._frames[-1].known:
            return
        if stretch.type:
            self._frames[-1].stack.append(stretch)
        self.found.append(stretch)


def _in_a_row(nodes: Sequence[WatNode]) -> Iterator[WatInstruction]:
    """The instructions of a row; a folded one with all that is in its brackets."""
    at = 0
    while at < len(nodes):
        node = nodes[at]
        if isinstance(node, WatList):
            yield (
                _instruction(node.items, 0, node)[0]
                if node.head
                else WatInstruction(b"", node.start, node.stop, node.stop)
            )
            at += 1
        else:
            each, at = _instruction(nodes, at, None)
            yield each


def _instruction(nodes: Sequence[WatNode], at: int, folded: WatList | None) -> tuple[WatInstruction, int]:
    word, immediates, annotations = nodes[at], list[WatAtom](), list[WatList]()
    assert isinstance(word, WatAtom)
    at, last = at + 1, word.stop
    while at < len(nodes):
        node = nodes[at]
        if isinstance(node, WatAtom) and (word.text == b"ref.null" or not _INSTRUCTION.fullmatch(node.text)):
            immediates.append(node)
        elif isinstance(node, WatList) and node.head in _ANNOTATIONS:
            annotations.append(node)
        else:
            break
        last, at = node.stop, at + 1
    start, stop = (word.start, last) if folded is None else (folded.start, folded.stop)
    return WatInstruction(word.text, start, stop, last, tuple(immediates), tuple(annotations), folded), at
