"""Reports for other programs: whatever the input and the program contain, the form stays right."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.reports.exports.blocks import block, file_block
from thresher.reports.exports.issue import KINDS, as_issue
from thresher.reports.exports.junit import as_junit
from thresher.reports.exports.markdown import as_markdown
from thresher.reports.exports.sarif import as_sarif
from thresher.reports.summary import Summary, summarize
from thresher.session.folder.history import SessionHistory, read_history
from thresher.session.run import reduce_file
from thresher.session.settings import OracleSettings, SearchSettings
from thresher.session.task import Task

TEXT = st.text(st.characters(codec="utf-8"), max_size=60)


def summary_with(text: str, content: bytes) -> Summary:
    return Summary(
        name="a.c",
        result="a.min.c",
        title=text,
        failure=[text],
        test=text,
        reduction=text,
        output=text,
        versions=[("gcc", text)],
        date="",
        state=text,
        before=100,
        after=10,
        tests=5,
        seconds=1.0,
        content=content,
        others=(),
    )


@given(TEXT, st.binary(max_size=60))
def test_any_text_gives_well_formed_xml(text: str, content: bytes) -> None:
    suite = ET.fromstring(as_junit(summary_with(text, content), str).encode())
    assert suite.get("failures") == "1"
    assert len(suite.findall(".//failure")) == 1


@given(TEXT)
def test_nothing_in_a_block_ends_it(text: str) -> None:
    lines = block(text).split("\n")
    fence = lines[0]
    assert lines[-1] == fence
    assert not any(line.startswith(fence) for line in lines[1:-1])


@given(st.binary(max_size=100))
def test_a_file_that_is_not_text_is_shown_as_base64(data: bytes) -> None:
    shown = file_block("x.bin", data)
    assert "base64 -d" in shown or data.decode().rstrip("\n") in shown


def test_a_frame_in_a_bug_report_is_text_and_not_markup() -> None:
    """An indented line would be a block of code, and <module> a tag that is not shown."""
    assert "\n- in \\<module\\> (a.py)\n" in as_issue(summary_with("    in <module> (a.py)", b"1"), "generic")


@given(TEXT, st.sampled_from(sorted(KINDS)))
def test_a_bug_report_begins_with_its_title(text: str, kind: str) -> None:
    title = " ".join(text.split()) or "x"
    assert title in as_issue(summary_with(title, b"int x;"), kind).splitlines()[0]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> SessionHistory:
    """A reduction of a program that fails in two ways."""
    folder = tmp_path_factory.mktemp("reduced")
    (folder / "input.txt").write_text("".join(f"line {number}\n" for number in range(30)))
    (folder / "tool.sh").write_text(
        "#!/bin/sh\ngrep -q 17 $1 && { echo $1: error: seventeen >&2; exit 3; }\n"
        "grep -q 5 $1 && { echo other trouble >&2; kill -SEGV $$; }\nexit 0\n"
    )
    command = ("sh", str(folder / "tool.sh"), "{}")
    task = Task(
        folder / "input.txt",
        folder / "input.min.txt",
        OracleSettings(command),
        SearchSettings(),
        ("reduce", "input.txt", "--", "sh", "tool.sh", "{}"),
    )
    return read_history(reduce_file(task, lambda *_: None).folder)


def test_the_output_of_the_smallest_run_is_reported(past: SessionHistory) -> None:
    text = as_markdown(summarize(past, str), str)
    assert "input.txt: error: seventeen" in text
    assert "sh tool.sh input.min.txt" in text
    assert "thresher-" not in text  # no directory of a run
    assert "sigsegv" in text
    assert "```txt\n17" in text


def test_sarif_names_the_lines_that_remain(past: SessionHistory) -> None:
    base = Path(past.about.input).parent
    run = json.loads(as_sarif(past, summarize(past, str), str, base))["runs"][0]
    target, other = run["results"]
    place = target["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "input.txt"
    assert place["region"] == {"startLine": 18, "endLine": 18}
    assert other["ruleId"] == "other-failure"
    assert other["message"]["text"] == "other trouble"
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} == rules
