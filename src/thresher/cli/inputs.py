"""The inputs among the arguments of a command line, and the script among them, as creduce and C-Vise take it."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
from pathlib import Path

from thresher.cli.usage import separated
from thresher.errors import UsageError

SHEBANG = b"#!"


def add_inputs(
    parser: argparse.ArgumentParser,
    name: str = "INPUT",
    what: str = "the files or the directory that make the program fail",
) -> None:
    parser.add_argument(
        "input",
        type=Path,
        nargs="+",
        metavar=name,
        help=f"{what}; an executable script among them is the test, as with --test",
    )


def inputs_of(options: argparse.Namespace) -> list[Path]:
    """The inputs. A script among the arguments becomes the value of --test if there is no other test."""
    words: list[Path] = list(options.input)
    _require_no_command(options.command_name, words)
    if options.test or options.python or options.program:
        return words
    script = _script(words)
    if script is None:
        return words
    words.remove(script)
    if not words:
        raise UsageError(f"{script} is a script; name the input that it tests as well: thresher {script} INPUT")
    options.test = shlex.quote(str(script) if script.parent != Path() else f"./{script}")
    return words


def _require_no_command(command: str, words: list[Path]) -> None:
    """Raises UsageError if a program follows the inputs without `--`."""
    for at, word in enumerate(map(str, words)):
        if at and not os.path.exists(word) and shutil.which(word):
            raise UsageError(separated([command, *map(str, words[:at])], list(map(str, words[at:]))))


def _script(words: list[Path]) -> Path | None:
    """The script among the words: the first one that can be run and begins with #!, or else that can be run."""
    scripts = [word for word in words if word.is_file() and _begins_with_shebang(word)]
    runnable = [word for word in words if word.is_file() and os.access(word, os.X_OK)]
    both = [word for word in scripts if word in runnable]
    if both:
        return both[0]
    if len(words) < 2:
        return None
    if runnable:
        return runnable[0]
    if scripts:
        name = shlex.quote(str(scripts[0]))
        raise UsageError(f"{name} is not executable; if it is the test, run: chmod +x {name}")
    return None


def _begins_with_shebang(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(2) == SHEBANG
    except OSError:
        return False
