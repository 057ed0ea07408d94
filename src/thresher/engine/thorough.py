"""A thorough search: after a normal one, with more patience, through larger texts, and by another route.

Larger texts come from pumps, edits that do not make a text smaller at once. A template parameter that is substituted, a
typedef or a function that is inlined at all its uses may make it longer; what they were needed for may go then. Such an
edit is followed by a quick search and kept only if the text is smaller in the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from thresher.engine.rounds import Rounds
from thresher.engine.stage_driver import StageDriver
from thresher.kernel import ordering
from thresher.kernel.place import Action, Move
from thresher.kernel.probe import Probe, Search
from thresher.passes import pass_named
from thresher.passes.ranking import MOST, applied
from thresher.plan import Plan, other_route, quick_plan
from thresher.plan.effort import Effort
from thresher.plan.stages import PassStage

MISSES = 8  # pumps in a row that were no use, after which no others are tried
GROWTH = 1.5  # times the bytes of a text that a pump may make of it
ALGORITHM = "pumps"


def thorough(driver: StageDriver, plan: Plan, name: str, start: bytes, original: bytes) -> None:
    """Never larger than the result of a normal search, which comes first; then with more patience on what that has
    left, then through larger texts, then from the original by another route. The best result is the driver's.

    Each result of a normal or patient search is proved.
    """
    normal = Rounds(driver, replace(plan, effort=Effort.NORMAL), name).run(start)
    pumped(driver, plan, name, Rounds(driver, plan, name).run(normal))
    route = other_route(plan)
    if route is not None:
        Rounds(driver, route, name, apart=True).run(original)


def pumped(driver: StageDriver, plan: Plan, name: str, content: bytes) -> bytes:
    """The content after every pump that pays off. Of those that do not, at most eight in a row are tried: a test each,
    and a quick search if the failure is still there.
    """
    tried: set[bytes] = {content}
    misses = 0
    while misses < MISSES:
        texts = [text for text in larger(plan, name, content) if text not in tried]
        if not texts:
            break
        driver.started(plan.format, ALGORITHM, len(texts))
        tried.add(texts[0])
        misses += 1
        if driver.drive(partial(_asked, texts[0]), bytes):
            left = Rounds(driver, quick_plan(plan), name, apart=True).run(texts[0])
            if ordering.size(left) < ordering.size(content):
                content = Rounds(driver, replace(plan, effort=Effort.NORMAL), name).run(left)
                misses = 0
    return content


def larger(plan: Plan, name: str, content: bytes) -> Iterator[bytes]:
    """What the pumps of the transformations of a plan make of a content, the shortest first."""
    if plan.syntax is None:
        return
    document = plan.syntax.parse(name, content)
    tree = document.tree
    if len(tree) > MOST:
        return
    chosen = [pass_named(stage.transformation) for stage in plan.stages if isinstance(stage, PassStage)]
    edits = [edit for each in chosen if each.pumps for edit in each.pumps(document)]
    for text in sorted({applied(tree, edit.cuts) for edit in edits}, key=ordering.size):
        if len(text) <= GROWTH * len(content) and document.valid_text(text):
            yield text


def _asked(text: bytes) -> Search[bytes, bool]:
    hit = yield [Probe(text, move=Move(Action.PUMP))]
    return hit is not None
