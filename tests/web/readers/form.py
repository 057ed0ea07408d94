"""The page that the files in `tests/cases/imports` were recorded on, and how to replay what is read from them."""

from __future__ import annotations

from pathlib import Path

from tests.web.conftest import Replay
from tests.web.site import Site, log_of
from thresher.kernel.outcome import Outcome
from thresher.web.readers.steps import Step
from thresher.web.reducing.failure import PageConditions, StatedPageFailure

CASES = Path(__file__).parents[2] / "cases" / "imports"
FORM = """
<style>p { height: 20px; margin: 0 0 10px }</style>
<p><label>Name <input id=person></label></p>
<p><label>Colour <select id=colour><option>blue<option>red</select></label></p>
<p><label><input type=checkbox id=agree> Agree</label></p>
<p><input placeholder=City id=city></p>
<div data-testid=box ondblclick="done.push('box')">A box</div>
<ul><li>one <a href="#" onclick="done.push('first')">open</a>
<li>two <a href="#" onclick="done.push('second')">open</a></ul>
<button id=save onclick="show(['saved', person.value, colour.value, agree.checked, city.value, ...done])">Save</button>
<script>
const done = [], show = (values) => document.body.append(values.join());
city.onkeydown = (event) => { if (event.key === 'Enter') done.push('enter'); };
</script>
"""


def case(name: str, site: Site) -> str:
    """A file with the address of the page, which is served from now on."""
    site.log(FORM)
    return (CASES / name).read_text(encoding="utf-8").replace("HOME", site.home)


def assert_saves(steps: list[Step], text: str, replay: Replay) -> None:
    """Asserts that a replay of the steps shows what a person's actions would."""
    shown = StatedPageFailure(conditions=PageConditions(text=text))
    seen = replay(log_of(*steps), shown)
    assert shown.judge(seen).outcome is Outcome.FAIL, seen
