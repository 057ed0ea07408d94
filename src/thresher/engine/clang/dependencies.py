"""What needs what in a C, C++ or Objective-C program, and the closed sets that a search tries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thresher.algorithms.graphs.declarations import Declarations, declarations_of
from thresher.engine.clang.flags import LANGUAGES, STANDARDS
from thresher.engine.clang.missing_units import MissingUnits, completed
from thresher.engine.clang.process import ClangWorker, Reply, Request, installed
from thresher.plan.dependencies import Dependencies
from thresher.structures.references import ReferenceGraph, UnitPlaces
from thresher.structures.trees.tree import Tree

REPAIRS = 4  # checks of one set of units, each with what the one before it lacked
OPTIONS = ("-w", "-ferror-limit=0", "-fsyntax-only")


def knows(language: str) -> bool:
    """Whether libclang is there and knows the language."""
    return language in LANGUAGES and installed()


def dependencies(
    tree: Tree, language: str, flags: Sequence[str], worker: ClangWorker, *, few: int
) -> Dependencies | None:
    """The declarations of a program, unless there are few, and what each needs.

    None if libclang does not know the language, or gives up on the program.
    """
    declarations = declarations_of(tree)
    if len(declarations.spans) < few:
        return None
    best, options = Reply(parsed=False), ()
    for standard in [()] if any(flag.startswith("-std=") for flag in flags) else STANDARDS[language]:
        tried = (*OPTIONS, "-x", LANGUAGES[language], *standard, *flags)
        reply = worker.ask(Request(tree.data, tried, *declarations))
        if reply.references is not None and (best.references is None or len(reply.errors) < len(best.errors)):
            best, options = reply, tried
        if best.parsed and not best.errors:
            break
    return _of(best, declarations, tree.data, options, worker)


def _of(
    reply: Reply, declarations: Declarations, content: bytes, options: tuple[str, ...], worker: ClangWorker
) -> Dependencies | None:
    if reply.references is None:
        return None
    spans, around = declarations
    places = UnitPlaces(spans, around)
    inside = ((unit, outer) for unit, outer in enumerate(around) if outer >= 0)
    graph = ReferenceGraph.of(spans, [*reply.references.edges, *inside])
    known = Counter((places.at(error.offset), error.message) for error in reply.errors)
    missing = MissingUnits(worker, content, options, spans, places, reply.references.names, known)
    graph = completed(graph, missing)

    def complete(kept: set[int]) -> set[int]:
        wider = graph
        for _ in range(REPAIRS):
            wider = wider.with_edges(missing.lacking(kept))
            more = wider.closure(kept)
            if more == kept:
                break
            kept = more
        return kept

    return Dependencies(graph, complete)
