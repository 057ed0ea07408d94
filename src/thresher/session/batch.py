"""Runs many reductions, each as its own process; their tests share the slots of one pool fairly.

Since a reduction resumes, so does a batch: what has finished already costs no test.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thresher.errors import UsageError
from thresher.executors.slot_server import POOL, SlotServer
from thresher.session.files.whole import require_file

OURS = ("thresher", "reduce")


@dataclass(frozen=True, slots=True)
class BatchItem:
    """One reduction: the arguments of `thresher reduce` and the working directory."""

    name: str
    arguments: tuple[str, ...]
    directory: Path

    def with_options(self, options: tuple[str, ...]) -> tuple[str, ...]:
        """The arguments with further options added before `--`."""
        cut = self.arguments.index("--") if "--" in self.arguments else len(self.arguments)
        return (*self.arguments[:cut], *options, *self.arguments[cut:])


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The end of a reduction: its statistics, or its last line on stderr if there are none."""

    item: BatchItem
    code: int
    statistics: dict[str, Any] = field(default_factory=dict)
    message: str = ""

    @property
    def state(self) -> str:
        return {0: "complete", 1: "stopped early"}.get(self.code, "failed")


def items_of(path: Path) -> list[BatchItem]:
    """The reductions listed in a file, or one for each subfolder of a directory."""
    items = list(_folders(path)) if path.is_dir() else list(_listed(path))
    if not items:
        wanted = "folders with an input.* and a test.sh" if path.is_dir() else "command lines of thresher reduce"
        raise UsageError(f"nothing to do in {path}; it should hold {wanted}")
    return items


def _folders(path: Path) -> Iterator[BatchItem]:
    for test in sorted(path.glob("*/test.sh")):
        inputs = [each for each in sorted(test.parent.glob("input.*")) if ".min" not in each.suffixes]
        if len(inputs) != 1:
            raise UsageError(f"{test.parent} should hold one input.* beside its test.sh, not {len(inputs)}")
        yield BatchItem(test.parent.name, (inputs[0].name, "--test", "./test.sh"), test.parent)


def _listed(path: Path) -> Iterator[BatchItem]:
    require_file(path)
    try:
        text = path.read_text()
        if path.suffix == ".json":
            lines = json.loads(text)
        elif path.suffix == ".toml":
            lines = tomllib.loads(text).get("reductions", [])
        else:
            lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        commands = [shlex.split(line) if isinstance(line, str) else [str(word) for word in line] for line in lines]
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, TypeError) as error:
        raise UsageError(f"{path} is not a list of thresher reduce commands: {error}") from error
    for number, command in enumerate(commands, start=1):
        words = command
        for own in OURS:
            words = words[1:] if words[:1] == [own] else words
        if not words:
            raise UsageError(f"{path}, command {number}: no input; write: thresher reduce INPUT --test SCRIPT")
        yield BatchItem(f"{number} {words[0]}", tuple(words), path.parent)


def run_batch(
    items: list[BatchItem], *, places: int, at_once: int, options: tuple[str, ...], heard: Callable[[BatchResult], None]
) -> list[BatchResult]:
    """Runs all items, `at_once` at a time, and calls `heard` with each result. Returns them in the given order."""
    done: dict[str, BatchResult] = {}
    running: set[subprocess.Popen[bytes]] = set()
    with tempfile.TemporaryDirectory(prefix="thresher-batch-") as folder:
        pool = Path(folder) / "pool"
        with closing(SlotServer(pool, places)), ThreadPoolExecutor(at_once) as threads:
            futures = [threads.submit(_reduce, item, options, pool, running) for item in items]
            try:
                for future in as_completed(futures):
                    finished = future.result()
                    done[finished.item.name] = finished
                    heard(finished)
            except BaseException:
                for future in futures:
                    future.cancel()
                for process in list(running):
                    process.terminate()  # it keeps its best result, as after Ctrl-C
                raise
    return [done[item.name] for item in items]


def _reduce(
    item: BatchItem, options: tuple[str, ...], pool: Path, running: set[subprocess.Popen[bytes]]
) -> BatchResult:
    process = subprocess.Popen(
        [sys.executable, "-m", "thresher", "reduce", *item.with_options((*options, "--json", "--quiet"))],
        cwd=item.directory,
        env={**os.environ, POOL: str(pool)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    running.add(process)
    out, errors = process.communicate()
    running.discard(process)
    try:
        statistics = json.loads(out)
    except ValueError:
        statistics = {}
    lines = errors.decode(errors="replace").strip().splitlines()
    return BatchResult(item, process.returncode, statistics, lines[-1] if lines else "")
