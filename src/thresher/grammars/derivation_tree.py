"""From a derivation to the tree that is searched.

A node is what the grammar can do without, with nothing or a minimal string in its place. Chains of rules around the
same text are one node, lists are flat whether they are written by recursion or with `*`, and tokens of a fixed text are
text of the node around them. So every candidate is in the language, but for what happens where two tokens meet, and for
lists that need one element: the parser checks that.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from thresher.grammars.bnf import SymbolRole
from thresher.grammars.language import Language
from thresher.grammars.lexer import Token
from thresher.grammars.lists import Freedom
from thresher.grammars.parsing import DerivationNode, Parse
from thresher.structures.trees.builder import TreeBuilder
from thresher.structures.trees.kind import NodeKind
from thresher.structures.trees.separators import Separator
from thresher.structures.trees.splice import Spacing
from thresher.structures.trees.tree import Tree

SHORT = 16  # characters of a short token, such as a name or a number
GROUP = NodeKind("group", frozenset())
COMMENT = NodeKind("comment", frozenset())


@dataclass(frozen=True, slots=True)
class RemovableRun:
    """Something removable: a run of adjacent derivations, and the text that replaces it.

    `separator` is where the text before it begins that goes with it or with the first element of its `list`, which has
    a number. A `double` part is tried to go, and if it cannot, to be replaced by its minimal string.
    """

    nodes: tuple[DerivationNode, ...]
    text: bytes | None
    separator: int | None = None
    list: int | None = None
    double: bool = False

    @property
    def start(self) -> int:
        return self.nodes[0].start

    @property
    def stop(self) -> int:
        return self.nodes[-1].stop


def tree_of(language: Language, parse: Parse, text: str, data: bytes) -> Tree:
    """The tree of a text that the language's parser has parsed; `data` is the text's bytes in UTF-8."""
    return _Planter(language, parse, text, data).tree()


_Close: TypeAlias = int  # where the node stops


class _Planter:
    def __init__(self, language: Language, parse: Parse, text: str, data: bytes) -> None:
        self._language = language
        self._root = parse.root
        self._offsets = _offsets(text, data)
        self._comments = [token for token in parse.skipped if text[token.start : token.stop].strip()]
        self._next = 0  # the first comment that is not a node yet
        self._position = 0
        self._builder = TreeBuilder(data, spacing=Spacing.FREE if language.spelling.spaced else Spacing.EXACT)
        self._todo: list[RemovableRun | _Close] = []
        self._firsts: dict[int, int] = {}  # the first node of every list
        self._lists = 0
        self._size = len(text)

    def tree(self) -> Tree:
        self._builder.open(NodeKind("document", frozenset()), 0)
        whole = self._required(self._root)
        self._todo = [self._size, *([whole] if self._root.stop > self._root.start else [])]
        while self._todo:
            match self._todo.pop():
                case RemovableRun() as part:
                    self._plant(part)
                case stop:
                    self._flush(stop)
                    self._builder.close(self._offset(stop))
                    self._position = stop
        return self._builder.build()

    def _plant(self, part: RemovableRun) -> None:
        """A node for a part, with what is in it left to be done."""
        separator = None
        if part.separator is not None and part.list is not None:
            self._flush(part.separator)
            self._drop_comments(part.start)
            first = self._firsts[part.list]
            separator = Separator(self._offset(part.separator), self._offset(part.start), first)
        else:
            self._flush(part.start)
        node, kind = self._collapsed(part)
        inside = [self._required(part.nodes[0])] if part.double else self._inside(part, node)
        number = self._builder.open(kind, self._offset(part.start), replacement=part.text, separator=separator)
        if part.list is not None:
            self._firsts.setdefault(part.list, number)
        self._position = part.start
        self._todo.append(part.stop)
        self._todo += reversed(inside)

    def _collapsed(self, part: RemovableRun) -> tuple[DerivationNode, NodeKind]:
        """The innermost derivation of the same text, and the kind for all of them."""
        if len(part.nodes) > 1:
            return part.nodes[0], GROUP
        node, symbols = part.nodes[0], [part.nodes[0].symbol]
        while (inner := self._only(node)) is not None:
            node = inner
            symbols.append(node.symbol)
        return node, GROUP if part.double else self._language.kind(tuple(symbols))

    def _only(self, node: DerivationNode) -> DerivationNode | None:
        """What is inside if it is all there is to a node."""
        inner = [child for child in node.children if child.stop > child.start]
        return inner[0] if len(inner) == 1 else None

    def _inside(self, part: RemovableRun, node: DerivationNode) -> list[RemovableRun]:
        if len(part.nodes) > 1:
            return list(self._row(part.nodes))
        if node.production < 0:
            return []
        step = self._language.lists.steps.get(node.production)
        if step is not None and (self._language.flat or self._language.role(node.symbol) is not SymbolRole.RULE):
            return list(self._elements(node, step.freedom, left=step.left))
        return list(self._parts(node))

    def _row(self, nodes: tuple[DerivationNode, ...]) -> Iterator[RemovableRun]:
        """The parts of a run whose derivations are all needed."""
        place = 0
        while place < len(nodes):
            node, behind = nodes[place], nodes[place + 1 : place + 2]
            if behind and behind[0].children and self._language.lists.tail(node.symbol, behind[0].symbol):
                yield from self._separated(node, behind[0])
                place += 1
            elif node.stop > node.start and not self._language.fixed(node.symbol):
                yield from self._helper(node)
            place += 1

    def _parts(self, node: DerivationNode) -> Iterator[RemovableRun]:
        """The parts of a derivation: what its production can do without, and what is needed."""
        place = 0
        for start, stop in self._language.lists.spare.get(node.production, ()):
            yield from self._row(node.children[place:start])
            yield from self._optional(node.children[start:stop])
            place = stop
        yield from self._row(node.children[place:])

    def _helper(self, node: DerivationNode) -> Iterator[RemovableRun]:
        """What a helper of the grammar has in it; another symbol is a part itself."""
        role = self._language.role(node.symbol)
        if role is SymbolRole.OPTIONAL:
            yield from self._optional(node.children)
        elif role is SymbolRole.STAR:
            yield from self._elements(node, Freedom.ALL, left=True)
        else:
            yield self._required(node)

    def _required(self, node: DerivationNode) -> RemovableRun:
        """A required node is replaced by its minimal string, except short tokens: names are not worth a test each."""
        short = node.production < 0 and node.stop - node.start <= SHORT
        return RemovableRun((node,), None if short else self._language.minimal(node.symbol))

    def _optional(self, nodes: tuple[DerivationNode, ...]) -> Iterator[RemovableRun]:
        """A run that can go; a rule that is left may still be replaced by its minimal string."""
        run = tuple(node for node in nodes if node.stop > node.start)
        if run:
            double = len(run) == 1 and self._language.role(run[0].symbol) in (SymbolRole.RULE, SymbolRole.GROUP)
            yield RemovableRun(run, b"", double=double and self._language.minimal(run[0].symbol) not in (b"", None))

    def _separated(self, first: DerivationNode, rest: DerivationNode) -> Iterator[RemovableRun]:
        """The elements of `item ("," item)*`."""
        steps = []
        while rest.children:
            steps.append(rest.children[1:])
            rest = rest.children[0]
        yield from self._operands(first, steps[::-1], left=True)

    def _elements(self, node: DerivationNode, freedom: Freedom, *, left: bool) -> Iterator[RemovableRun]:
        """The elements of a list in the order of the text."""
        steps: list[tuple[DerivationNode, ...]] = []
        lists = self._language.lists.steps
        while (step := lists.get(node.production)) is not None and (step.freedom, step.left) == (freedom, left):
            steps += self._balanced(node) if left else [node.children[:-1]]
            node = node.children[0] if left else node.children[-1]
        ordered = steps[::-1] if left else steps
        if freedom is Freedom.SEPARATED and node.stop > node.start:
            yield from self._operands(node, ordered, left=left)
            return
        base = [self._required(node)] if freedom is Freedom.AFFIX else list(self._group(node.children))
        yield from base if left else ()
        for run in ordered:
            yield from self._group(run)
        yield from () if left else base

    def _balanced(self, node: DerivationNode) -> list[tuple[DerivationNode, ...]]:
        """A step of a list, which is several if what it adds is such a list itself: `a + (b + c)` without brackets."""
        steps, last = [], node.children[1:]
        while last[-1].production == node.production:
            inner = last[-1].children
            steps.append((*last[:-1], inner[0]))
            last = inner[1:]
        return [last, *reversed(steps)]

    def _group(self, nodes: tuple[DerivationNode, ...]) -> Iterator[RemovableRun]:
        run = tuple(node for node in nodes if node.stop > node.start)
        if run:
            yield RemovableRun(run, b"")

    def _operands(
        self, base: DerivationNode, steps: list[tuple[DerivationNode, ...]], *, left: bool
    ) -> Iterator[RemovableRun]:
        """Elements with something between them: `base sep x sep x`, or `x sep x sep base`."""
        if left:
            elements = [base, *(step[-1] for step in steps)]
            separators = [step[0].start for step in steps]
        else:
            elements = [*(step[0] for step in steps), base]
            separators = [step[1].start for step in steps]
        self._lists += 1
        number, started = self._lists, False
        for index, element in enumerate(elements):
            if element.stop > element.start:
                separator = separators[index - 1] if started else None
                yield RemovableRun((element,), b"", separator, number, double=True)
                started = True

    def _flush(self, position: int) -> None:
        """Makes nodes of the comments up to a position."""
        while (comment := self._comment(position)) is not None:
            if comment.start >= self._position:
                self._builder.leaf(COMMENT, self._offset(comment.start), self._offset(comment.stop))

    def _drop_comments(self, position: int) -> None:
        while self._comment(position) is not None:
            pass

    def _comment(self, position: int) -> Token | None:
        """The next comment, if it is before a position; it is not the next one any more."""
        if self._next == len(self._comments) or self._comments[self._next].start >= position:
            return None
        self._next += 1
        return self._comments[self._next - 1]

    def _offset(self, position: int) -> int:
        return position if self._offsets is None else self._offsets[position]


def _offsets(text: str, data: bytes) -> array[int] | None:
    """For every character its place in the bytes; None if these are the same."""
    if len(text) == len(data):
        return None
    sizes = (len(character.encode("utf-8", "surrogateescape")) for character in text)
    return array("Q", accumulate(sizes, initial=0))
