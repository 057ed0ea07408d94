"""Any selection of changes is a version, and its patch is what git makes of the good version."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.circumstances.histories import Compared, Files, compared, git
from thresher.kernel.selection import Selection
from thresher.structures.deltas import What, chosen_in
from thresher.structures.patch import LINK

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


def test_merged_branches_are_one_step(tmp_path: Path) -> None:
    base = {b"f": lines(*range(20))}
    compared(tmp_path / "repository", [base, {b"f": lines("top", *range(20))}], tmp_path / "unused")
    repository = tmp_path / "repository"
    git(repository, "checkout", "-q", "-b", "side", "main~1")
    for text in ("one", "two"):
        (repository / "f").write_bytes(lines(*range(20), text)[1])
        git(repository, "commit", "-q", "-a", "-m", text)
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "-q", "side", "-m", "merged")
    from thresher.circumstances.loading import load_deltas
    from thresher.circumstances.versions import compare_revisions

    versions = compare_revisions(repository, "main~2", "main", tmp_path / "ours", leave_out=())
    assert [step.subject for step in versions.steps] == ["commit 1", "merged"]
    assert [delta.steps for delta in load_deltas(versions).deltas] == [(0,), (1,)]
    inside = compare_revisions(repository, "side~1", "main", tmp_path / "again", leave_out=())
    assert [step.subject for step in inside.steps] == ["two", "merged"]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_without_end_gets_one_when_others_follow(tmp_path: Path, end: bytes) -> None:
    history = [{b"f": (0o100644, b"one")}, {b"f": (0o100644, b"one\ntwo" + end)}]
    base = compared(tmp_path / "repository", history, tmp_path / "ours")
    added = [unit for unit, delta in enumerate(base.deltas.deltas) if delta.edit and b"two" in delta.edit.added[0]]
    assert base.files(Selection.of(added)) == history[-1]
