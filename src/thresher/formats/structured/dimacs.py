"""DIMACS (CNF, WCNF, QDIMACS): clauses and literals, with the numbers of the line `p cnf V C` put right.

Some parts stand for what the variables are, and are not in the file. While `numbering` is there, variables keep their
numbers; without it they are numbered anew, from 1 on and in the same order. A variable that is no longer `distinct` is
the same as the one before it. One that is no longer `unset` is true, or false: clauses that it satisfies go, and it
goes from the others. A variable without its `sign` is negated where that makes the file shorter, and a clause without
its weight has the weight 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thresher.formats.content import has_suffix
from thresher.structures.container import Part

PACKS = False
_PROBLEM = re.compile(rb"^p[ \t]+(cnf|wcnf|qcnf)[ \t]+(\d+)[ \t]+(\d+)([^\n]*)\n?", re.MULTILINE)
_CLAUSE = re.compile(rb"\s*((?:c[^\n]*\n\s*)*)([aeh]\s+)?((?:-?\d+\s+)*?)0(?=\s|$)")
MOST_VARIABLES = 1 << 12  # of which each has parts of its own


@dataclass(frozen=True, eq=False)
class Formula(Part):
    """The problem line, in pieces: the kind, the number of variables, and what is after the number of clauses.

    `choices` are all parts for variables that there were, so that it is known which are gone.
    """

    problem: bytes = b"cnf"
    variables: int = 0
    rest: bytes = b""
    choices: tuple[Part, ...] = ()


@dataclass(frozen=True, eq=False)
class Clause(Part):
    """What is before its literals: a weight, or the letter of a quantifier."""

    before: bytes = b""


@dataclass(frozen=True, eq=False)
class Variable(Part):
    """What is left open about a variable."""

    number: int = 0


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
    choices = tuple(_choices(_literals(clauses)))
    parts = (Part("numbering"), Part("clauses", parts=tuple(clauses), fixed=True), *choices)
    return Formula("dimacs", "", b"", parts, data, problem=kind, variables=int(variables), rest=rest, choices=choices)


def _clause(match: re.Match[bytes], *, weighted: bool) -> Clause:
    _, letter, body = match.groups()
    numbers, before = body.split(), (letter or b"").strip()
    weight = [Part("weight", content=numbers.pop(0), opaque=True)] if weighted and not before and numbers else []
    literals = [Part("literal", content=literal, opaque=True) for literal in numbers]
    return Clause("quantifier" if before in (b"a", b"e") else "clause", parts=(*weight, *literals), before=before)


def _choices(literals: Counter[int]) -> Iterator[Part]:
    """One part for each question about the variables, with a part for each variable."""
    used = sorted({abs(literal) for literal in literals})
    negative = [each for each in used if literals[-each] > literals[each]]
    for kind, numbers in {"unset: true": used, "unset: false": used, "distinct": used[1:], "sign": negative}.items():
        if numbers and len(used) <= MOST_VARIABLES:
            yield Part(kind, parts=tuple(Variable("variable", number=each) for each in numbers))


def _literals(clauses: Sequence[Clause]) -> Counter[int]:
    return Counter(int(part.content) for clause in clauses for part in clause.parts if part.kind == "literal")


def write(part: Part) -> bytes:
    """The formula with its numbers of variables and clauses."""
    if part.raw is not None or not isinstance(part, Formula):
        return part.raw or part.content
    lines = list(_simplified(part))
    used = sorted({abs(literal) for _, literals in lines for literal in literals})
    keeps = any(each.kind == "numbering" for each in part.parts)
    names = {variable: variable if keeps else number for number, variable in enumerate(used, start=1)}
    count = sum(before not in (b"a", b"e") for before, _ in lines)
    text = [b"p %s %d %d%s" % (part.problem, part.variables if keeps else len(used), count, part.rest)]
    for before, literals in lines:
        signed = [names[abs(literal)] * (1 if literal > 0 else -1) for literal in literals]
        text.append(b" ".join([*([before] if before else []), *(b"%d" % each for each in signed), b"0"]))
    return b"\n".join(text) + b"\n"


def _simplified(formula: Formula) -> Iterator[tuple[bytes, list[int]]]:
    """What is before the literals of each line, and the literals, after all choices that are made."""
    clauses = [each for part in formula.parts for each in part.parts if isinstance(each, Clause)]
    made = _made(formula)
    values = {-number: False for number in made["unset: true"]} | dict.fromkeys(made["unset: false"], False)
    values |= dict.fromkeys(made["unset: true"], True) | {-number: True for number in made["unset: false"]}
    names = _renamed(_literals(clauses), made)
    quantified: set[int] = set()
    for clause in clauses:
        literals = [int(each.content) for each in clause.parts if each.kind == "literal"]
        left = [literal for literal in literals if literal not in values]
        if clause.kind == "quantifier":
            renamed = [
                each for each in dict.fromkeys(abs(names[literal]) for literal in left) if each not in quantified
            ]
            quantified.update(renamed)
            if renamed:
                yield clause.before, renamed
        elif not any(values.get(literal) for literal in literals):
            renamed = [names[literal] for literal in left]
            merged = renamed != left and len(set(left)) == len(left)
            weight = next((each.content for each in clause.parts if each.kind == "weight"), b"1")
            before = weight if formula.problem == b"wcnf" and not clause.before else clause.before
            yield before, list(dict.fromkeys(renamed)) if merged else renamed


def _made(formula: Formula) -> dict[str, set[int]]:
    """The variables that have lost a part, by the kind of the part."""
    made: dict[str, set[int]] = {"unset: true": set(), "unset: false": set(), "distinct": set(), "sign": set()}
    for choice in formula.choices:
        made[choice.kind] = {each.number for each in choice.parts if isinstance(each, Variable)}
    for part in formula.parts:
        if part.kind in made:
            made[part.kind] -= {each.number for each in part.parts if isinstance(each, Variable)}
    made["unset: false"] -= made["unset: true"]
    return made


def _renamed(literals: Counter[int], made: dict[str, set[int]]) -> dict[int, int]:
    """Each literal by the one that it becomes."""
    names: dict[int, int] = {}
    last = 0
    for variable in sorted({abs(literal) for literal in literals}):
        last = last if last and variable in made["distinct"] else variable
        negated = variable in made["sign"] and literals[-variable] > literals[variable]
        names[variable] = -last if negated else last
        names[-variable] = -names[variable]
    return names
