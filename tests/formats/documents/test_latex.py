"""LaTeX: sections, environments, commands with their arguments."""

from __future__ import annotations

import pytest

from thresher import formats, reduce
from thresher.structures.document import Document

TEXT = rb"""\documentclass[a4paper]{article}
\usepackage{graphicx} % pictures
\begin{document}
\section{One}
Some text with \emph{stress} and a formula $a_{1} \le \frac{b}{c}$.

Another paragraph \cite[p.~3]{key}.
\subsection*{Inner}
\begin{itemize}
  \item[a] first \textbf{bold \textit{both}}
  \item second {\small little}
\end{itemize}
\section{Two}
\begin{tabular}{ll}
  a & b \\
  c & d \\[2pt]
\end{tabular}
\[ x^{2} \]
\begin{verbatim}
\end{itemize} { $
\end{verbatim}
The end: 100\% of [0, 1).
\end{document}
"""


def parsed(data: bytes) -> Document:
    return formats.parse_document("latex", "a.tex", data, None)


def texts(data: bytes, kind: str) -> list[bytes]:
    tree = parsed(data).tree
    found = (node for node in range(len(tree)) if tree.kind(node).name == kind)
    return [tree.data[tree.starts[node] : tree.stops[node]] for node in found]


def without(data: bytes, text: bytes) -> bytes:
    tree = parsed(data).tree
    spans = [tree.data[tree.starts[node] : tree.stops[node]] for node in range(len(tree))]
    return tree.render(tree.without(tree.everything, [spans.index(text)]))


def test_sections_hold_all_up_to_the_next_of_their_level() -> None:
    one, inner, two = texts(TEXT, "section")
    assert one.startswith(b"\\section{One}")
    assert one.endswith(b"\\end{itemize}")
    assert one.endswith(inner)
    assert two.endswith(b"[0, 1).")


def test_environments_items_rows_and_formulas() -> None:
    assert [text.partition(b"}")[0] for text in texts(TEXT, "environment")] == [
        b"\\begin{document", b"\\begin{itemize", b"\\begin{tabular",
    ]  # fmt: skip
    assert texts(TEXT, "item")[1] == b"\\item second {\\small little}"
    assert b"a & b \\\\" in texts(TEXT, "paragraph")
    assert texts(TEXT, "math") == [b"$a_{1} \\le \\frac{b}{c}$", b"\\[ x^{2} \\]"]
    assert texts(TEXT, "verbatim")[0].startswith(b"\\begin{verbatim}")
    assert texts(TEXT, "comment") == [b"% pictures"]


def test_commands_have_their_arguments() -> None:
    commands = texts(TEXT, "command")
    assert {b"\\documentclass[a4paper]{article}", b"\\cite[p.~3]{key}", b"\\frac{b}{c}", b"\\le"} <= set(commands)
    assert b"\\textbf{bold \\textit{both}}" in commands
    assert without(b"a \\cite[x]{key} b", b"[x]") == b"a \\cite{key} b"
    assert without(b"a \\cite[x]{key} b", b"{key}") == b"a \\cite[x]{} b"


@pytest.mark.parametrize("text", [b"{", b"}", b"$", b"\\end{a}", b"\\begin{b}", b"\\[", b"\\)"])
def test_what_has_no_partner_is_a_fault(text: bytes) -> None:
    document = parsed(TEXT)
    assert document.valid_text(b"[ a ) \\{ \\$ %{")
    assert not document.valid_text(text + b" a")
    assert document.tree.render(document.tree.everything) == TEXT
    assert parsed(text + TEXT).valid_text(TEXT + text)


def test_a_reduction_keeps_a_formula_only() -> None:
    def fails(data: bytes) -> bool:
        return b"\\frac{" in data and data.count(b"$") >= 2 and parsed(TEXT).valid_text(data)

    done = reduce(TEXT * 3, fails, name="a.tex")
    assert len(done.data) <= len(b"$$\\frac{}")
    assert done.statistics.tests < 80
