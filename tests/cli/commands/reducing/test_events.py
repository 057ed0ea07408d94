"""`thresher events` as a user runs it: the shopping cart of section 2, tasks, and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.carts import SEQUENCE_1, figure_2, step
from tests.cli.conftest import Thresher
from thresher.formats.events.events import read_log, write_log
from thresher.structures.events import EventLog

PLAYER = """\
import json, sys
opened, cart = False, set()
text = open(sys.argv[1]).read()
steps = json.loads(text)["steps"] if '"steps"' in text else map(json.loads, text.splitlines())
with open({runs!r}, "a") as runs:
    runs.write("run\\n")
for number, step in enumerate(steps, start=1):
    print("step", number)
    name, item = step["event"], step.get("args")
    if name == "open":
        opened = True
    elif not opened or (name == "delete" and str(item) not in cart):
        sys.exit("cannot " + name)
    elif name == "add":
        cart.add(str(item))
    elif name == "delete":
        cart.remove(str(item))
    elif cart:
        cart.clear()
    else:
        sys.exit(3)
"""
USED = ("--used", r"step (\d+)", "-j1", "--checks=1")


@pytest.fixture
def cart(tmp_path: Path) -> list[str]:
    """A log of a good run, one of a bad run, and the command that replays a log."""
    (tmp_path / "good.jsonl").write_bytes(write_log(figure_2()))
    (tmp_path / "poor.jsonl").write_bytes(write_log(figure_2(catalogue=False)))
    (tmp_path / "bad.jsonl").write_bytes(write_log(EventLog(tuple(map(step, SEQUENCE_1)))))
    (tmp_path / "play.py").write_text(PLAYER.format(runs=str(tmp_path / "runs")))
    return ["--", "python3", "play.py", "{}"]


def shown(data: bytes) -> list[str]:
    return [str(each) for each in read_log(data)]


def runs(directory: Path) -> int:
    path = directory / "runs"
    count = path.read_text().count("run")
    path.unlink()
    return count


def test_mine_and_rewrite(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    mined = thresher("events", "mine", "good.jsonl", "--confidence", "0.5", "-o", "rules.json")
    assert mined.code == 0
    assert "[add(a); delete(a)] = []    1 witness, at good.jsonl step 7, add(3)" in mined.out.decode()
    assert json.loads((tmp_path / "rules.json").read_text())["logs"] == ["good.jsonl"]
    done = thresher("events", "rewrite", "bad.jsonl", "--rules", "rules.json")
    assert shown(done.out) == ["open", "empty"]
    assert "drops 2 add(1) before 3 empty  by [add(a); empty] = [empty]" in done.talk
    assert "past 1 by [add(a); add(b)] = [add(b); add(a)]" in done.talk
    assert "2 of 8 steps remain" in done.talk
    assert thresher("events", "mine", "good.jsonl").out == b""  # one witness is not 90 %


def test_hints_save_tests(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    thresher("events", "mine", "good.jsonl", "--confidence", "0.5", "-o", "rules.json")
    thresher("events", "mine", "poor.jsonl", "--confidence", "0.5", "-o", "poor.json")
    (tmp_path / "hint.jsonl").write_bytes(write_log(EventLog((step("open"), step("add(9)"), step("empty")))))
    counts = {}
    for name, more in {
        "ddmin": ("--algorithm", "ddmin", "--no-prefixes"),
        "prefixes": ("--algorithm", "ddmin"),
        "rules": ("--rules", "rules.json"),
        "hint": ("--hint", "hint.jsonl"),
        "poor rules": ("--rules", "poor.json", "--algorithm", "rddmin"),
    }.items():
        done = thresher("events", "reduce", "bad.jsonl", *USED, *more, "-o", "small.jsonl", *cart)
        assert done.code == 0, done.talk
        assert shown(done.out) == shown((tmp_path / "small.jsonl").read_bytes()) == ["open", "empty"]
        counts[name] = runs(tmp_path)
    assert counts["rules"] == counts["hint"] < counts["prefixes"] < counts["ddmin"]
    assert counts["poor rules"] < counts["ddmin"]


def test_progress_of_a_run_is_known_after_resuming(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    whole = thresher("events", "reduce", "bad.jsonl", *USED, *cart)
    assert whole.code == 0
    at_once = runs(tmp_path)
    (tmp_path / "again").mkdir()
    halves = ("events", "reduce", "bad.jsonl", *USED, "-o", "again/small.jsonl")
    assert thresher(*halves, "--max-tests", "4", *cart).code == 1
    done = thresher(*halves, *cart)
    assert done.code == 0
    assert done.out == whole.out
    assert runs(tmp_path) == at_once


def test_tasks_go_before_steps(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    """Forty steps in eight tasks, of which two steps matter; the recording around them stays as it is."""
    names = ["open"] * 21 + ["empty"] + ["open"] * 18
    steps = [
        {"type": "customStep", "event": name, "extra": [1], "task": f"task {number // 5}"}
        for number, name in enumerate(names)
    ]
    (tmp_path / "tasks.json").write_text(json.dumps({"title": "x", "steps": steps, "timeout": 5}, indent=1))
    done = thresher("events", "reduce", "tasks.json", "-j1", *cart)
    assert done.code == 0, done.talk
    small = json.loads(done.out)
    assert [each["event"] for each in small["steps"]] == ["open", "empty"]
    assert {**small, "steps": []} == {"title": "x", "steps": [], "timeout": 5}
    assert {each["task"] for each in small["steps"]} == {"task 4"}
    assert runs(tmp_path) < 20


NESTED = """\
{"begin": "visit the shop"}
{"event": "look"}
{"begin": "print"}
{"event": "open the dialogue"}
{"begin": "configure"}
{"event": "choose the printer"}
{"event": "two pages"}
{"end": "configure"}
{"event": "ok"}
{"end": "print"}
{"event": "leave"}
{"end": "visit the shop"}
{"begin": "read mail"}
{"event": "open a letter"}
{"event": "answer"}
{"end": "read mail"}
"""


def test_tasks_in_tasks(thresher: Thresher, tmp_path: Path) -> None:
    """The thesis' example of user interactions: whole tasks go first, and the report shows what is in what."""
    (tmp_path / "nested.jsonl").write_text(NESTED)
    command = ["--exit-code", "0", "--", "sh", "-c", "grep -q printer {} && grep -q ok {}"]
    done = thresher("events", "reduce", "nested.jsonl", "-j1", "--json", *command)
    assert done.code == 0, done.talk
    told = json.loads(done.out)
    assert (told["before"]["steps"], told["after"]["steps"]) == (8, 2)
    dropped = ("look", "dialogue", "two pages", "leave", "mail", "letter", "answer")
    left = [line for line in NESTED.splitlines() if not any(word in line for word in dropped)]
    assert (tmp_path / "nested.min.jsonl").read_text().splitlines() == left
    (report,) = tmp_path.glob(".thresher/*/report.html")
    page = report.read_text()
    assert "visit the shop:\n  print:\n    configure:\n      choose the printer\n    ok\n</pre>" in page


def test_steps_are_counted_and_shown(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    done = thresher("events", "reduce", "bad.jsonl", *USED, "--json", *cart)
    assert "8 -> 2 steps\n" in done.talk
    told = json.loads(done.out)
    assert (told["before"]["steps"], told["after"]["steps"]) == (8, 2)
    (report,) = tmp_path.glob(".thresher/*/report.html")
    page = report.read_text()
    assert '8 → <span class="to">2</span></b><span>steps</span>' in page
    assert "Steps over tests" in page
    assert "\nopen\nempty\n</pre>" in page


def test_a_recording_is_reduced_by_its_steps_in_plain_reduce_too(thresher: Thresher, tmp_path: Path) -> None:
    steps = [{"type": "click", "selectors": [[f"#b{number}"]], "offsetX": number} for number in range(12)]
    (tmp_path / "recording.json").write_text(json.dumps({"title": "t", "steps": steps}, indent=2))
    done = thresher("reduce", "recording.json", "--exit-code", "0", "--", "grep", "-q", "#b7", "{}")
    assert done.code == 0, done.talk
    assert json.loads(done.out) == {"title": "t", "steps": [steps[7]]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mine", "missing.jsonl"), "there is no file missing.jsonl"),
        (("mine", "bad.jsonl"), "no step of these logs has a state"),
        (("mine", "cut.jsonl"), "cut.jsonl is not an event log: step 2 (line 2): it is not JSON"),
        (("mine", "good.jsonl", "--confidence", "7"), "a number from 0 to below 1"),
        (("mine", "good.jsonl", "-o", "nowhere/rules.json"), "there is no directory nowhere"),
        (("rewrite", "bad.jsonl", "--rules", "bad.jsonl"), "bad.jsonl has no rules that can be read"),
        (("reduce", "bad.jsonl", "--rules", "a", "--hint", "b", "--", "true"), "either --rules or --hint"),
        (("reduce", "bad.jsonl", "--hint", "cut.jsonl", "--", "true"), "cut.jsonl is not an event log"),
        (("reduce", "cut.jsonl", "--", "true"), "cut.jsonl is not an event log"),
        (("reduce", "bad.jsonl", "--used", "step", "--", "true"), "no group for the number"),
        (("reduce", "bad.jsonl", "--algorithm", "rddmin", "--", "true"), "use --rules RULES or --hint FILE"),
        (("reduce", "bad.jsonl", "--format", "lines", "--", "true"), "use thresher reduce --format"),
        (("reduce", "bad.jsonl", "-o", "bad.jsonl", "--", "false"), "would overwrite"),
    ],
)
def test_bad_input(
    thresher: Thresher, cart: list[str], tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / "cut.jsonl").write_bytes(b'{"event": "a"}\n{"event": "b", "ar')
    done = thresher("events", *arguments)
    assert done.code == 2
    assert message in done.talk
    assert "Traceback" not in done.talk


def test_rules_as_text_are_mined_merged_and_applied(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    thresher("events", "mine", "good.jsonl", "--confidence", "0.4", "-o", "rules.txt")
    assert "] = [" in (tmp_path / "rules.txt").read_text()
    (tmp_path / "more.txt").write_text("[blink] = []\n")
    done = thresher("events", "merge", "rules.txt", "more.txt", "-o", "all.txt")
    assert done.code == 0
    assert "[blink] = []" in (tmp_path / "all.txt").read_text()
    by_text = thresher("events", "rewrite", "bad.jsonl", "--rules", "all.txt")
    thresher("events", "mine", "good.jsonl", "--confidence", "0.4", "-o", "rules.json")
    assert by_text.out == thresher("events", "rewrite", "bad.jsonl", "--rules", "rules.json").out
    done = thresher("events", "rewrite", "bad.jsonl", "--rules", "bad.jsonl")
    assert done.code == 2
    assert done.talk.count("\n") == 1


def test_doubtful_rules_are_dropped_when_the_rewritten_log_passes(
    thresher: Thresher, cart: list[str], tmp_path: Path
) -> None:
    """A rule with one witness removes what the failure needs; without it, the rewritten log fails at once."""
    rules = ("[open] = []  # 1 witness", "[add(a); delete(a)] = []  # 9 witnesses")
    swap = "[add(a); add(b)] = [add(b); add(a)]  # 9 witnesses"
    (tmp_path / "rules.txt").write_text("\n".join((*rules, swap)))
    done = thresher("events", "reduce", "bad.jsonl", "--rules", "rules.txt", "--json", "--no-report", *USED, *cart)
    assert json.loads(done.out)["after"]["steps"] == 2
    history = thresher("history", "bad.jsonl", "--json").out.splitlines()
    hints = [each for each in map(json.loads, history) if each["edit"] == "the hint alone"]
    assert [each["outcome"] for each in hints][-1] == "fail"
    assert len(hints) == 2


def test_rules_are_learned_from_a_reduction(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    """What the tests of one reduction show is added to a file, and is used by the next."""
    done = thresher("events", "reduce", "bad.jsonl", *USED, "--learn", "rules.txt", *cart)
    assert done.code == 0, done.talk
    assert "witnesses and" in done.talk
    first, tests = (tmp_path / "rules.txt").read_text(), runs(tmp_path)
    assert "[empty] = []  # 0 witnesses, 1 counterexample\n" in first  # the failure needs it
    assert "[add(a)] = []  #" in first
    more = ("--fresh", "--rules", "rules.txt", "--learn", "rules.txt")
    again = thresher("events", "reduce", "bad.jsonl", *USED, *more, *cart)
    assert again.code == 0, again.talk
    assert again.out == done.out
    assert runs(tmp_path) < tests


def test_a_file_to_learn_into_that_has_no_rules(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\n")
    done = thresher("events", "reduce", "bad.jsonl", "--learn", "notes.txt", *cart)
    assert (done.code, done.talk.count("\n")) == (2, 1), done.talk
    assert (tmp_path / "notes.txt").read_text() == "buy milk\n"


def test_rules_that_never_match_are_said_in_one_line(thresher: Thresher, cart: list[str], tmp_path: Path) -> None:
    (tmp_path / "never.rules").write_text("[pay(a); leave] = [leave]\n")
    (tmp_path / "empty.rules").write_text("\n")
    said = "thresher: no rule of never.rules applies to this log; the log has no event leave, pay\n"
    rewritten = thresher("events", "rewrite", "good.jsonl", "--rules", "never.rules")
    assert (rewritten.code, rewritten.talk.endswith(f" steps remain\n{said}")) == (0, True), rewritten.talk
    reduced = thresher("events", "reduce", "bad.jsonl", "--rules", "never.rules", "--quiet", *USED, *cart)
    assert (reduced.code, reduced.talk) == (0, said)
    empty = thresher("events", "rewrite", "good.jsonl", "--rules", "empty.rules")
    assert (empty.code, empty.talk.count("\n")) == (2, 1)
    assert "empty.rules has no rules; a rule looks like [add(a); empty] = [empty]" in empty.talk
