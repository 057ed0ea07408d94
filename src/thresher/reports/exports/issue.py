"""The text of a bug report, in the form that a project asks for: GCC, LLVM, Rust, or any other."""

from __future__ import annotations

from collections.abc import Callable

from thresher.reports.exports.blocks import block, cell, file_block
from thresher.reports.exports.markdown import result, shortened, versions
from thresher.reports.summary import Summary

NO_VERSION = "(version unknown: add what the program prints for --version)"
NO_OUTPUT = "(nothing)"


def as_issue(summary: Summary, kind: str) -> str:
    """The title in the first line, then the text. `kind` is one of KINDS."""
    title, parts = KINDS[kind](summary)
    return "\n\n".join([title, *parts]) + "\n"


Issue = tuple[str, list[str]]


def _gcc(summary: Summary) -> Issue:
    """For GCC's Bugzilla, which shows plain text: version, system, command line, output and the preprocessed input."""
    parts = [
        f"Version:\n{_version(summary)}",
        f"System:\n{dict(summary.versions).get('system', '')}",
        f"Command line:\n$ {summary.test}",
        f"Output:\n{_output(summary)}",
        *(f"{name} ({len(data):,} bytes):\n{_plain(name, data)}" for name, data in summary.files),
        _made_by(summary),
    ]
    return f"[{_number(summary)}] {summary.title}", parts


def _llvm(summary: Summary) -> Issue:
    """For LLVM's tracker on GitHub: reproducer, command, stack trace."""
    parts = [
        "Reproducer:",
        *result(summary),
        "Command:",
        block(summary.test, "console"),
        "Stack trace and output:",
        block(_output(summary)),
        "Version:",
        block(_version(summary)),
        _made_by(summary),
    ]
    return f"{_program(summary)}: {summary.title}", parts


def _rust(summary: Summary) -> Issue:
    """For rust-lang/rust, in the sections of its template for internal compiler errors."""
    parts = [
        "### Code",
        *result(summary),
        "### Meta",
        f"Command: `{summary.test}`",
        block(f"{_version(summary)}\n{dict(summary.versions).get('system', '')}"),
        "### Error output",
        block(_output(summary)),
        _made_by(summary),
    ]
    return f"ICE: {summary.title}", parts


def _generic(summary: Summary) -> Issue:
    """Markdown that most trackers show."""
    parts = [
        "### What happens",
        "\n".join(f"- {cell(line)}" for line in summary.failure),
        "### Steps to reproduce",
        *result(summary),
        block(summary.test, "sh"),
        "### Output",
        block(_output(summary)),
        *(part.replace("## ", "### ") for part in versions(summary)),
        _made_by(summary),
    ]
    return f"{_program(summary)}: {summary.title}", parts


KINDS: dict[str, Callable[[Summary], Issue]] = {"gcc": _gcc, "llvm": _llvm, "rust": _rust, "generic": _generic}


def _output(summary: Summary) -> str:
    return shortened(summary.output) if summary.output else NO_OUTPUT


def _version(summary: Summary) -> str:
    """The versions of the programs under test."""
    return "\n".join(text for _, text in _programs(summary)) or NO_VERSION


def _programs(summary: Summary) -> list[tuple[str, str]]:
    return [row for row in summary.versions if row[0] not in ("system", "thresher")]


def _program(summary: Summary) -> str:
    return _programs(summary)[0][0] if _programs(summary) else summary.name


def _number(summary: Summary) -> str:
    """The last word of the version: `12.2.0` of `gcc (Debian 12.2.0-14) 12.2.0`."""
    words = _version(summary).splitlines()[0].split()
    return words[-1] if _programs(summary) else "?"


def _plain(name: str, data: bytes) -> str:
    shown = file_block(name, data)
    return "\n".join(shown.splitlines()[1:-1]) if shown.startswith("```") else shown


def _made_by(summary: Summary) -> str:
    return f"Reduced from {summary.before:,} to {summary.after:,} bytes with thresher."
