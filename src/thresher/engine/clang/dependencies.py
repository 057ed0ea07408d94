"""What needs what in a C, C++ or Objective-C program, and the closed sets that a search tries."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from thresher.algorithms.graphs.declarations import Declarations, declarations_of
from thresher.engine.clang.flags import LANGUAGES, STANDARDS, builtin_headers
from thresher.engine.clang.linking import LINKED, has_main
from thresher.engine.clang.missing_units import MissingUnits, completed
from thresher.engine.clang.process import NOTHING, ClangWorker, CursorReferences, Reply, Request, installed
from thresher.plan.dependencies import WITH_MEMBERS, Dependencies
from thresher.structures.companions import Companions, companions
from thresher.structures.references import ReferenceGraph, UnitPlaces
from thresher.structures.trees.tree import Tree

REPAIRS = 12  # checks of one set of units, each with what the one before it lacked
SPECIALIZATION = 4096  # bytes that one of a template that is kept may bring
_INCLUDE = re.compile(rb"\s*#\s*include\b")
OPTIONS = ("-w", "-ferror-limit=0", "-fsyntax-only")


def knows(language: str) -> bool:
    """Whether libclang is there and knows the language."""
    return language in LANGUAGES and installed()


def dependencies(
    tree: Tree, language: str, flags: Sequence[str], worker: ClangWorker, *, few: int, inside: bool = False
) -> Dependencies | None:
    """The declarations of a program, unless there are few, and what each needs; with `inside`, what is in them as well.

    None if libclang does not know the language, or gives up on the program.
    """
    if inside and language not in WITH_MEMBERS:
        return None
    declarations = declarations_of(tree, inside=inside)
    if len(declarations.spans) < few:
        return None
    best, options = NOTHING, tuple[str, ...]()
    for tried in possible_options(language, flags):
        reply = worker.ask(Request(tree.data, tried, declarations.spans, declarations.around))
        if reply.references is not None and (best.references is None or len(reply.errors) < len(best.errors)):
            best, options = reply, tried
        if best.parsed and not best.errors:
            break
    found = _of(best if language not in LINKED else best.without_related(), declarations, tree.data, options, worker)
    return found if found is None or language in LINKED else replace(found, main=frozenset())


def possible_options(language: str, flags: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The options by which libclang reads a text like the command with these flags; those tried first come first."""
    for standard in [()] if any(flag.startswith("-std=") for flag in flags) else STANDARDS[language]:
        yield (*OPTIONS, *builtin_headers(), "-x", LANGUAGES[language], *standard, *flags)


def _of(
    reply: Reply, declarations: Declarations, content: bytes, options: tuple[str, ...], worker: ClangWorker
) -> Dependencies | None:
    if reply.references is None:
        return None
    spans, around = declarations.spans, declarations.around
    places = UnitPlaces(spans, around)
    graph = ReferenceGraph.of(spans, declarations.edges(reply.references.edges))
    names = declarations.with_bodies(reply.references.names)
    known = Counter((places.at(error.offset), error.message) for error in reply.errors)
    missing = MissingUnits(worker, content, options, spans, places, names, known, declarations.texts())
    beside = companions_of(reply.references, declarations)
    graph = completed(graph, beside, missing)

    texts = [content[span.start : span.stop] for span in spans]
    headers = {unit for unit, text in enumerate(texts) if _INCLUDE.match(text)}  # nothing refers to them

    def complete(kept: set[int]) -> set[int]:
        wider, kept = graph, beside.added(graph, kept | headers)
        for _ in range(REPAIRS):
            wider = wider.with_edges(missing.lacking(kept))
            more = beside.added(wider, wider.closure(kept))
            if more == kept:
                break
            kept = more
        return kept

    empty = {spans[unit].node: text for unit, text in declarations.texts().items()}
    main = frozenset(unit for unit, text in enumerate(texts) if has_main(text))
    return Dependencies(graph, complete, empty=empty, main=main)


def companions_of(references: CursorReferences, declarations: Declarations) -> Companions:
    """Specializations, overloads, special members, and members with a name that is used unresolved."""
    around = declarations.around
    members = ((around[unit], name, unit) for name, units in references.members.items() for unit in units)
    allowance = {special: SPECIALIZATION for _, special in references.specializations}
    related = [*references.specializations, *references.related]
    return companions(related, declarations.outermost(), allowance, references.open_names, members)
