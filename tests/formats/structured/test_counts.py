"""Numbers that count stay right: DIMACS, and texts whose first lines say how many lines follow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher import formats, reduce

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

    assert reduce(CNF, fails, name="a.cnf", valid=True).data == b"p cnf 3 1\n-1 2 3 0\n"


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
