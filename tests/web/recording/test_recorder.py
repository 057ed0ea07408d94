"""Recordings of what is done in a browser have the same effect when replayed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import Replay
from tests.web.site import Shop, Site, home_of
from thresher.errors import UsageError
from thresher.kernel.outcome import Outcome
from thresher.kernel.selection import Selection
from thresher.structures.events import EventLog
from thresher.web.recording.record_session import record
from thresher.web.recording.recorder import Recorder
from thresher.web.reducing.failure import PageConditions, StatedPageFailure
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.replay import described

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page


async def visited(page: Page) -> None:
    """What a user might do, with a real mouse and real keys."""
    await page.click("#search")
    await page.keyboard.type("ink")
    await page.click("#add-5")
    await page.select_option("#category", "office")
    await page.select_option("#category", "")
    await page.dblclick("#rating-5 #up")
    await page.click("#open-cart")
    await page.fill("#quantity-5", "0")
    await page.keyboard.press("Enter")
    await page.wait_for_function("document.getElementById('total').textContent === 'NaN'")
    frame = page.frame_locator("iframe")
    await frame.locator("#email").fill("a@b.example")
    await frame.locator("#join").click()
    async with page.context.expect_page() as opened:
        await page.click("#guide")
    guide = await opened.value
    await guide.click("#metric")
    await guide.close()
    await page.evaluate("0")


def recorded(chromium: Chromium, home: str) -> EventLog:
    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "by hand")
        page = await recorder.start(home)
        await visited(page)
        await page.goto(home)
        log = recorder.log()
        await context.close()
        assert recorder.over.is_set()
        return log

    return chromium.run(session)


def brief(step: Any) -> str:
    where = step.get("frame") or step.get("target", "main").rpartition("/")[2]
    css = [chain for chain in step.get("selectors") or [] if not chain[0].startswith(("aria/", "text/"))]
    chain = " ".join(css[0] if css else [])
    words = f"{step['type']} {chain} {step.get('value', step.get('key', ''))}"
    return " ".join(f"{words} {'' if where == 'main' else where}".split())


def test_a_visit_is_recorded_and_replayed(chromium: Chromium, shop: Shop, replay: Replay) -> None:
    shop.store.reset(frozenset(["zero-quantity"]))
    log = recorded(chromium, home_of(shop))
    steps: list[Any] = [step.record for step in log]
    assert [brief(step) for step in steps] == [
        "setViewport",
        "navigate",
        "click #search",
        "change #search ink",
        "click #add-5",
        "change #category office",
        "change #category",
        "doubleClick #rating-5 #up",
        "click #open-cart",
        "change #quantity-5 0",
        "keyDown Enter",
        "keyUp Enter",
        "change #email a@b.example [0]",
        "click #join [0]",
        "click #guide",
        "click #metric guide",
        "close guide",
        "navigate",
    ]
    assert log.title == "by hand"
    shown = StatedPageFailure(conditions=PageConditions(text="NaN"))
    upto = EventLog(log.steps[:12], log.kind, log.head)
    assert shown.judge(replay(upto, shown)).outcome is Outcome.FAIL
    assert replay(log).stuck is None


def test_tasks_that_the_user_names_while_recording(chromium: Chromium, shop: Shop) -> None:
    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "by hand")
        page = await recorder.start(home_of(shop))
        recorder.begin_task("visit the shop")
        await page.click("#add-5")
        recorder.begin_task("look into the cart")
        await page.click("#open-cart")
        await page.evaluate("0")
        assert recorder.end_task()
        assert recorder.end_task()
        assert not recorder.end_task()
        log = recorder.log()
        await context.close()
        return log

    log = chromium.run(session)
    assert [step.tasks for step in log][2:] == [("visit the shop",), ("visit the shop", "look into the cart")]
    assert [step.record.get("task") for step in log][2:] == ["visit the shop", ["visit the shop", "look into the cart"]]


def log_while(
    chromium: Chromium,
    site: Site,
    does: Callable[[Page], Awaitable[None]],
    note: Callable[[str], None] = lambda _: None,
) -> EventLog:
    """What is recorded while somebody does something in the first page of the site."""

    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "at the desk", note=note)
        page = await recorder.start(site.home)
        await does(page)
        if not page.is_closed():
            await page.evaluate("new Promise(done => setTimeout(done))")  # by then, what came before has arrived
        log = recorder.log()
        await context.close()
        return log

    return chromium.run(session)


def descriptions(log: EventLog) -> list[str]:
    """The steps after the window size and the address."""
    return [described(step) for step in log.steps[2:]]


DESK = """
<style>div, button { width: 80px; height: 30px }</style>
<label for=agree>Agree</label><input type=checkbox id=agree>
<button id=ask onclick="log(confirm('Sure?') ? 'yes' : 'no'); log(prompt('Who?', 'you'))">ask</button>
<input type=date id=day>
<div id=from draggable=true>drag me</div>
<div id=to ondragover="event.preventDefault()" ondrop="log('dropped')">here</div>
<div id=slide onmousedown="at = event.clientX" onmouseup="log('slid ' + (event.clientX - at))">slide me</div>
<div id=box style="overflow: auto" onscrollend="log('scrolled')"><p style="height: 900px">long</div>
<ol id=log></ol>
<script>
  const log = text => document.getElementById("log").append(text + " ");
  addEventListener("keydown", event => { if (event.ctrlKey && event.key === "b") log("bold"); });
</script>
"""
DONE = "document.getElementById('log').textContent === 'no me bold dropped slid 50 scrolled '"


async def worked(page: Page) -> None:
    """What Chrome's own recorder leaves out or gets wrong."""
    answers = ["", "me"]
    page.on("dialog", lambda asked: asked.accept(answers[1]) if asked.type == "prompt" else asked.dismiss())
    await page.click("label")
    await page.click("#ask")
    await page.click("#day", position={"x": 8, "y": 8})
    await page.keyboard.type("01022024")
    await page.keyboard.down("Control")
    await page.keyboard.down("b")
    await page.keyboard.up("Control")
    await page.keyboard.up("b")
    await page.drag_and_drop("#from", "#to")
    await page.hover("#slide", position={"x": 10, "y": 10})
    box = await page.locator("#slide").bounding_box()
    assert box is not None
    await page.mouse.down()
    await page.mouse.move(box["x"] + 60, box["y"] + 10)
    await page.mouse.up()
    await page.hover("#box")
    await page.mouse.wheel(0, 200)
    await page.wait_for_function(DONE)


def test_dialogs_drags_scrolling_and_held_keys_are_recorded_and_replayed(
    chromium: Chromium, site: Site, replay: Replay
) -> None:
    site.log(DESK)

    log = log_while(chromium, site, worked)
    steps: list[Any] = [step.record for step in log]
    assert [brief(step) for step in steps] == [
        "setViewport",
        "navigate",
        "click #agree",
        "click #ask",
        "click #day",
        "change #day 2024-01-02",
        "keyDown Control",
        "keyDown b",
        "keyUp Control",
        "keyUp b",
        "customStep",
        "customStep",
        "scroll #box",
    ]
    assert steps[3]["dialogs"] == [{"accept": False}, {"accept": True, "text": "me"}]
    assert [described(step) for step in log.steps[10:12]] == [
        'drag "drag me" to "here"',
        'drag "slide me" to "slide me"',
    ]
    again = StatedPageFailure(
        conditions=PageConditions(fails_when=f"{DONE} && document.getElementById('agree').checked")
    )
    assert again.judge(replay(log, again)).outcome is Outcome.FAIL


MENU = """
<style>nav ul { display: none } nav li:hover > ul { display: block } .remove { visibility: hidden }
 tr:hover .remove { visibility: visible }</style>
<nav><li><b>File</b><ul><li><b>Export</b><ul><li><a href=# onclick="log('pdf')">As PDF</a></ul></ul></nav>
<table><tr><td>Ames<td><button class=remove onclick="log('Ames')"><svg width=9 height=9><path d="M0 0h9v9"/></svg>
</button><tr><td>Brook<td><button class=remove onclick="log('Brook')"><svg width=9 height=9><path d="M0 0h9v9"/></svg>
</button></table>
<p id=log></p><script>const log = text => document.getElementById("log").append(text + ";");</script>
"""


async def looked_through(page: Page) -> None:
    """Through a menu, then to a button that only its row shows; the pointer rests as a user's does."""
    for word in ("File", "Export"):
        await page.get_by_text(word).hover()
        await page.wait_for_timeout(300)
    await page.get_by_text("As PDF").click()
    await page.wait_for_timeout(400)
    await page.get_by_text("Brook").hover()
    await page.wait_for_timeout(300)
    await page.locator(".remove").nth(1).click()
    await page.wait_for_function("document.getElementById('log').textContent === 'pdf;Brook;'")


def test_hovers_are_recorded_where_a_target_is_visible_only_because_of_them(
    chromium: Chromium, site: Site, replay: Replay
) -> None:
    site.log(MENU)
    log = log_while(chromium, site, looked_through)
    assert descriptions(log) == [
        'hover "File"',
        'hover "Export"',
        'click link "As PDF"',
        'hover "Brook"',
        "click tr:nth-of-type(2) > td:nth-of-type(2) > button",
    ]
    done = StatedPageFailure(conditions=PageConditions(text="pdf;Brook;"))
    assert done.judge(replay(log, done)).outcome is Outcome.FAIL


PRESSED = """
<style>.row .more { visibility: hidden } .row:hover .more { visibility: visible }</style>
<input id=name><div class=row><b>Ames</b> <button class=more>More</button></div><ul id=list hidden><li>One<li>Two</ul>
<div class=row><b>Brook</b> <button class=more>More</button></div>
<p><button id=start>Start</button> <button id=choose><b>Choose</b></button> <button id=pick><b>Pick</b></button></p>
<p id=log></p><div id=cover hidden style="position: fixed; inset: 0"><button id=blue>Blue</button></div><script>
  const log = text => document.getElementById("log").append(text + ";");
  document.querySelectorAll(".more").forEach(each => { each.onpointerdown = (event) => {
    event.preventDefault();
    list.hidden = false;
  }; });
  list.onpointerup = (event) => { log(event.target.textContent.trim()); list.hidden = true; };
  start.onmousedown = () => { log("started"); start.remove(); };
  choose.onmousedown = () => { choose.innerHTML = "<b>Choose</b>"; cover.hidden = false; };
  pick.onmousedown = () => { pick.append(pick.firstChild); cover.hidden = false; };
  blue.onclick = () => { log("blue"); cover.hidden = true; };
</script>
"""


async def pressed_and_released(page: Page) -> None:
    """Buttons that work when the mouse goes down or up, and prevent, lose or cover the click."""
    await page.click("#name")
    await page.get_by_text("Brook").hover()
    await page.wait_for_timeout(300)
    await page.locator(".more").nth(1).click()
    await page.click("li:text-is('Two')")
    for button in ("#start", "#choose", "#pick"):
        await page.locator(button).hover()
        await page.mouse.down()
        await page.mouse.up()
        if await page.locator("#blue").is_visible():
            await page.click("#blue")
    await page.wait_for_function("document.getElementById('log').textContent === 'Two;started;blue;blue;'")


def test_elements_that_work_before_the_click_are_recorded(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(PRESSED)
    log = log_while(chromium, site, pressed_and_released)
    assert descriptions(log) == [
        "click #name",
        'hover "Brook"',
        'click button "More"',
        'click listitem "Two"',
        'click button "Start"',
        'click button "Choose"',
        'click button "Blue"',
        'click button "Pick"',
        'click button "Blue"',
    ]
    done = StatedPageFailure(conditions=PageConditions(text="Two;started;blue;blue;"))
    assert done.judge(replay(log, done)).outcome is Outcome.FAIL


UNDER = """
<style>.row { position: relative; width: 90px; height: 30px; background: #ccc } #menu { position: absolute; inset: 0 }
 #shade { position: fixed; inset: 0; opacity: .5; background: #888 } dialog { animation: in .2s }
 @keyframes in { from { opacity: 0 } }</style>
<div class=row>Ames<button id=menu>Edit</button></div><dialog id=ask><input id=name></dialog><script>
  menu.onclick = () => { menu.remove(); setTimeout(() => { ask.showModal(); }, 30); };
  ask.onkeydown = ({ key }) => { if (key === "F2") document.title = "named"; };
</script>
"""


async def renamed(page: Page) -> None:
    """What appears under a pointer that rests was not pointed at; a key waits for the dialog that it is for."""
    await page.click("#menu")
    await page.wait_for_timeout(400)
    await page.click("#name")
    await page.keyboard.press("F2")


def test_what_appears_under_the_pointer_was_not_hovered_and_keys_wait_for_their_focus(
    chromium: Chromium, site: Site, replay: Replay
) -> None:
    site.log(UNDER)
    log = log_while(chromium, site, renamed)
    assert descriptions(log) == ['click button "Edit"', "click #name", "keyDown F2", "keyUp F2"]
    assert log.steps[4].record["focused"] == [["#name"], ['xpath///*[@id="name"]']]
    done = StatedPageFailure(conditions=PageConditions(fails_when="document.title === 'named'"))
    without = log.only(Selection.of([0, 1, 2, 4, 5]))  # the dialog opens a moment after the click
    assert done.judge(replay(without, done)).outcome is Outcome.FAIL


LISTS = """
<style>#far { height: 40px; overflow: auto } #far p { height: 40px; margin: 0 }
 .handle { width: 60px; height: 30px }</style>
<div id=far><p>a<p>b<p>c<p>d</div><select hidden id=kept><option>1<option>2</select><div class=handle>Move</div>
<p id=log></p><script>
  far.scrollTop = 0;
  const moved = document.querySelector(".handle");
  let from = null;
  moved.onpointerdown = (event) => {
    event.preventDefault();
    moved.setPointerCapture(event.pointerId);
    from = event.clientY;
  };
  moved.onpointerup = (event) => {
    document.getElementById("log").append(`${Math.round(event.clientY - from)};`);
    kept.value = "2";
    kept.dispatchEvent(new Event("change", { bubbles: true }));
  };
</script>
"""


async def moved_handle(page: Page) -> None:
    box = await page.locator(".handle").bounding_box()
    assert box is not None
    await page.locator(".handle").hover(position={"x": 5, "y": 5})
    await page.mouse.down()
    await page.mouse.move(box["x"] + 5, box["y"] + 45, steps=4)
    await page.mouse.up()
    await page.wait_for_function("document.getElementById('log').textContent === '40;'")


def test_drags_without_mouse_events_and_fields_that_only_scripts_change(
    chromium: Chromium, site: Site, replay: Replay
) -> None:
    site.log(LISTS)
    log = log_while(chromium, site, moved_handle)
    assert [step.record.get("name") or step.record["type"] for step in log.steps[2:]] == ["thresher.drag"]
    assert "#far" not in str(log.steps[2].record)  # what is scrolled away there is not where the drag ended
    done = StatedPageFailure(conditions=PageConditions(text="40;"))
    assert done.judge(replay(log, done)).outcome is Outcome.FAIL


EDITOR = """
<div style="overflow: hidden; width: 3px; height: 0; position: relative"><textarea id=unseen style="position: absolute">
</textarea></div><pre id=shown style="height: 60px; border: 1px solid" onclick="unseen.focus()"></pre>
<div id=rich contenteditable style="height: 60px; border: 1px solid"></div>
<script>
  unseen.onkeydown = ({ key }) => { shown.append(key === "Enter" ? "|" : key.length > 1 ? "" : key); };
</script>
"""


async def typed_text(page: Page) -> None:
    await page.click("#shown")
    await page.keyboard.type("ab")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Shift+C")
    await page.click("#rich")
    await page.keyboard.type("bold")
    await page.keyboard.press("Backspace")


def test_keys_are_recorded_for_fields_that_cannot_be_seen_and_formatted_text(
    chromium: Chromium, site: Site, replay: Replay
) -> None:
    site.log(EDITOR)
    log = log_while(chromium, site, typed_text)
    assert descriptions(log) == [
        "click #shown",
        "type 'ab'",
        "keyDown Enter",
        "keyUp Enter",
        "type 'C'",
        "click #rich",
        "type 'bold'",
        "keyDown Backspace",
        "keyUp Backspace",
    ]
    done = "shown.textContent === 'ab|C' && rich.textContent === 'bol'"
    criterion = StatedPageFailure(conditions=PageConditions(fails_when=done))
    assert criterion.judge(replay(log, criterion)).outcome is Outcome.FAIL


LINES = """
<style>pre { height: 20px; margin: 0 } textarea { position: absolute; width: 3px; height: 0; border: 0 }</style>
<div id=editor style="width: 300px; height: 120px; border: 1px solid"><textarea></textarea><div id=lines></div></div>
<script>
  const field = document.querySelector("textarea"), line = () => lines.append(document.createElement("pre"));
  editor.onmousedown = (event) => { event.preventDefault(); field.focus(); };
  field.onkeydown = ({ key }) => { key === "Enter" ? line() : key.length === 1 && lines.lastChild.append(key); };
  line();
</script>
"""


async def typed_lines(page: Page) -> None:
    await page.click("pre")
    await page.keyboard.type("a")
    await page.keyboard.press("Enter")
    await page.dblclick("pre:nth-of-type(2)")
    await page.keyboard.type("b")


def test_a_click_on_a_line_of_an_editor_does_not_need_the_line(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(LINES)
    log = log_while(chromium, site, typed_lines)
    assert [step.record["type"] for step in log.steps[2:]] == [
        "click",
        "customStep",
        "keyDown",
        "keyUp",
        "doubleClick",
        "customStep",
    ]
    assert log.steps[6].record["selectors"][-1] == ["#editor"]  # type: ignore[index]
    done = StatedPageFailure(conditions=PageConditions(fails_when="lines.textContent === 'b'"))
    without = log.only(Selection.of([0, 1, 6, 7]))
    seen = replay(without, done)
    assert done.judge(seen).outcome is Outcome.FAIL
    assert "found by #editor" in seen.notes[0]


DEEP = """
<iframe srcdoc="<iframe srcdoc='<iframe srcdoc=&quot;<button id=deep onclick=top.say(1)>D</button>&quot;></iframe>'>
</iframe>"></iframe><iframe id=written></iframe><button id=open>Open</button><x-a></x-a><p id=log></p><script>
  var say = (text) => document.getElementById("log").append(text + ";");
  const write = (into, what) => { into.open(); into.write(`<button onclick="${what}">W</button>`); into.close(); };
  write(written.contentDocument, "parent.say(2)");
  document.getElementById("open").onclick = () => write(window.open().document, "opener.say(3)");
  customElements.define("x-a", class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: "closed" }).innerHTML = "<button>in</button>";
    this.onclick = () => say(4);
  } });
</script>
"""
FOLLOWED = "!dispatchEvent(new Event('__thresherRecords', { cancelable: true }))"


async def went_deep(page: Page) -> None:
    deep = page.frame_locator("iframe").first.frame_locator("iframe").frame_locator("iframe")
    await deep.locator("#deep").click()
    handle = await page.query_selector("#written")
    written = await handle.content_frame() if handle else None
    assert written is not None
    await written.wait_for_function(FOLLOWED)
    await written.click("button")
    async with page.context.expect_page() as opened:
        await page.click("#open")
    tab = await opened.value
    await tab.wait_for_function(FOLLOWED)
    await tab.click("button")
    await tab.close()
    await page.click("x-a", position={"x": 9, "y": 9})
    await (await page.context.new_page()).wait_for_function("true")


def test_deep_frames_written_documents_and_closed_shadow_roots(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(DEEP)
    notes: list[str] = []
    log = log_while(chromium, site, went_deep, notes.append)
    assert [(step.record.get("target"), step.record.get("frame")) for step in log.steps[2:]] == [
        ("main", [0, 0, 0]),
        ("main", [1]),
        ("main", None),
        ("about:blank", None),
        ("about:blank", None),
        ("main", None),
    ]
    assert notes == [
        "x-a has a closed shadow root: clicks in it are recorded by their position, keys one by one",
        "a tab that you open yourself cannot be replayed; let the page open it",
    ]
    done = StatedPageFailure(conditions=PageConditions(text="1;2;3;4;"))
    assert done.judge(replay(log, done)).outcome is Outcome.FAIL


def test_only_chromium_records() -> None:
    with pytest.raises(UsageError, match="webkit can replay, not record; leave out --browser"):
        record("http://127.0.0.1:1/", title="x", browser="webkit")


def test_a_chosen_file_is_kept_and_uploaded_again(
    chromium: Chromium, site: Site, replay: Replay, tmp_path: Path
) -> None:
    site.log(
        "<label>Photo <input type=file id=a hidden></label><p id=b></p><script>"
        "a.onchange = async () => { b.textContent = 'got ' + await a.files[0].text(); }</script>"
    )
    chosen = {"name": "note.txt", "mimeType": "text/plain", "buffer": b"hello"}
    contents: dict[str, bytes] = {}

    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "upload")
        page = await recorder.start(site.home)
        await page.set_input_files("#a", chosen)  # type: ignore[arg-type]
        await page.wait_for_function("b.textContent === 'got hello'")
        while len(recorder.log()) < 3:
            await page.evaluate("new Promise(done => setTimeout(done, 10))")
        contents.update(recorder.uploads.contents)
        log = recorder.log()
        await context.close()
        return log

    log = chromium.run(session)
    assert log.steps[2].record["files"] == ["note.txt"]
    assert contents == {"note.txt": b"hello"}
    stuck = replay(log).stuck
    assert stuck is not None
    assert "--file note.txt=PATH" in stuck.reason
    (tmp_path / "other.txt").write_text("hello")
    got = StatedPageFailure(conditions=PageConditions(text="got hello"))
    assert got.judge(replay(log, got, files={"note.txt": tmp_path / "other.txt"})).outcome is Outcome.FAIL


BOARD = """
<style>ul { width: 150px; min-height: 200px; float: left; background: #eef } li { height: 30px }</style>
<ul id=todo><li draggable=true><b>Paint</b><li draggable=true><b>Ship</b></ul><ul id=done></ul>
<script>
  let dragged;
  ondragstart = event => { dragged = event.target; };
  document.querySelectorAll("ul").forEach(list => {
    list.ondragover = event => { event.preventDefault(); };
    list.ondrop = event => { list.append(dragged); };
  });
</script>
"""


def test_a_drag_ends_in_an_element(chromium: Chromium, site: Site, replay: Replay) -> None:
    site.log(BOARD)

    async def moved(page: Page) -> None:
        await page.drag_and_drop("li:nth-child(2)", "#done")
        await page.wait_for_function("document.querySelector('#done li')")

    log = log_while(chromium, site, moved)
    assert descriptions(log) == ['drag listitem "Ship" to #done']
    done = StatedPageFailure(
        conditions=PageConditions(fails_when="document.querySelector('#done b').innerText === 'Ship'")
    )
    assert done.judge(replay(log, done)).outcome is Outcome.FAIL


def test_every_step_is_reported_at_once_and_errors_are_noted(chromium: Chromium, site: Site) -> None:
    site.log("<button onclick='broken()'>Go</button>")
    lengths: list[int] = []

    async def session(browser: Browser) -> EventLog:
        context = await browser.new_context()
        recorder = Recorder(context, "step by step", lambda: lengths.append(len(recorder.log())))
        page = await recorder.start(site.home)
        await page.click("button")
        while not recorder.log().head.get("observed"):
            await page.evaluate("0")
        log = recorder.log()
        await context.close()
        return log

    log = chromium.run(session)
    assert sorted(set(lengths)) == [2, 3]
    error = {"step": 3, "kind": "page error", "message": "ReferenceError: broken is not defined"}
    assert log.head["observed"] == [error]


SELECTORS = {
    "<button data-testid=save>Save</button>": ['[data-testid="save"]', 'aria/Save[role="button"]'],
    "<button><svg width=9 height=9><path d='M0 0h9v9'/></svg> Save</button>": ['aria/Save[role="button"]'],
    "<label>City <input></label>": ['aria/City[role="textbox"]'],
    "<p>Some words</p>": ["text/Some words"],
    "<button>Save</button><button hidden>Save</button>": ['aria/Save[role="button"]'],
    "<button>Save</button><br><button>Save</button>": ["button:nth-of-type(1)"],
    "<a-b><template shadowrootmode=open><button><slot></slot></button></template>Save</a-b>": [
        'aria/Save[role="button"]'
    ],
}


@pytest.mark.parametrize("html", SELECTORS)
def test_selectors_are_those_people_would_write_and_unique(html: str, chromium: Chromium, site: Site) -> None:
    site.log(html)
    what = "svg" if "svg" in html else re.search(r"<(input|button|p|a-b)", html)[1]  # type: ignore[index]

    async def pressed(page: Page) -> None:
        await page.locator(what).first.click()

    chosen: Any = log_while(chromium, site, pressed).steps[2].record["selectors"]
    wanted = SELECTORS[html]
    assert [" ".join(chain) for chain in chosen[: len(wanted)]] == wanted


def test_a_route_that_the_page_sets_itself_is_not_recorded(chromium: Chromium, site: Site) -> None:
    site.log(
        "<a href=#part>Part</a><button onclick=\"history.pushState(0, '', '/route')\">Route</button><p id=part>here</p>"
    )

    async def pressed(page: Page) -> None:
        await page.click("a")
        await page.click("button")
        await page.wait_for_url("**/route")

    log = log_while(chromium, site, pressed)
    assert descriptions(log) == ['click link "Part"', 'click button "Route"']
    assert log.steps[3].record["assertedEvents"] == [{"type": "navigation", "url": f"{site.home}route"}]
