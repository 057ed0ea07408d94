"""DIMACS (CNF, WCNF, QDIMACS): clauses and literals, with the numbers of the line `p cnf V C` put right.

The variables keep their numbers as long as the part `numbering` is there. Without it they are numbered anew, from 1 on
and in the same order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
_PROBLEM = re.compile(rb"^p[ \t]+(cnf|wcnf|qcnf)[ \t]+(\d+)[ \t]+(\d+)([^\n]*)\n?", re.MULTILINE)
_CLAUSE = re.compile(rb"\s*((?:c[^\n]*\n\s*)*)([aeh]\s+)?((?:-?\d+\s+)*?)0(?=\s|$)")


@dataclass(frozen=True, eq=False)
class Formula(Part):
    """The problem line, in pieces: the kind, the number of variables, and what is after the number of clauses."""

    problem: bytes = b"cnf"
    variables: int = 0
    rest: bytes = b""


@dataclass(frozen=True, eq=False)
class Clause(Part):
    """What is before its literals: a weight, or the letter of a quantifier."""

    before: bytes = b""


def confidence(name: str, data: bytes) -> float:
    """Sure of itself by the problem line."""
    known = _PROBLEM.search(data) is not None
    return 0.0 if not known else 0.95 if has_suffix(name, "cnf", ".dimacs", ".qdimacs") else 0.7


def parse_container(name: str, data: bytes) -> Part | None:
    """Clauses with their literals; comments are left out with the first clause that goes."""
    problem = _PROBLEM.search(data)
    if problem is None:
        return None
    kind, variables, _, rest = problem.groups()
    clauses = [_clause(match, weighted=kind == b"wcnf") for match in _CLAUSE.finditer(data, problem.end())]
    parts = (Part("numbering"), *(clause for clause in clauses if clause is not None))
    return Formula("dimacs", parts=parts, raw=data, problem=kind, variables=int(variables), rest=rest)


def _clause(match: re.Match[bytes], *, weighted: bool) -> Clause | None:
    _, letter, body = match.groups()
    numbers = body.split()
    before = numbers[:1] if weighted and not letter else [letter.strip()] if letter else []
    literals = numbers[1:] if weighted and not letter else numbers
    parts = tuple(Part("literal", content=literal, opaque=True) for literal in literals)
    return Clause("quantifier" if letter in (b"a ", b"e ") else "clause", parts=parts, before=b"".join(before))


def write(part: Part) -> bytes:
    """The formula with its numbers of variables and clauses."""
    if part.raw is not None or not isinstance(part, Formula):
        return part.raw or part.content
    clauses = [clause for clause in part.parts if isinstance(clause, Clause)]
    used = sorted({abs(int(literal.content)) for clause in clauses for literal in clause.parts})
    keeps = len(clauses) < len(part.parts)
    names = {variable: variable if keeps else number for number, variable in enumerate(used, start=1)}
    count = sum(clause.kind == "clause" for clause in clauses)
    lines = [b"p %s %d %d%s" % (part.problem, part.variables if keeps else len(used), count, part.rest)]
    for clause in clauses:
        numbers = [int(literal.content) for literal in clause.parts]
        signed = [names[abs(number)] * (1 if number > 0 else -1) for number in numbers]
        lines.append(b" ".join([*([clause.before] if clause.before else []), *(b"%d" % each for each in signed), b"0"]))
    return b"\n".join(lines) + b"\n"
