"""`thresher changes` as a user runs it, on real repositories with real tests."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
from pathlib import Path

import pytest

from tests.changes.histories import Files, git, make_repository
from tests.cli.conftest import Thresher, command
from tests.cli.test_bad_input import expect_line
from thresher.errors import UsageError
from thresher.oracle.running.sandbox import Sandbox

TEXT = 0o100644
NO_BUG = ("sh", "-c", "! cat *.txt | grep -q BUG")


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def snapshot(directory: Path) -> dict[str, tuple[int, bytes]]:
    """Every file of a repository, what git keeps about it included."""
    found = {}
    for folder, folders, names in os.walk(directory):
        for name in [*folders, *names]:
            path = Path(folder, name)
            mode = path.lstat().st_mode
            content = os.readlink(path).encode() if path.is_symlink() else b""
            found[str(path.relative_to(directory))] = (mode, path.read_bytes() if stat.S_ISREG(mode) else content)
    return found


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Eight commits that change lines of two files; the fifth brings BUG. With a stash and uncommitted work."""
    texts = {name: [f"{name} line {line}" for line in range(30)] for name in "ab"}
    history: list[Files] = []
    for number in range(9):
        if number:
            texts["a"][number * 3] = f"rewritten in {number}"
            texts["b"].insert(number * 2, f"new in {number}")
        if number == 5:
            texts["b"].insert(25, "BUG")
        history.append({f"{name}.txt".encode(): (TEXT, "\n".join(text).encode()) for name, text in texts.items()})
    make_repository(tmp_path / "repository", history)
    directory = tmp_path / "repository"
    (directory / "a.txt").write_text("stashed")
    git(directory, "stash")
    (directory / "staged.txt").write_text("staged")
    git(directory, "add", "staged.txt")
    (directory / "b.txt").write_text("work in progress")
    (directory / "untracked").write_text("untracked")
    return directory


def test_the_change_is_found_and_the_repository_is_left_alone(thresher: Thresher, repository: Path) -> None:
    before = snapshot(repository)
    target = repository.parent / "found.diff"
    done = thresher("changes", "--good", "main~8", "--bad", "main", "-o", target, "--", *NO_BUG, directory=repository)
    assert done.code == 0, done.talk
    assert snapshot(repository) == before
    assert target.read_bytes() == done.out
    changed = [line for line in done.out.splitlines() if line.startswith((b"+", b"-")) and line[1:2] != line[:1]]
    assert changed == [b"+BUG"]
    assert b"commit 5 (2001-09-09T01:46:45+00:00, Ada)" in done.out
    log = (repository.parent / "found.log").read_text()
    assert log.startswith("git bisect start\n")
    assert log.rstrip().splitlines()[-1].startswith("# first bad commit: ")
    git(repository, "reset", "-q", "--hard", "main~8")
    git(repository, "apply", str(target))
    assert b"\nBUG\n" in (repository / "b.txt").read_bytes()


def test_a_killed_search_leaves_the_repository_unchanged_and_can_be_resumed(
    thresher: Thresher, repository: Path
) -> None:
    place = repository.parent
    started, never, block = place / "started", place / "never", place / "block"
    os.mkfifo(started)
    os.mkfifo(never)
    test = place / "test.sh"
    test.write_text(
        f"#!/bin/sh\necho run >> {place}/runs\n[ $(wc -l < {place}/runs) = 7 ] && [ -e {block} ] && "
        f"{{ pwd > {started}; cat {never}; }}\n! cat *.txt | grep -q BUG\n"
    )
    test.chmod(0o755)
    block.touch()
    arguments = ("changes", "--good", "main~8", "--bad", "main", "-o", place / "found.diff", "--", test)
    before = snapshot(repository)
    with subprocess.Popen(
        command(*arguments), cwd=repository, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        checkout = Path(started.read_text().strip())
        process.send_signal(signal.SIGKILL)
        assert process.stderr is not None
        process.stderr.read()
    assert snapshot(repository) == before
    block.unlink()
    done = thresher(*arguments, directory=repository)
    assert done.code == 0, done.talk
    assert "resuming with the results of 6 earlier tests" in done.talk
    assert b"+BUG" in done.out
    assert snapshot(repository) == before
    assert not checkout.exists()


def test_in_a_sandbox_nothing_is_written_elsewhere(thresher: Thresher, repository: Path) -> None:
    skip_without_sandbox()
    elsewhere = repository.parent / "written"
    test = f"touch {elsewhere}; git rev-parse -q --verify HEAD^{{tree}} && touch here && ! cat *.txt | grep -q BUG"
    build = f"touch {elsewhere}; touch built || exit 1; mktemp > /dev/null"
    command = ("changes", "--good", "main~8", "--bad", "main", "--build", build, "--sandbox", "--", "sh", "-c", test)
    done = thresher(*command, directory=repository)
    assert done.code == 0, done.talk
    assert b"+BUG" in done.out
    assert not elsewhere.exists()


@pytest.mark.parametrize("options", [[], ["--sandbox"]])
def test_hooks_of_the_repository_are_not_run(thresher: Thresher, repository: Path, options: list[str]) -> None:
    """Nor other programs that its configuration names: a monitor of its files, a checker of signatures."""
    if options:
        skip_without_sandbox()
    ran, program = repository.parent / "ran", repository.parent / "program"
    program.write_text(f"#!/bin/sh\necho $0 >> {ran}\n")
    program.chmod(0o755)
    for name in ("post-index-change", "post-checkout", "pre-commit", "reference-transaction"):
        (repository / ".git" / "hooks").mkdir(exist_ok=True)
        (repository / ".git" / "hooks" / name).symlink_to(program)
    commit = git(repository, "cat-file", "commit", "HEAD").replace(b"\n\n", b"\ngpgsig -----BEGIN x-----\n\n", 1)
    signed = git(repository, "hash-object", "-t", "commit", "-w", "--stdin", stdin=commit).decode().strip()
    (repository / ".git" / "refs" / "heads" / "main").write_text(f"{signed}\n")
    for name, value in {"core.fsmonitor": program, "gpg.program": program, "log.showSignature": "true"}.items():
        git(repository, "config", name, str(value))
    (repository / "b.txt").write_bytes(git(repository, "show", "HEAD:b.txt") + b"\nOOPS\n")
    ran.unlink(missing_ok=True)  # what making the repository has run
    test = ("sh", "-c", "! grep -q OOPS b.txt")
    command = ("changes", "--good", "HEAD~1", "--bad", "WORKTREE", *options, "--", *test)
    done = thresher(*command, directory=repository)
    assert done.code == 0, done.talk
    assert b"+OOPS" in done.out
    assert not ran.exists(), ran.read_text()


def test_filters_of_the_repository_are_refused_in_a_sandbox(thresher: Thresher, repository: Path) -> None:
    skip_without_sandbox()
    ran = repository.parent / "ran"
    git(repository, "config", "filter.upper.clean", f"touch {ran}; tr a-z A-Z")
    (repository / "b.txt").write_bytes(b"OOPS\n")
    (repository / ".git" / "info").mkdir(exist_ok=True)
    command = ("changes", "--good", "HEAD", "--bad", "WORKTREE", "--sandbox", "--", "sh", "-c", "! grep -q OOPS b.txt")
    done = thresher(*command, directory=repository)
    assert done.code == 0, done.talk  # it is configured, but no file has it
    (repository / ".gitattributes").write_text("*.txt filter=upper\n")
    expect_line(thresher(*command, directory=repository), 2, "the filter 'upper' outside the sandbox", "--bad")
    assert not ran.exists()


def skip_without_sandbox() -> None:
    try:
        Sandbox.opened([])
    except UsageError as reason:
        pytest.skip(str(reason))


def test_stopped_early(thresher: Thresher, repository: Path) -> None:
    arguments = ("changes", "--good", "main~8", "--bad", "main", "--max-tests", "2", "--", *NO_BUG)
    done = thresher(*arguments, directory=repository)
    assert (done.code, done.out) == (1, b"")
    assert "stopped early: --max-tests 2 reached" in done.talk
    assert "written to" not in done.talk
    talks = [thresher(*arguments, directory=repository) for _ in range(4)]
    assert talks[-1].code == 0
    assert b"+BUG" in talks[-1].out


def test_uncommitted_changes(thresher: Thresher, repository: Path) -> None:
    (repository / "b.txt").write_bytes(git(repository, "show", "HEAD:b.txt") + b"\nOOPS\n")
    before = snapshot(repository)
    test = ("sh", "-c", "! grep -q OOPS b.txt")
    target = repository / "found.diff"
    for _ in range(2):
        done = thresher(
            "changes", "--good", "HEAD", "--bad", "WORKTREE", "-o", target, "--json", "--", *test, directory=repository
        )
        record = json.loads(done.out)
        assert record["complete"]
        assert record["causes"][0]["commits"] == [""]
        assert record["changes"] == 4
        assert "+OOPS" in target.read_text()
    assert record["new_tests"] == 0
    target.unlink()
    target.with_suffix(".log").unlink()
    assert snapshot(repository) == before


def test_two_directories(thresher: Thresher, tmp_path: Path) -> None:
    for name, text in (("old", "one\nand two\n"), ("new", "one\nand 2\nthree\n")):
        (tmp_path / name / "sub").mkdir(parents=True)
        (tmp_path / name / "sub" / "file").write_text(text)
        (tmp_path / name / ".gitignore").write_text("*\n")
    done = thresher("changes", "old", "new", "-o", "x.diff", "--", "grep", "-q", "two", "sub/file")
    assert done.code == 0, done.talk
    assert b"-and two\n+and 2\n" in done.out
    (tmp_path / "x.diff").rename(tmp_path / "old" / "x.diff")
    git(tmp_path / "old", "apply", "x.diff")
    assert (tmp_path / "old" / "sub" / "file").read_text() == "one\nand 2\n"


def test_isolate_applies_to_the_version_before(thresher: Thresher, repository: Path) -> None:
    target = repository.parent / "x.diff"
    done = thresher(
        *("changes", "--good", "main~8", "--bad", "main", "--isolate", "-o", target, "--", *NO_BUG),
        directory=repository,
    )
    assert done.code == 0, done.talk
    assert b"\n+BUG\n" in done.out
    clone = repository.parent / "clone"
    git(repository.parent, "clone", "-q", str(repository), str(clone))
    git(clone, "checkout", "-q", "main~8")
    git(clone, "apply", str(repository.parent / "x.before.diff"))
    assert b"BUG" not in (clone / "b.txt").read_bytes()
    git(clone, "apply", str(target))
    assert b"BUG" in (clone / "b.txt").read_bytes()


def test_every_cause(thresher: Thresher, tmp_path: Path) -> None:
    lines = [f"line {number}" for number in range(40)]
    more = [word for line in lines for word in (line, f"after {line}")]
    make_repository(
        tmp_path / "r", [{b"f": (TEXT, "\n".join(lines).encode())}, {b"f": (TEXT, "\n".join(more).encode())}]
    )
    test = ("sh", "-c", "! grep -q 'after line 7$' f && ! { grep -q 'after line 20$' f && grep -q 'after line 3$' f; }")
    done = thresher(
        "changes", "--repo", "r", "--good", "main~1", "--bad", "main", "--every", "-o", "c.diff", "--", *test
    )
    assert done.code == 0, done.talk
    found = [
        {line for line in (tmp_path / name).read_text().splitlines() if line.startswith("+after")}
        for name in ("c.diff", "c.2.diff")
    ]
    assert sorted(map(sorted, found)) == [["+after line 20", "+after line 3"], ["+after line 7"]]
    assert not (tmp_path / "c.3.diff").exists()


def test_a_failing_build_is_unresolved_and_builds_are_incremental(thresher: Thresher, tmp_path: Path) -> None:
    """A C program: a new function, its use in another file, and a wrong constant."""
    rules = b"program: main.o other.o\n\tcc -o $@ main.o other.o\n%.o: %.c other.h\n\tcc -c -o $@ $<\n"
    good: Files = {
        b"Makefile": (TEXT, rules),
        b"main.c": (TEXT, b'#include "other.h"\nint main(void) {\n\tint sum = value();\n\treturn sum != 4;\n}\n'),
        b"other.c": (TEXT, b'#include "other.h"\nint value(void) { return 4; }\n'),
        b"other.h": (TEXT, b"int value(void);\n"),
    }
    bad: Files = {
        **good,
        b"main.c": (
            TEXT,
            b'#include "other.h"\nint main(void) {\n\tint sum = value();\n\tsum += nothing();\n\treturn sum != 4;\n}\n',
        ),
        b"other.c": (TEXT, b'#include "other.h"\nint value(void) { return 5; }\nint nothing(void) { return 0; }\n'),
        b"other.h": (TEXT, b"int value(void);\nint nothing(void);\n"),
    }
    make_repository(tmp_path / "r", [good, bad])
    done = thresher(
        *("changes", "--repo", "r", "--good", "main~1", "--bad", "main", "--build", "make CFLAGS=-Werror"),
        *("-j", "2", "--", "./program"),
    )
    assert done.code == 0, done.talk
    assert b"\n+int value(void) { return 5; }\n" in done.out
    assert b"nothing" not in done.out


def test_not_a_repository(thresher: Thresher) -> None:
    expect_line(thresher("changes", "--good", "a", "--bad", "b", "--", "true"), 2, "is not in a git repository")


def test_no_such_revision(thresher: Thresher, repository: Path) -> None:
    done = thresher("changes", "--good", "nowhere", "--bad", "main", "--", "true", directory=repository)
    expect_line(done, 2, "there is no commit nowhere")


def test_shallow_clone(thresher: Thresher, repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "2", f"file://{repository}", "shallow")
    first = git(repository, "rev-parse", "main~8").decode().strip()
    done = thresher("changes", "--repo", "shallow", "--good", first, "--bad", "HEAD", "--", "true")
    expect_line(done, 2, "git fetch --unshallow")


def test_unrelated_revisions(thresher: Thresher, repository: Path) -> None:
    git(repository, "checkout", "-q", "-f", "--orphan", "other")
    git(repository, "commit", "-q", "-m", "other")
    done = thresher("changes", "--good", "main", "--bad", "other", "--", "true", directory=repository)
    expect_line(done, 2, "no history in common")


def test_a_good_version_that_fails(thresher: Thresher, repository: Path) -> None:
    done = thresher("changes", "main", "--good", "main~1", "--", *NO_BUG, directory=repository)
    expect_line(done, 3, "the good version does not pass")


def test_a_bad_version_that_passes(thresher: Thresher, repository: Path) -> None:
    done = thresher("changes", "--good", "main~8", "--bad", "main~4", "--", *NO_BUG, directory=repository)
    expect_line(done, 3, "the bad version does not fail")


def test_the_same_version_twice(thresher: Thresher, repository: Path) -> None:
    done = thresher("changes", "--good", "main", "--bad", "HEAD", "--", *NO_BUG, directory=repository)
    expect_line(done, 2, "the same commit")


def test_a_test_that_is_nowhere(thresher: Thresher, repository: Path) -> None:
    done = thresher("changes", "--good", "main~8", "--bad", "main", "--", "./no-such-test", directory=repository)
    expect_line(done, 2, "found neither here nor in the versions")


def test_a_test_that_edits_the_tree(thresher: Thresher, repository: Path) -> None:
    before = snapshot(repository)
    test = "r=0; grep -q BUG *.txt && r=1; rm -rf a.txt; echo BUG > b.txt; ln -s / link; git commit -qam x; exit $r"
    done = thresher("changes", "--good", "main~8", "--bad", "main", "--", "sh", "-c", test, directory=repository)
    assert done.code == 0, done.talk
    assert "the test edits files of the version it runs in (a.txt, b.txt)" in done.talk
    assert b"\n+BUG\n" in done.out
    assert snapshot(repository) == before


def test_a_submodule_that_changes(thresher: Thresher, repository: Path, tmp_path: Path) -> None:
    make_repository(tmp_path / "outer", [{b"f": (TEXT, b"1\n")}])
    git(tmp_path / "outer", "submodule", "add", "-q", str(repository), "inner")
    git(tmp_path / "outer", "commit", "-q", "-m", "inner")
    done = thresher("changes", "--repo", "outer", "--good", "main~1", "--bad", "main", "--", "true")
    expect_line(done, 2, "the submodule inner changes")
    (tmp_path / "outer" / "f").write_text("BUG\n")
    test = ("sh", "-c", "! grep -q BUG f")
    done = thresher("changes", "--repo", "outer", "--good", "main", "--bad", "WORKTREE", "--", *test)
    assert done.code == 0, done.talk
    assert "submodules are not checked out: inner" in done.talk


def test_directories_and_revisions_do_not_mix(thresher: Thresher, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    done = thresher("changes", "--good", "old", "--bad", "main", "--", "true")
    expect_line(done, 2, "main is not a directory")


SLIDES = """
from prices import price
assert price(4) == 40, "regression"
"""
BEFORE = "RATE = 10\n\n\ndef price(count):\n    return count * RATE\n"
AFTER = "FACTOR = 9\n\n\ndef price(count):\n    return count * FACTOR\n"


@pytest.fixture
def renamed(tmp_path: Path) -> list[str]:
    """The bad version fails an assertion; with one of its two changes alone, there is a NameError instead."""
    for name, text in (("before", BEFORE), ("after", AFTER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "prices.py").write_text(text)
        (tmp_path / name / "check.py").write_text(SLIDES)
    return ["changes", "--good", "before", "--bad", "after"]


def test_changes_do_not_slide_to_another_failure(thresher: Thresher, tmp_path: Path, renamed: list[str]) -> None:
    done = thresher(*renamed, "-o", "cause.diff", "--", "python3", "check.py")
    assert done.code == 0, done.talk
    assert "AssertionError: regression" in done.talk
    assert b"+FACTOR = 9" in done.out
    assert b"+    return count * FACTOR" in done.out
    subprocess.run(["git", "apply", "../cause.diff"], cwd=tmp_path / "before", check=True)
    run = subprocess.run(["python3", "check.py"], cwd=tmp_path / "before", capture_output=True, check=False)
    assert b"AssertionError: regression" in run.stderr


def test_changes_with_any_failure_may_end_with_another(thresher: Thresher, renamed: list[str]) -> None:
    done = thresher(*renamed, "--any-failure", "--", "python3", "check.py")
    assert done.code == 0, done.talk
    assert "1 of 2 changes" in done.talk
    both = thresher(*renamed, "--any-failure", "--exit-code", "1", "--", "python3", "check.py")
    expect_line(both, 2, "--any-failure accepts every failure")


def test_the_learned_failure_is_kept_when_a_search_for_changes_continues(
    thresher: Thresher, renamed: list[str]
) -> None:
    first = thresher(*renamed, "--max-tests", "4", "--", "python3", "check.py")
    assert first.code == 1, first.talk
    again = thresher(*renamed, "--", "python3", "check.py")
    assert again.code == 0, again.talk
    assert "AssertionError: regression" in again.talk
    assert "2 of 2 changes" in again.talk
