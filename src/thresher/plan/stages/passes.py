"""Transformations of what removal leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import ClassVar

from thresher.algorithms.combinators import (
    Ended,
    all_first,
    counting_misses,
    filtered,
    give_up_after_misses,
    shrinking,
)
from thresher.algorithms.lists.alike import one_by_one_alike
from thresher.algorithms.lists.hgt.search import hgt
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.formats.units.tokens import count_tokens
from thresher.kernel import ordering
from thresher.kernel.probe import Search
from thresher.kernel.selection import Selection
from thresher.passes import pass_named
from thresher.passes.joint import IN_BINARY_FILES
from thresher.plan.patience import Family
from thresher.plan.stages.candidates import fewer_misses, sized, within_limits
from thresher.plan.stages.shared import Transformation
from thresher.plan.syntax import Syntax
from thresher.plan.workbench import Workbench
from thresher.structures.document import Document, ProgramDocument
from thresher.structures.joint_edits import JointEdits
from thresher.structures.rewrites import Rewrites

RENDERED_LATELY = 4  # candidates: each is measured, then asked
FEWEST_AGAIN = 3  # misses in a row on a later visit, which there is only if something was removed
JOINT_MISSES = 40  # in a row after which a list of joint edits is left


@dataclass(frozen=True, slots=True)
class PassStage(Transformation):
    """Applies as many edits of a transformation as keep the failure; guarantees nothing."""

    syntax: Syntax
    transformation: str
    languages: frozenset[str] = field(default=frozenset(), compare=False)
    why: str = field(default="", compare=False)

    @property
    def only_for(self) -> frozenset[str]:
        return self.languages

    @property
    def persistent(self) -> bool:
        """Whether it is tried again after every change."""
        return pass_named(self.transformation).persistent

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Only edits that make the text smaller are tried; what a persistent pass leaves, it is given again."""
        left = self._once(bench, current, again=again)
        while self.persistent and left != current:
            current, left = left, self._once(bench, left, again=True)
        return left

    def _once(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        chosen, document = pass_named(self.transformation), self.syntax.parse(bench.name, current)
        rewrites = Rewrites(current, list(chosen.edits(document)), document.tree.spacing)
        if not len(rewrites):
            return current
        bench.started(self.format, chosen.name, len(rewrites))
        everything = Selection.all(len(rewrites))
        kind, size = cache(rewrites.kind), sized(rewrites.render)
        valid = None if chosen.need_not_parse else within_limits(bench, _parsing(document, rewrites))

        family = Family.OUTSIDE_FORMAT if chosen.need_not_parse else Family.REWRITE
        limit = fewer_misses(chosen.miss_limit, again=again and not chosen.persistent)
        if not chosen.likely and not chosen.persistent:
            limit = max(bench.patience.limit(family, limit), FEWEST_AGAIN if again else 1)

        check = bench.error_check(current, in_format=not chosen.need_not_parse)

        def search() -> Search[Selection, Ended]:
            found = all_first(everything, hgt) if chosen.likely else one_by_one_alike(everything, kind)
            found = shrinking(found, everything, size)
            found = check.applied(found if valid is None else filtered(found, valid), rewrites.render)
            return counting_misses(found, everything, lambda *_: limit)

        ended = bench.drive(search, rewrites.render)
        if not chosen.likely:
            bench.patience.learn(family, ended)
        left = rewrites.render(ended.kept)
        check.learn(left)
        return left


@dataclass(frozen=True, slots=True)
class JointStage(Transformation):
    """Applies as many edits of one kind to a program as keep the failure, each with its consequences."""

    syntax: Syntax
    transformation: str
    why: str = field(default="", compare=False)

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Only candidates that are smaller are tried; they need no check, as nothing in them refers to what is gone."""
        document = self.syntax.parse(bench.name, current)
        if not isinstance(document, ProgramDocument):
            return current
        joint = JointEdits(document.program, IN_BINARY_FILES[self.transformation](document.program), document.spacing)
        if not len(joint):
            return current
        bench.started(self.format, self.transformation, len(joint))
        everything = Selection.all(len(joint))
        render = lru_cache(RENDERED_LATELY)(joint.render)

        def search() -> Search[Selection, Selection]:
            found = shrinking(all_first(everything, list_algorithm(DEFAULT).search), everything, sized(render))
            return give_up_after_misses(found, everything, fewer_misses(JOINT_MISSES, again=again))

        return joint.render(bench.drive(search, render))


@dataclass(frozen=True, slots=True)
class ClangDeltaStage(Transformation):
    """Applies the transformations of the program clang_delta to C and C++, if it is installed; guarantees nothing."""

    syntax: Syntax
    why: str = field(default="", compare=False)
    transformation: ClassVar[str] = "clang_delta"

    @property
    def only_for(self) -> frozenset[str]:
        return frozenset({"c", "cpp"})

    def run(self, bench: Workbench, current: bytes, *, again: bool) -> bytes:
        """Only changes that make the text smaller are tried."""
        begin = bench.clang_delta(current, self.syntax.language_name)
        if begin is None:
            return current
        bench.started(self.format, self.transformation, count_tokens(current))
        return bench.drive(lambda: shrinking(begin(), current, ordering.size), bytes)


def _parsing(document: Document, rewrites: Rewrites) -> Callable[[Selection], bool]:
    return lambda kept: document.valid_text(rewrites.render(kept))
