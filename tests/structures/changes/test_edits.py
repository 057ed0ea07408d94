"""Edits of lines: all of them make the new file, any of them a file whose lines end."""

from __future__ import annotations

from difflib import SequenceMatcher

from hypothesis import given
from hypothesis import strategies as st

from thresher.structures.changes.edits import LineEdit, applied, edits_of, merged, split_lines
from thresher.structures.changes.gitdiff import Hunk, quoted, read_steps, unquoted

CONTENTS = st.lists(st.sampled_from([b"a", b"b", b"call(1)", b"call(2)", b""]), max_size=10).map(b"\n".join)


def edits_between(old: list[bytes], new: list[bytes]) -> list[LineEdit]:
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    hunks = [Hunk(i, j - i, k, m - k) for tag, i, j, k, m in codes if tag != "equal"]
    return [edit for hunk in hunks for edit in edits_of(hunk, old, new)]


@given(before=CONTENTS, after=CONTENTS, data=st.data())
def test_all_edits_make_the_new_file_and_any_make_some_file(before: bytes, after: bytes, data: st.DataObject) -> None:
    old, new = split_lines(before), split_lines(after)
    edits = edits_between(old, new)
    assert applied(old, merged(old, edits)) == after
    assert applied(old, merged(old, [])) == before
    some = [edit for edit in edits if data.draw(st.booleans())]
    kept = len(old) - sum(edit.removed for edit in some) + sum(len(edit.added) for edit in some)
    assert len(split_lines(applied(old, merged(old, some)))) == kept


def test_a_rewritten_line_is_one_edit() -> None:
    old, new = [b"x = call(1)\n"], [b"import y\n", b"x = call(2)\n", b"done()\n"]
    found = [(edit.removed, edit.added) for edit in edits_of(Hunk(0, 1, 0, 3), old, new)]
    assert found == [(0, (b"import y\n",)), (1, (b"x = call(2)\n",)), (0, (b"done()\n",))]


@given(name=st.binary(min_size=1).filter(lambda name: b"\0" not in name))
def test_names_are_read_as_they_are_written(name: bytes) -> None:
    assert unquoted(quoted(name)) == name


def test_a_line_that_looks_like_a_header_is_none() -> None:
    text = (
        b"1111111111111111111111111111111111111111 2222222222222222222222222222222222222222\n"
        b":100644 100644 aaaa bbbb M\tf\n\n"
        b"diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n-@@ -9 +9 @@\n+diff --git a/g b/g\n+:100644\n"
    )
    (step,) = read_steps(text.splitlines(keepends=True))
    assert [(entry.old_path, entry.hunks) for entry in step.entries] == [(b"f", [Hunk(0, 1, 0, 2)])]
