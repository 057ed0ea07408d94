"""Nodes without references are removed first, which saves tests."""

from __future__ import annotations

from random import Random

from tests.fakes import answered
from thresher import formats
from thresher.algorithms.registry import DEFAULT, list_algorithm
from thresher.algorithms.trees.hdd import hdd_star
from thresher.algorithms.trees.unreferenced_first import unreferenced_first
from thresher.formats.archives.directory import FILE, DirectoryEntry, packed
from thresher.formats.archives.file_references import file_references
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.container import Container

MODULES = 60


def test_projects_whose_modules_import_others() -> None:
    runs = [_runs(Random(seed)) for seed in range(8)]
    assert sum(peeling for peeling, _ in runs) < 0.8 * sum(plain for _, plain in runs)


def _runs(random: Random) -> tuple[int, int]:
    """Of both ways; what is left fails and is no more."""
    project, imports = _project(random)

    def test(kept: Selection) -> Outcome:
        """Fails as long as the last module that the first one needs is there, and all that is there can be imported."""
        there = set(kept)
        whole = all(set(imports[node]) <= there for node in there if node)
        return Outcome.UNRESOLVED if not whole else Outcome.FAIL if {1, imports[1][-1]} <= there else Outcome.PASS

    minimizer = list_algorithm(DEFAULT).search
    peels = answered(
        unreferenced_first(project, project.everything, file_references(project), minimizer=minimizer), test
    )
    rest = answered(hdd_star(project, peels.result, minimizer=minimizer), test)
    plain = answered(hdd_star(project, project.everything, minimizer=minimizer), test)
    assert test(rest.result) is Outcome.FAIL
    assert len(rest.result) <= len(plain.result)
    return peels.runs + rest.runs, plain.runs


def _project(random: Random) -> tuple[Container, dict[int, list[int]]]:
    """Modules that import later ones, as a directory, and the numbers of what each one imports."""
    imports = {
        number: sorted(random.sample(range(number + 1, MODULES + 1), min(random.randrange(1, 3), MODULES - number)))
        for number in range(1, MODULES + 1)
    }
    entries = [
        DirectoryEntry(FILE, b"m%02d.py" % number, b"".join(b"import m%02d\n" % each for each in others) or b"pass\n")
        for number, others in imports.items()
    ]
    container = formats.format_named("directory").container("project", packed(entries))
    assert container is not None
    return container, imports
