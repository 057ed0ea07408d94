"""Any selection of changes is a version, and its patch is what git makes of the good version."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.changes.histories import Compared, Files, compared, git
from thresher.changes.repository import versions
from thresher.changes.repository.loading import load_deltas
from thresher.kernel.selection import Selection
from thresher.structures.changes.deltas import What, chosen_in
from thresher.structures.changes.patch import LINK

TEXTS = st.lists(st.sampled_from([b"one", b"two", b"three\r", b"", b"f()", b"caf\xc3\xa9"]), max_size=8).map(b"\n".join)
CONTENTS = st.one_of(TEXTS, TEXTS.map(lambda text: text + b"\n"), st.sampled_from([b"", b"\0bin", b"\0bin 2"]))
MODES = st.sampled_from([0o100644, 0o100755])
PATHS = st.sampled_from([b"a", b"b c", b"d/e", b"d/f.txt", b"\xc3\xbc", b'q"\\', b"tab\there"])
ENTRIES = st.one_of(st.tuples(MODES, CONTENTS), st.sampled_from([(LINK, b"a"), (LINK, b"d/e")]))
VERSIONS = st.dictionaries(PATHS, ENTRIES, min_size=1, max_size=5)


def applied(base: Compared, patch: bytes, place: Path) -> Files:
    """What `git apply` makes of the good version, in an index of its own."""
    index = place / "index"
    index.unlink(missing_ok=True)
    at = base.versions.repository.at(index=index, work_tree=place)
    at.raw("read-tree", base.versions.good.tree)
    if patch:
        at.raw("apply", "--cached", "--whitespace=nowarn", stdin=patch)
    found: Files = {}
    listed = [line for line in at.raw("ls-files", "-s", "-z").split(b"\0") if line]
    names = {line.partition(b"\t")[2]: line.split(b" ")[:2] for line in listed}
    contents = base.versions.repository.contents(id.decode() for _, id in names.values())
    for path, (mode, id) in names.items():
        found[path] = (int(mode, 8), contents[id.decode()])
    return found


@settings(max_examples=25)
@given(history=st.lists(VERSIONS, min_size=2, max_size=4), data=st.data())
def test_every_selection_is_what_git_makes_of_its_patch(history: list[Files], data: st.DataObject) -> None:
    if history[0] == history[-1]:
        return
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        base = compared(place / "repository", history, place / "ours")
        count = len(base.deltas)
        everything = Selection.all(count)
        assert base.files(everything) == history[-1]
        assert base.files(Selection()) == history[0]
        chosen = Selection.of(data.draw(st.sets(st.integers(0, count - 1))))
        content = base.deltas.render(chosen)
        assert chosen_in(content) == chosen
        assert applied(base, base.deltas.patch(everything), place) == history[-1]
        assert applied(base, content if b"\ndiff" in content else b"", place) == base.files(chosen)
        part = Selection.of(unit for unit in chosen if data.draw(st.booleans()))
        step = base.deltas.difference(part, chosen)
        assert (step == b"") == (base.files(part) == base.files(chosen))


def lines(*numbers: object) -> tuple[int, bytes]:
    return 0o100644, b"".join(f"line {number}\n".encode() for number in numbers)


def test_changes_come_from_the_commits_that_made_them(tmp_path: Path) -> None:
    first = {b"f": lines(*range(10)), b"g": lines(1, 2, 3)}
    history = [
        first,
        {**first, b"f": lines(*range(3), "new", *range(3, 10))},
        {**first, b"f": lines(*range(3), "new", *range(3, 9), "nine")},
        {b"f": lines(*range(3), "newer", *range(3, 9), "nine"), b"h": lines(1, 2, 3)},
    ]
    base = compared(tmp_path / "repository", history, tmp_path / "ours")
    found = {(delta.what, delta.edit and delta.edit.added): delta.steps for delta in base.deltas.deltas}
    assert found == {
        (What.LINE, (b"line newer\n",)): (2,),
        (What.LINE, (b"line nine\n",)): (1,),
        (What.NAME, None): (2,),
    }


def branch(repository: Path, name: str, start: str, *texts: object) -> None:
    """A branch with commits that each put a line at the end of a file of that name."""
    git(repository, "checkout", "-q", "-b", name, start)
    for count in range(1, len(texts) + 1):
        (repository / name).write_bytes(lines(*texts[:count])[1])
        git(repository, "add", name)
        git(repository, "commit", "-q", "-m", f"{name} {texts[count - 1]}")


def merged(repository: Path, into: str, *names: str) -> None:
    git(repository, "checkout", "-q", into)
    git(repository, "merge", "-q", "--no-ff", *names, "-m", f"merged {' and '.join(names)}")


def steps(tmp_path: Path, good: str, bad: str) -> tuple[list[str], list[tuple[int, ...]]]:
    """The subjects of the steps between two revisions, and which of them each change comes from."""
    place = tmp_path / f"ours-{good}-{bad}"
    both = versions.compare_revisions(tmp_path / "repository", good, bad, place, leave_out=())
    return [step.subject for step in both.steps], [delta.steps for delta in load_deltas(both).deltas]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    base = {b"f": lines(*range(20))}
    compared(tmp_path / "repository", [base, {b"f": lines("top", *range(20))}], tmp_path / "unused")
    return tmp_path / "repository"


def test_a_merge_is_as_many_steps_as_it_brought(tmp_path: Path, repository: Path) -> None:
    branch(repository, "side", "main~1", "one", "two")
    merged(repository, "main", "side")
    assert steps(tmp_path, "main~2", "main") == (
        ["commit 1", "side one", "side two", "merged side"],
        [(0,), (1,), (2,)],
    )
    assert steps(tmp_path, "side~1", "main")[0] == ["side two", "commit 1", "merged side"]


def test_branches_in_branches_and_several_at_once(tmp_path: Path, repository: Path) -> None:
    branch(repository, "inner", "main~1", "a")
    branch(repository, "outer", "main~1", "b", "c")
    merged(repository, "outer", "inner")
    branch(repository, "other", "main", "d")
    merged(repository, "main", "outer", "other")
    found, origins = steps(tmp_path, "main~2", "main")
    assert found == ["commit 1", "outer b", "outer c", "inner a", "merged inner", "other d", "merged outer and other"]
    assert sorted(origins) == [(0,), (1,), (2,), (3,), (5,)]


def test_from_a_conflict_on_a_merge_is_one_step(tmp_path: Path, repository: Path) -> None:
    branch(repository, "side", "main~1", "one", "two")
    (repository / "f").write_bytes(lines("another top", *range(20))[1])
    git(repository, "commit", "-q", "-a", "-m", "conflict")
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "-q", "-X", "ours", "side", "-m", "merged")
    assert steps(tmp_path, "main~2", "main")[0] == ["commit 1", "side one", "side two", "merged"]


def test_very_many_merged_commits_are_left_together(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    branch(repository, "side", "main~1", "one", "two")
    merged(repository, "main", "side")
    monkeypatch.setattr(versions, "MOST_MERGED", 1)
    assert steps(tmp_path, "main~2", "main")[0] == ["commit 1", "merged side"]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_without_end_gets_one_when_others_follow(tmp_path: Path, end: bytes) -> None:
    history = [{b"f": (0o100644, b"one")}, {b"f": (0o100644, b"one\ntwo" + end)}]
    base = compared(tmp_path / "repository", history, tmp_path / "ours")
    added = [unit for unit, delta in enumerate(base.deltas.deltas) if delta.edit and b"two" in delta.edit.added[0]]
    assert base.files(Selection.of(added)) == history[-1]
