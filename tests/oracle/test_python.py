"""Python functions as oracles: what they are given, what they say, and what they cannot do to each other."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.oracle.running.test_process import gone
from thresher.errors import OracleBroken, UsageError
from thresher.kernel.outcome import Outcome, Verdict
from thresher.oracle.failures.criterion import LearnedCriterion
from thresher.oracle.python.called import Called, ExceptionCriterion, VerdictCriterion
from thresher.oracle.python.function import PythonFunction
from thresher.oracle.python.oracle import PythonOracle
from thresher.oracle.python.workers import WorkerProcess, Workers
from thresher.oracle.running.handle import RunHandle
from thresher.oracle.running.limits import UNLIMITED, Limits
from thresher.oracle.running.run_directory import RunDirectories

Open = Callable[[str], Workers]
HELP = "import os, signal, subprocess, sys, time\nfrom pathlib import Path\nfrom thresher import Outcome, Verdict\n"


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """`opened(code)` are workers for the function `test` in that code, which can use the names of HELP."""
    directories = RunDirectories()
    started: list[Workers] = []

    def workers(code: str) -> Workers:
        file = tmp_path / "check.py"
        file.write_text(HELP + code)
        started.append(Workers(PythonFunction.parse(f"{file}:test"), directories, "input.txt"))
        return started[-1]

    yield workers
    for each in started:
        each.close()
    directories.close()


def call(workers: Workers, data: bytes = b"a needle", limits: Limits = UNLIMITED) -> Called:
    return workers.call(lambda: data, limits, RunHandle())


def said(workers: Workers, data: bytes = b"a needle") -> Verdict:
    """What the function says; it must say something."""
    called = call(workers, data)
    assert called.verdict is not None, called.observation.stderr.decode()
    return called.verdict


@pytest.mark.parametrize(
    "function",
    [
        "def test(data): return b'needle' in data",
        "def test(data: bytes, more: int = 0) -> bool: return b'needle' in data",
        "def test(path): return b'needle' in path.read_bytes()",
        "def test(file: str): return b'needle' in open(file, 'rb').read()",
        "def test(x: Path): return b'needle' in x.read_bytes()",
        "def test(x: 'Path'): return b'needle' in x.read_bytes()",
        "def test(path: bytes): return b'needle' in path",
        "class test:\n    def __new__(cls, data): return b'needle' in data",
    ],
)
def test_a_function_of_the_content_or_of_a_path(opened: Open, function: str) -> None:
    workers = opened(function)
    assert said(workers) == Verdict(Outcome.FAIL)
    assert said(workers, b"hay") == Verdict(Outcome.PASS)


def test_a_call_happens_in_a_fresh_directory_with_the_original_name(opened: Open) -> None:
    workers = opened(
        "import tempfile\n"
        "before = tempfile.gettempdir()\n"
        "def test(path):\n"
        "    assert Path.cwd() == path.parent\n"
        "    assert [each.name for each in Path().iterdir()] == ['input.txt']\n"
        "    assert Path(tempfile.mkdtemp()).parent == path.parent.parent / 'tmp'\n"
        "    Path('left').touch()\n"
        "    return True"
    )
    assert [said(workers).outcome for _ in range(2)] == [Outcome.FAIL] * 2


def test_what_a_test_may_return(opened: Open) -> None:
    workers = opened("def test(data): return {b'o': Outcome.PASS, b'v': Verdict(Outcome.FAIL, 'why', 3)}.get(data)")
    assert said(workers, b"o") == Verdict(Outcome.PASS)
    assert said(workers, b"v") == Verdict(Outcome.FAIL, "why", 3)
    called = call(workers, b"")
    assert (called.verdict, called.returned) == (None, "None")
    assert VerdictCriterion(workers.function).judge(called) == Verdict(Outcome.UNRESOLVED, "returned None")


def test_an_exception_is_a_traceback_from_the_function_on(opened: Open) -> None:
    workers = opened("def test(data): return inner(data)\ndef inner(data): raise KeyError(len(data))")
    called = call(workers)
    assert called.observation.exit_code == 1
    lines = called.observation.stderr.decode().splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert [line.split()[-1] for line in lines if line.startswith("  File")] == ["test", "inner"]
    assert lines[-1] == "KeyError: 8"
    assert VerdictCriterion(workers.function).judge(called).outcome is Outcome.UNRESOLVED
    assert "KeyError" in VerdictCriterion(workers.function).judge(called).reason


def test_code_under_test_is_judged_by_the_exception_and_its_place(opened: Open) -> None:
    workers = opened(
        "def test(data):\n"
        "    if b'left' in data: left(data)\n"
        "    if b'right' in data: right(data)\n"
        "    if b'odd' in data: return Outcome.UNRESOLVED\n"
        "    return True\n"
        "def left(data): raise ValueError(f'bad: {len(data)}')\n"
        "def right(data): raise ValueError(f'bad: {len(data)}')\n"
    )
    criterion = ExceptionCriterion(LearnedCriterion(call(workers, b"the left side").signature(())))
    oracle = PythonOracle(workers, criterion=criterion, limits=UNLIMITED)
    answers = {data: oracle(partial(bytes, data), RunHandle()) for data in (b"left", b"right", b"odd", b"")}
    assert [answer.verdict.outcome.value for answer in answers.values()] == ["fail", "unresolved", "unresolved", "pass"]
    assert answers[b"right"].other_failure is not None
    assert answers[b"right"].other_failure.bug
    assert b"in right" in answers[b"right"].message
    assert answers[b"odd"].other_failure is None


@pytest.mark.parametrize(
    ("act", "how"),
    [
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("os.abort()", "SIGABRT"),
        ("os._exit(3)", "exit 3"),
        ("sys.exit(4)", "exit 4"),
        ("sys.exit()", "exit 0"),
        ("sys.exit('words')", "exit 1"),
        ("os.closerange(0, 100)", "exit 1"),
        ("os.killpg(0, 9)", "SIGKILL"),
        ("os.execv('/bin/false', ['false'])", "exit 1"),
    ],
)
def test_a_crash_is_seen_and_the_worker_lives_on(opened: Open, act: str, how: str) -> None:
    code = f"def test(data):\n    if data: {act}\n    return Verdict(Outcome.FAIL, str(os.getppid()))"
    workers = opened(code)
    before = said(workers, b"")
    called = call(workers)
    assert (called.observation.how, called.verdict) == (how, None)
    assert said(workers, b"") == before


def test_a_hang_is_ended_with_its_processes(opened: Open, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    workers = opened(
        "def test(data):\n"
        f"    Path({str(note)!r}).write_text(str(subprocess.Popen(['sleep', '1000']).pid))\n"
        "    time.sleep(1000)"
    )
    called = call(workers, limits=Limits(seconds=0.5))
    assert called.observation.timed_out
    assert called.observation.seconds < 60
    assert gone(int(note.read_text()))


def test_a_daemon_ends_with_its_call(opened: Open, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    workers = opened(
        "def test(data):\n"
        "    daemon = subprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
        f"    Path({str(note)!r}).write_text(str(daemon.pid))\n"
        "    os._exit(0)"
    )
    call(workers)
    assert gone(int(note.read_text()))


def test_limits_of_memory_and_files(opened: Open) -> None:
    workers = opened(
        "def test(data):\n"
        "    if data == b'file': Path('large').write_bytes(bytes(2_000_000))\n"
        "    if data == b'memory': held = b'x' * 300_000_000; time.sleep(1000)\n"
        "    return True"
    )
    limits = Limits(seconds=100, memory=200_000_000, file_size=1_000_000)
    assert call(workers, b"file", limits).observation.limit == "file size"
    assert call(workers, b"memory", limits).observation.limit == "memory"
    assert call(workers, b"", limits).verdict == Verdict(Outcome.FAIL)


def test_nothing_leaks_from_call_to_call(opened: Open) -> None:
    workers = opened(
        "calls = 0\n"
        "def test(data):\n"
        "    global calls\n"
        "    calls += 1\n"
        "    os.environ['LEFT'] = os.environ.get('LEFT', '') + 'x'\n"
        "    return Verdict(Outcome.FAIL, f'{calls} {os.environ[\"LEFT\"]}')"
    )
    assert {said(workers).reason for _ in range(3)} == {"1 x"}


def test_the_module_is_imported_once(opened: Open, tmp_path: Path) -> None:
    workers = opened(f"open({str(tmp_path / 'log')!r}, 'a').write('imported ')\ndef test(data): return True")
    for _ in range(3):
        call(workers)
    assert (tmp_path / "log").read_text() == "imported "


def test_output_is_captured(opened: Open, capfd: pytest.CaptureFixture[str]) -> None:
    workers = opened(
        "print('while imported', end=' ')\n"
        "def test(data):\n"
        "    print('out')\n"
        "    print('error', file=sys.stderr)\n"
        "    subprocess.run(['echo', 'by a program'])\n"
        "    return True"
    )
    seen = call(workers).observation
    assert sorted(seen.stdout.splitlines()) == [b"by a program", b"out"]
    assert seen.stderr == b"error\n"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import no_such_module", r"cannot import .*check\.py: ModuleNotFoundError: .*no_such_module.*line 4"),
        ("def test(data) return", r"cannot import .*SyntaxError: .*check\.py, line 4"),
        ("raise SystemExit('enough')", r"cannot import .*SystemExit: enough"),
        ("os._exit(3)", r"ended the process \(exit 3\)"),
        ("", "there is no function test"),
        ("test = 3", "is not a function"),
        ("def test(): pass", r"one argument, but takes \(\)"),
        ("def test(one, two): pass", r"one argument, but takes \(one, two\)"),
    ],
)
def test_a_function_that_cannot_be_called_is_an_error_of_one_line(opened: Open, code: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        call(opened(code))
    assert "\n" not in str(caught.value)


def test_a_worker_that_dies_is_replaced_once(opened: Open, tmp_path: Path) -> None:
    died, note = tmp_path / "died", tmp_path / "pid"
    workers = opened(
        "def test(data):\n"
        f"    died = Path({str(died)!r})\n"
        "    if data == b'always' or not died.exists():\n"
        "        died.touch()\n"
        f"        Path({str(note)!r}).write_text(str(os.getpid()))\n"
        "        os.kill(os.getppid(), signal.SIGKILL)\n"
        "        time.sleep(1000)\n"
        "    return True"
    )
    assert said(workers) == Verdict(Outcome.FAIL)
    with pytest.raises(OracleBroken, match=r"died twice \(SIGKILL\)"):
        call(workers, b"always")
    assert gone(int(note.read_text()))
    assert said(workers) == Verdict(Outcome.FAIL)


def test_a_cancelled_call_ends_at_once_and_its_worker_lives_on(opened: Open, tmp_path: Path) -> None:
    started = tmp_path / "started"
    os.mkfifo(started)
    workers = opened(
        "def test(data):\n"
        f"    if data: open({str(started)!r}, 'w').close(); time.sleep(1000)\n"
        "    return Verdict(Outcome.FAIL, str(os.getppid()))"
    )
    before = said(workers, b"")
    running = RunHandle()

    def cancel() -> None:
        started.open().close()
        running.cancel()

    other = threading.Thread(target=cancel)
    other.start()
    assert workers.call(lambda: b"hang", UNLIMITED, running).observation.signal == signal.SIGKILL
    other.join()
    assert said(workers, b"") == before


def test_calls_at_a_time_have_a_worker_each_and_close_ends_them(opened: Open, tmp_path: Path) -> None:
    """Each call waits for the other one, so that both must run."""
    for name in ("one", "two"):
        os.mkfifo(tmp_path / name)
    workers = opened(
        f"place = Path({str(tmp_path)!r})\n"
        "def test(data):\n"
        "    for name, mode in (('one', 'w'), ('two', 'r')) if data else (('one', 'r'), ('two', 'w')):\n"
        "        open(place / name, mode).close()\n"
        "    return Verdict(Outcome.FAIL, str(os.getppid()))"
    )
    with ThreadPoolExecutor(2) as executor:
        processes = {int(verdict.reason) for verdict in executor.map(lambda data: said(workers, data), (b"", b"x"))}
    assert len(processes) == 2
    workers.close()
    assert all(gone(process) for process in processes)


def test_hashes_are_the_same_in_every_worker(opened: Open) -> None:
    code = "def test(data): return Verdict(Outcome.FAIL, str(hash('word')))"
    assert said(opened(code)) == said(opened(code))


def test_names_of_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("raise SystemExit")
    inner = tmp_path / "package" / "inner.py"
    inner.write_text("")
    assert PythonFunction.parse("package.inner:test") == PythonFunction("package.inner", "test", inner)
    assert PythonFunction.parse("package/inner.py:Class.test") == PythonFunction(str(inner), "Class.test", inner)
    assert PythonFunction.parse("sys:exit").file is None
    for wrong in ("test", ":test", "check.py", "check.py:", "check:a b"):
        with pytest.raises(UsageError, match="MODULE:FUNCTION"):
            PythonFunction.parse(wrong)
    with pytest.raises(UsageError, match=r"no file missing\.py"):
        PythonFunction.parse("missing.py:test")


@pytest.mark.parametrize("missing", ["work", "candidate"])
def test_a_call_that_cannot_begin_is_an_error_not_a_failure(opened: Open, missing: str) -> None:
    """A function that exits with 1 looks the same from outside."""
    workers = opened("def test(data): sys.exit(1)")
    worker = WorkerProcess(workers.function, f"{workers.directories.root}/worker")
    with closing(worker), workers.directories.fresh("input.txt", lambda: b"") as place:
        if missing == "work":
            shutil.rmtree(place.work)
        else:
            Path(place.candidate).unlink()
        with pytest.raises(OracleBroken, match="No such file or directory"):
            worker.call(place, UNLIMITED, RunHandle(), None)
