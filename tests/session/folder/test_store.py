from __future__ import annotations

from pathlib import Path

import pytest

from thresher.errors import SessionBusy, UsageError
from thresher.kernel.events import Learned
from thresher.session.folder.journal import encode
from thresher.session.folder.store import Store, newest


def test_one_process_at_a_time(tmp_path: Path) -> None:
    store = Store(tmp_path / "session")
    with pytest.raises(SessionBusy, match="already working"):
        Store(tmp_path / "session")
    store.close()
    Store(tmp_path / "session").close()


def test_successes_are_saved_in_order_across_runs(tmp_path: Path) -> None:
    for run in range(3):
        store = Store(tmp_path / "session")
        store.add_success(b"%d" % run)
        store.close()
    store = Store(tmp_path / "session")
    assert [path.read_bytes() for path in store.history()] == [b"0", b"1", b"2"]
    store.forget()
    assert list(store.history()) == []
    store.close()


def test_the_smallest_input_of_each_other_failure_is_saved(tmp_path: Path) -> None:
    store = Store(tmp_path / "session")
    assert store.add_other_failure("sigabrt", "x.c", b"12345", b"message")
    assert not store.add_other_failure("sigabrt", "x.c", b"123456", b"message")
    assert store.add_other_failure("sigabrt", "x.c", b"123", b"shorter")
    assert (store.folder / "other-failures/sigabrt/x.c").read_bytes() == b"123"
    assert (store.folder / "other-failures/sigabrt/message.txt").read_bytes() == b"shorter"
    store.close()


def test_the_newest_session_that_began_is_found(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no session"):
        newest(tmp_path)
    for name in ("a-1", "b-2"):
        store = Store(tmp_path / ".thresher" / name)
        store.save_command(["reduce"], tmp_path)
        if name == "a-1":
            store.journal.write_bytes(encode(Learned(0.0, "{}", 0.1)))
        store.close()
    assert newest(tmp_path) == tmp_path / ".thresher" / "a-1"
