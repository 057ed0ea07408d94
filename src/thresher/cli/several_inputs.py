"""Several input files that are reduced together, as one directory that the command runs in."""

from __future__ import annotations

import argparse
import dataclasses
import os
import shutil
from hashlib import blake2b
from pathlib import Path

from thresher.cli.commands.reducing.reduce import back_up, beside, named, reduce_task
from thresher.cli.inputs import inputs_of
from thresher.cli.settings import reduction_task, task_for
from thresher.errors import UsageError
from thresher.oracle.command import PLACEHOLDERS
from thresher.session.files.directories import write_result
from thresher.session.files.whole import read_input, write_whole
from thresher.session.folder.store import FOLDER
from thresher.session.run import Result
from thresher.session.task import Task


def recorded_task(options: argparse.Namespace) -> Task:
    """The task of an earlier reduction with these options, of one input or several."""
    inputs = inputs_of(options)
    if len(inputs) > 1:
        return several_task(options, inputs)[0]
    failing = named(inputs[0])
    return task_for(options, failing, options.output or beside(failing))


def several_task(options: argparse.Namespace, inputs: list[Path]) -> tuple[Task, list[Path]]:
    """The task for several inputs, and their paths from the current directory, which are those in the result."""
    if options.all or options.stdin or options.python:
        raise UsageError("--all, --stdin and --python are for a single input; name one file or directory")
    if options.in_place and options.output:
        raise UsageError("--in-place and -o cannot be combined")
    names = [_relative(path) for path in inputs]
    if len(set(names)) < len(names):
        raise UsageError("an input is named twice; name each one once")
    options.program = named_in_directory(options.program, names)
    output = options.output or Path(f"{names[0].stem}.min")
    return dataclasses.replace(reduction_task(options, _staged(names), output), sessions=Path()), names


def run_several(options: argparse.Namespace, inputs: list[Path]) -> int:
    """As for one input. The result is a directory with the files under their own names.

    A file that is not needed is not in it. With --in-place the files themselves are replaced, and kept as NAME.orig.
    """
    task, names = several_task(options, inputs)

    def in_place(result: Result, _: Path) -> Result:
        for name in names:
            back_up(name)
            reduced = result.output / name
            if reduced.is_file():
                write_whole(name, reduced.read_bytes())
            else:
                name.unlink()
        shutil.rmtree(result.output)
        return dataclasses.replace(result, output=Path())

    return reduce_task(options, task, at_end=in_place if options.in_place else None)


def named_in_directory(words: tuple[str, ...], names: list[Path]) -> tuple[str, ...]:
    """A command with the inputs of the directory it runs in: for `{}` all of them, for the name of one that one.

    >>> named_in_directory(("cc", "{}", "-o", "a.c"), [Path("a.c"), Path("b.c")])
    ('cc', '{}/a.c', '{}/b.c', '-o', '{}/a.c')
    """
    inside = {str(name): f"{PLACEHOLDERS[0]}/{name}" for name in names}
    found: list[str] = []
    for word in words:
        if word in PLACEHOLDERS:
            found += inside.values()
        elif any(place in word for place in PLACEHOLDERS):
            raise UsageError(
                f"{word!r} stands for one path, and there are {len(names)} inputs; name them in the command"
            )
        else:
            found.append(inside.get(os.path.normpath(word), word))
    return tuple(found)


def _relative(path: Path) -> Path:
    """The path from the current directory; UsageError for anything but a file below it."""
    if path.is_dir():
        raise UsageError(f"{path} is a directory, and there are several inputs; name one directory, or files only")
    read_input(path)
    try:
        return path.resolve().relative_to(Path.cwd().resolve())
    except ValueError:
        raise UsageError(f"{path} is not below this directory; run thresher in a directory above all inputs") from None


def _staged(names: list[Path]) -> Path:
    """A directory with copies of the inputs, the same one for the same names."""
    key = blake2b("\0".join(map(str, names)).encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    folder = Path(FOLDER) / f"inputs-{key}" / names[0].stem
    shutil.rmtree(folder, ignore_errors=True)
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_result(folder / name, read_input(name))
    return folder
