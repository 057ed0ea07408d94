"""Numbers that count stay right: DIMACS, and texts whose first lines say how many lines follow."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import Stop, formats, reduce
from thresher.formats.structured.dimacs import Variable
from thresher.kernel.selection import Selection

CNF = b"c made\np cnf 5 4\n1 -2 0\n-1 3 4 0\n5\n -3 0\n2 4 0\n"
OFF = b"OFF\n6 3 0\n" + b"0.5 1 2\n" * 6 + b"3 0 1 2\n3 2 4 5\n3 1 2 3\n"


def read_cnf(data: bytes) -> list[list[int]] | None:
    """The clauses; None if a strict reader refuses the file."""
    lines = [line for line in data.decode().split("\n") if line and not line.startswith("c")]
    try:
        _, _, variables, count = lines[0].split()
        numbers = [int(word) for line in lines[1:] for word in line.split()]
    except (ValueError, IndexError):
        return None
    clauses: list[list[int]] = [[]]
    for number in numbers:
        if number:
            clauses[-1].append(number)
        else:
            clauses.append([])
    right = not clauses.pop() and len(clauses) == int(count) and max(map(abs, numbers), default=0) <= int(variables)
    return clauses if right else None


def test_a_formula_is_reduced_by_clauses_and_literals() -> None:
    def fails(data: bytes) -> bool:
        return any(len(clause) == 3 for clause in read_cnf(data) or ())

    assert reduce(CNF, fails, name="a.cnf", valid=True).data == b"p cnf 2 1\n-1 1 2 0\n"


@pytest.mark.parametrize("data", [
    b"p cnf 2 1\n1 2 0\n",
    b"p wcnf 2 2 9\n9 1 2 0\n3 -1 0\n",
    b"c q\np cnf 3 1\na 1 2 0\ne 3 0\n1 -3 0\n",
])  # fmt: skip
def test_all_kinds_are_written_with_right_numbers(data: bytes) -> None:
    container = formats.format_named("dimacs").container("a.cnf", data)
    assert container is not None
    assert container.data == data
    less = container.render(container.everything.without(1, 2))  # without the numbering
    assert less.split(b"\n")[0] == data[data.index(b"p ") :].split(b"\n")[0]


CLAUSES = st.lists(st.lists(st.integers(-9, 9).filter(bool), min_size=1, max_size=4), min_size=1, max_size=9)


@given(CLAUSES, st.data())
def test_every_selection_of_a_formula_is_read_by_a_strict_reader(clauses: list[list[int]], data: st.DataObject) -> None:
    text = b"p cnf 9 %d\n" % len(clauses) + b"".join(b"%s 0\n" % " ".join(map(str, each)).encode() for each in clauses)
    container = formats.format_named("dimacs").container("a.cnf", text)
    assert container is not None
    kept = data.draw(st.sets(st.sampled_from(list(container.everything))))
    smaller = container.render(Selection.of({0, *kept}))
    assert read_cnf(smaller) is not None
    assert len(smaller) <= len(text)


def without(data: bytes, *parts: tuple[str, int]) -> bytes:
    """The formula without the parts for these variables, each with the kind of the part around it."""
    container = formats.format_named("dimacs").container("a.cnf", data)
    assert container is not None
    gone = [
        node
        for node, part in enumerate(container.nodes)
        if isinstance(part, Variable) and (container.nodes[container.parent(node)].kind, part.number) in parts
    ]
    assert len(gone) == len(parts)
    return container.render(Selection.of(set(container.everything) - set(gone)))


def test_variables_are_set_merged_and_negated() -> None:
    data = b"p cnf 3 3\n1 2 0\n-2 3 0\n-3 -1 -2 0\n"
    assert without(data, ("unset: true", 2)) == b"p cnf 3 2\n3 0\n-3 -1 0\n"
    assert without(data, ("unset: false", 2)) == b"p cnf 3 1\n1 0\n"
    assert without(data, ("distinct", 2)) == b"p cnf 3 3\n1 0\n-1 3 0\n-3 -1 0\n"
    assert without(data, ("sign", 2)) == b"p cnf 3 3\n1 -2 0\n2 3 0\n-3 -1 2 0\n"


def test_a_merged_variable_has_one_quantifier_and_a_weight_becomes_one() -> None:
    quantified = b"p cnf 3 2\na 1 2 0\ne 3 0\n1 -3 0\n-2 3 0\n"
    assert without(quantified, ("distinct", 3)) == b"p cnf 3 2\na 1 2 0\n1 -2 0\n-2 2 0\n"
    weighted = formats.format_named("dimacs").container("a.wcnf", b"p wcnf 2 2 9\n9 1 2 0\n3 -1 0\n")
    assert weighted is not None
    gone = {node for node, part in enumerate(weighted.nodes) if part.kind == "weight"}
    assert weighted.render(Selection.of(set(weighted.everything) - gone)) == b"p wcnf 2 2 9\n1 1 2 0\n1 -1 0\n"


def conflicts(data: bytes, folder: Path) -> int:
    """The conflicts that minisat needs to find out that a formula is unsatisfiable; -1 if it is not."""
    (folder / "x.cnf").write_bytes(data)
    done = subprocess.run(["minisat", "-verb=1", folder / "x.cnf"], capture_output=True, check=False)
    found = re.search(rb"^conflicts +: (\d+)", done.stdout, re.MULTILINE)
    return int(found.group(1)) if done.returncode == 20 and found else -1


@pytest.mark.skipif(shutil.which("minisat") is None, reason="needs minisat")
def test_a_formula_that_is_hard_for_a_real_solver(tmp_path: Path) -> None:
    rng = random.Random(0)
    rows = [[rng.choice((1, -1)) * each for each in rng.sample(range(1, 31), 3)] for _ in range(150)]
    text = "p cnf 30 150\n" + "".join(f"{' '.join(map(str, row))} 0\n" for row in rows)
    assert conflicts(text.encode(), tmp_path) >= 2
    stop = Stop(tests=200)
    reduced = reduce(text.encode(), lambda data: conflicts(data, tmp_path) >= 2, name="a.cnf", stop=stop)
    assert len(reduced.data) < 450  # 624 where variables are not set and merged


def test_what_makes_a_formula_no_smaller_is_not_tested() -> None:
    rng = random.Random(7)
    rows = [[rng.choice((1, -1)) * rng.randint(1, 20) for _ in range(3)] for _ in range(60)]
    best = b"p cnf 20 60\n" + b"".join(b"%d %d %d 0\n" % tuple(row) for row in rows)

    def fails(data: bytes) -> bool:
        nonlocal best
        assert (len(data), data) <= (len(best), best)
        literals = [literal for clause in read_cnf(data) or () for literal in clause]
        both = {each for each in literals if each > 0 and literals.count(-each) > 1}
        best, failed = (data, True) if len(both) > 2 else (best, False)
        return failed

    start = best
    assert len(reduce(start, fails, name="a.cnf", valid=True).data) < len(start)


def test_numbers_before_sections_of_lines_are_kept_right() -> None:
    assert formats.guess("a.off", OFF).name == "counted"

    def fails(data: bytes) -> bool:
        head, counts, *lines = data.split(b"\n")
        numbers = [int(word) for word in counts.split()] if head == b"OFF" else []
        return sum(numbers) == len([line for line in lines if line]) and b"3 2 4 5" in lines

    assert reduce(OFF, lambda data: data.startswith(b"OFF\n") and fails(data), name="a.off").data == b"OFF\n1\n3 2 4 5"


@given(st.lists(st.integers(0, 99), min_size=6, max_size=20))
def test_a_count_is_found_by_comparing(numbers: list[int]) -> None:
    data = f"{len(numbers)}\n".encode() + b"".join(b"%d\n" % number for number in numbers)
    container = formats.format_named("counted").container("a.in", data)
    assert container is not None
    assert container.data == data
    assert container.render(container.everything.without(3, 4)).startswith(b"%d\n" % (len(numbers) - 1))
