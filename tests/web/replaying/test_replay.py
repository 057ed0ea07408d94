"""Each type of step in a real browser, and the reasons for steps that are not possible."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import PATIENT, QUICK, Replay
from tests.web.site import SLOW, Site, log_of
from thresher.kernel.outcome import Outcome
from thresher.structures.events import EventLog
from thresher.web.reducing.failure import AnyPageFailure, PageConditions, StatedPageFailure
from thresher.web.replaying.browser import Chromium
from thresher.web.replaying.browser_session import BrowserSession, flush_events
from thresher.web.replaying.page_errors import PageErrorKind
from thresher.web.replaying.replay_result import ReplayResult
from thresher.web.replaying.settings import Timeouts

if TYPE_CHECKING:
    from playwright.async_api import Browser

SAY = "var say = text => { document.body.append(text + ';'); };"


def says(text: str) -> StatedPageFailure:
    return StatedPageFailure(conditions=PageConditions(text=text))


def click(*selectors: str, **more: Any) -> dict[str, Any]:
    return {"type": "click", "selectors": [[each] for each in selectors], **more}


def fails(replayed: ReplayResult, criterion: StatedPageFailure) -> bool:
    return criterion.judge(replayed).outcome is Outcome.FAIL


STEPS: dict[str, tuple[str, list[dict[str, Any]], str]] = {
    "click": ("<button id=a onclick=say('hit')>A</button>", [click("#a")], "hit"),
    "offset": (
        "<canvas id=a width=200 height=99 style='display:block' onclick='say(`at ${event.offsetX}`)'></canvas>",
        [click("#a", offsetX=150, offsetY=20)],
        "at 150",
    ),
    "right button": (
        "<button id=a oncontextmenu=say('menu')>A</button>",
        [click("#a", button="secondary")],
        "menu",
    ),
    "double click": (
        "<button id=a ondblclick=say('twice')>A</button>",
        [{"type": "doubleClick", "selectors": ["#a"]}],
        "twice",
    ),
    "hover": ("<b id=a onmouseenter=say('over')>A</b>", [{"type": "hover", "selectors": [["#a"]]}], "over"),
    "text": (
        "<input id=a onchange=say(value)>",
        [{"type": "change", "selectors": [["#a"]], "value": "words"}],
        "words;",
    ),
    "list": (
        "<select id=a onchange=say('is'+value)><option>1<option>2</select>",
        [{"type": "change", "selectors": [["#a"]], "value": "2"}],
        "is2",
    ),
    "box": (
        "<input id=a type=checkbox onchange=say(checked)>",
        [{"type": "change", "selectors": [["#a"]], "value": "on"}],
        "true",
    ),
    "keys": (
        "<input id=a onkeydown=say('down'+event.key) onkeyup=say('up'+event.key)>",
        [click("#a"), {"type": "keyDown", "key": "Enter"}, {"type": "keyUp", "key": "Enter"}],
        "upEnter",
    ),
    "a letter of no keyboard": (
        "<input id=a oninput=say(value)>",
        [click("#a"), {"type": "keyDown", "key": "ł"}, {"type": "keyUp", "key": "ł"}],
        "ł;",
    ),
    "scroll": (
        "<div style='height:5000px'></div><script>onscroll=()=>say('y'+scrollY)</script>",
        [{"type": "scroll", "x": 0, "y": 700}, {"type": "waitForExpression", "expression": "scrollY === 700"}],
        "y700",
    ),
    "scroll inside": (
        "<div id=a style='height:50px;overflow:auto'><p style='height:900px'></div>"
        "<script>a.onscroll=()=>say('y'+a.scrollTop)</script>",
        [
            {"type": "scroll", "selectors": [["#a"]], "x": 0, "y": 40},
            {"type": "waitForExpression", "expression": "a.scrollTop"},
        ],
        "y40",
    ),
    "wait for an element": (
        "<button id=a onclick='setTimeout(() => say(`late`) || document.body.append(new Image()), 50)'>A",
        [click("#a"), {"type": "waitForElement", "selectors": [["img"]], "operator": "==", "count": 1}],
        "late",
    ),
    "wait for a property": (
        "<input id=a><button id=b onclick='a.value=1;say(`set`)'>B</button>",
        [click("#b"), {"type": "waitForElement", "selectors": ["#a"], "properties": {"value": "1"}, "visible": True}],
        "set",
    ),
    "wait for a property of a property": (
        "<b id=a>A</b><button id=b onclick='a.style.color=`red`;say(`set`)'>B</button>",
        [click("#b"), {"type": "waitForElement", "selectors": ["#a"], "properties": {"style": {"color": "red"}}}],
        "set",
    ),
    "what comes late": (
        "<script>setTimeout(() => { document.body.innerHTML = '<button id=a onclick=say(1)>A' }, 80)</script>",
        [click("#a")],
        "1;",
    ),
    "shadow": (
        "<x-a id=host></x-a><script>customElements.define('x-a', class extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'open'}).innerHTML = '<button id=in>A</button>';"
        "this.shadowRoot.querySelector('button').onclick = () => say('inside') }})</script>",
        [{"type": "click", "selectors": [["#host", "#in"]]}],
        "inside",
    ),
    "pierce": (
        "<x-a></x-a><script>customElements.define('x-a', class extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'open'}).innerHTML = '<button id=in>A</button>';"
        "this.shadowRoot.querySelector('button').onclick = () => say('inside') }})</script>",
        [click("pierce/#in")],
        "inside",
    ),
    "frame": (
        "<iframe srcdoc='<button id=a onclick=parent.say(1)>A</button>'></iframe>",
        [click("#a", frame=[0])],
        "1;",
    ),
    "aria": (
        "<label>Name <input onclick=say('field')></label><button aria-label=Go onclick=say('go')>x</button>",
        [click('aria/Go[role="button"]'), click("aria/Name")],
        "field",
    ),
    "aria inside": (
        "<button aria-label=Go><span onclick=say('in')>x</span></button>",
        [{"type": "click", "selectors": [["aria/Go", 'aria/[role="generic"]']]}],
        "in;",
    ),
    "odd assertions": ("<button id=a onclick=say(1)>A</button>", [click("#a", assertedEvents=["navigation"])], "1;"),
    "xpath": ("<p><button onclick=say('found')>A</button>", [click("xpath///p/button")], "found"),
    "text selector": ("<div><button onclick=say('found')>Press  me</button></div>", [click("text/Press me")], "found"),
    "second alternative": ("<button id=a onclick=say('found')>A</button>", [click("#gone", "#a")], "found"),
    "the visible one": (
        "<button class=a hidden>A</button><button class=a onclick=say('seen')>A</button>",
        [click(".a")],
        "seen",
    ),
    "custom": ("<button id=a onclick=say(1)>A", [{"type": "customStep", "name": "mine"}, click("#a")], "1;"),
    "confirmed": ("<button id=a onclick=\"say(confirm('Sure?'))\">A", [click("#a")], "true;"),
    "prompted": ("<button id=a onclick=\"say(prompt('Who?', 'me'))\">A", [click("#a")], "me;"),
    "viewport": (
        "<script>onresize=()=>say(innerWidth)</script>",
        [
            {"type": "setViewport", "width": 640, "height": 480},
            {"type": "setViewport", "width": 700, "height": 480},
            {"type": "waitForExpression", "expression": "document.body.innerText.includes('700')"},
        ],
        "700",
    ),
    "network": (
        "<button id=a onclick=\"fetch('/').then(() => say('there'), () => say('offline'))\">A",
        [{"type": "emulateNetworkConditions", "download": 0, "upload": 0, "latency": 0}, click("#a")],
        "offline",
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_does_what_the_user_did(name: str, site: Site, replay: Replay) -> None:
    html, steps, shown = STEPS[name]
    seen = replay(site.log(f"<script>{SAY}</script>{html}", *steps), says(shown))
    assert seen.stuck is None
    assert fails(seen, says(shown))


def test_a_step_that_leads_to_another_page_waits_for_it(site: Site, replay: Replay) -> None:
    site.pages["/next"] = f"<script>{SAY}</script><button id=a onclick=say('arrived')>A</button>"
    event = {"type": "navigation", "url": f"{site.home}next"}
    log = site.log("<a id=a href=next>next</a>", click("#a", assertedEvents=[event]), click("#a"))
    assert fails(replay(log, says("arrived")), says("arrived"))


def test_steps_in_a_tab_that_was_opened_and_closed(site: Site, replay: Replay) -> None:
    site.pages["/tab"] = f"<script>{SAY}</script><button id=a onclick=say('here')>A</button>"
    target = f"{site.home}tab"
    log = site.log("<a id=open href=tab target=_blank>open</a>", click("#open"), click("#a", target=target))
    assert fails(replay(log, says("here")), says("here"))
    close = {"type": "close", "target": target}
    again = log_of(*(step.record for step in log), close, click("#a", target=target))
    closed = replay(again, timeouts=replace(PATIENT, step=2.0))
    assert closed.stuck is not None
    assert closed.stuck.reason == f"no tab shows {target}"


STUCK: dict[str, tuple[str, dict[str, Any], str]] = {
    "nothing matches": ("", click("#a"), "nothing matches"),
    "hidden": ("<button id=a hidden>A</button>", click("#a"), "what matches cannot be seen"),
    "disabled": ("<button id=a disabled>A</button>", click("#a"), "the element is disabled"),
    "a closed shadow root": (
        "<x-a></x-a><script>customElements.define('x-a', class extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'closed'}).innerHTML = '<button id=in>A</button>'; }})</script>",
        {"type": "click", "selectors": [["x-a", "#in"]]},
        "nothing in x-a can be found: it has no open shadow root",
    ),
    "covered": (
        "<button id=a>A</button><div style='position:fixed;inset:0;background:#eee'></div>",
        click("#a"),
        "something covers the element",
    ),
    "no selectors": ("", {"type": "click"}, "it has no selectors"),
    "odd selectors": ("", {"type": "click", "selectors": [3]}, "it has no selectors"),
    "a bad selector": ("", click("#["), "the browser rejects its selector"),
    "an unknown type": ("", {"type": "teleport"}, "this type of step is not known"),
    "no such entry": (
        "<select id=a><option>1</select>",
        {"type": "change", "selectors": ["#a"], "value": "9"},
        "the list has no such entry",
    ),
    "no text": ("<b id=a>A</b>", {"type": "change", "selectors": ["#a"], "value": "9"}, "the element takes no text"),
    "a file": (
        "<input id=a type=file>",
        {"type": "change", "selectors": ["#a"], "value": "C:\\fakepath\\a"},
        "the file a is not beside the recording; name it with --file a=PATH",
    ),
    "no frame": ("", click("#a", frame=[2]), "the page has no frame [2]"),
    "no tab": ("", click("#a", target="http://localhost/gone"), "no tab shows http://localhost/gone"),
    "no key": ("", {"type": "keyDown", "key": "Hyper"}, "the keyboard has no key 'Hyper'"),
    "too many": (
        "<i></i><i></i>",
        {"type": "waitForElement", "selectors": ["i"], "operator": "==", "count": 1},
        "2 elements match, not == 1",
    ),
    "never true": ("", {"type": "waitForExpression", "expression": "false"}, "the expression does not become true"),
    "no expression": ("", {"type": "waitForExpression", "expression": "}"}, "SyntaxError"),
    "no size": ("", {"type": "setViewport", "width": "wide", "height": 3}, "its fields are not valid"),
    "a window too large": ("", {"type": "setViewport", "width": 10**9, "height": 3}, "Screen width"),
    "nothing dragged": ("", {"type": "customStep", "name": "thresher.drag"}, "its fields are not valid"),
    "no address": ("", {"type": "navigate"}, "it has no url"),
    "a bad address": ("", {"type": "navigate", "url": "http://"}, "the address is not valid"),
    "no server": ("", {"type": "navigate", "url": "http://127.0.0.1:PORT/"}, "net::ERR_CONNECTION_REFUSED"),
    "no button": ("<b id=a>A</b>", click("#a", button="fourth"), "the mouse has no button fourth"),
}


@pytest.mark.parametrize("name", STUCK)
def test_what_cannot_be_done_is_unresolved_and_says_why(name: str, site: Site, replay: Replay) -> None:
    html, step, reason = STUCK[name]
    if "url" in step:
        with socket.create_server(("127.0.0.1", 0)) as free:
            step = {**step, "url": step["url"].replace("PORT", str(free.getsockname()[1]))}
    seen = replay(site.log(html, step), timeouts=QUICK)
    verdict = AnyPageFailure().judge(seen)
    assert seen.stuck is not None
    assert seen.stuck.step == 1
    assert reason in seen.stuck.reason
    assert (verdict.outcome, verdict.used) == (Outcome.UNRESOLVED, 2)
    assert verdict.reason.startswith(f"step 2, {step['type']}")


def test_a_selector_that_matches_many_takes_the_first_unless_strict(site: Site, replay: Replay) -> None:
    log = site.log(f"<script>{SAY}</script><b class=a onclick=say(1)>A</b><b class=a>B</b>", click(".a"))
    seen = replay(log, says("1;"))
    assert fails(seen, says("1;"))
    assert seen.notes == ("step 2: 2 elements match; the first is used, as in Chrome",)
    strict = replay(log, strict=True)
    assert strict.stuck is not None
    assert strict.stuck.reason == "2 elements match"


def test_dialogs_can_be_dismissed(site: Site, replay: Replay) -> None:
    log = site.log(f"<script>{SAY}</script><button id=a onclick=\"say(confirm('Sure?'))\">A", click("#a"))
    seen = replay(log, says("false;"), dismiss_dialogs=True)
    assert fails(seen, says("false;"))
    assert seen.notes == ("step 2: the page asked (confirm): Sure?",)


def test_files_are_not_visited_where_that_is_not_allowed(replay: Replay) -> None:
    seen = replay(log_of({"type": "navigate", "url": "file:///etc/passwd"}), schemes=("http", "https"))
    assert seen.stuck is not None
    assert "not visited" in seen.stuck.reason


def test_a_page_that_never_rests_does_not_hang(site: Site, replay: Replay) -> None:
    log = site.log("<button id=a onclick='for(;;);'>A</button>", click("#a"), click("#a"))
    seen = replay(log, timeouts=replace(QUICK, load=0.5, respond=0.5))
    assert seen.stuck is not None
    assert seen.stuck.reason in ("the page does not respond", "it takes too long")


def first_failure(seen: ReplayResult, kind: PageErrorKind) -> str:
    return next(each.message for each in seen.errors if each.kind is kind)


def test_an_uncaught_exception_has_its_message_and_place(site: Site, replay: Replay) -> None:
    html = "<button id=a onclick=broken()>A</button><script>function broken() { null.x }</script>"
    seen = replay(site.log(html, click("#a"), click("#a")))
    error = seen.errors[0]
    assert error.kind is PageErrorKind.PAGE_ERROR
    assert error.message.startswith("TypeError: Cannot read properties of null")
    assert error.where.startswith("broken /:1:")
    assert error.step == 1


def test_a_promise_that_nobody_catches_is_an_exception(site: Site, replay: Replay) -> None:
    seen = replay(site.log("<button id=a onclick=\"Promise.reject(new Error('no'))\">A</button>", click("#a")))
    assert first_failure(seen, PageErrorKind.PAGE_ERROR) == "Error: no"


def test_console_errors_and_failed_requests_are_seen(site: Site, replay: Replay) -> None:
    html = "<button id=a onclick=\"console.error('odd'); fetch('/gone?x=1')\">A</button>"
    seen = replay(site.log(html, click("#a")))
    assert first_failure(seen, PageErrorKind.CONSOLE) == "odd"
    assert first_failure(seen, PageErrorKind.REQUEST) == "404 GET /gone"
    assert len(seen.errors) == 2


def test_a_crash_is_a_failure(site: Site, replay: Replay) -> None:
    log = log_of(*(step.record for step in site.log("")), {"type": "navigate", "url": "chrome://crash"})
    seen = replay(log, StatedPageFailure(crash=True), schemes=("http", "chrome"))
    assert StatedPageFailure(crash=True).judge(seen).outcome is Outcome.FAIL


def test_the_replay_ends_where_the_failure_shows(site: Site, replay: Replay) -> None:
    html = "<button id=a onclick='x.y'>A</button><button id=b>B</button>"
    criterion = StatedPageFailure(page_error=re.compile("x is not defined"))
    log: EventLog = site.log(html, click("#b"), click("#a"), click("#b"), click("#b"))
    verdict = criterion.judge(replay(log, criterion))
    assert (verdict.outcome, verdict.used) == (Outcome.FAIL, 3)


def test_nothing_is_left_of_the_replay_before(site: Site, replay: Replay) -> None:
    html = f"<script>{SAY} localStorage.n = Number(localStorage.n || 0) + 1; say('visit' + localStorage.n)</script>"
    for _ in range(2):
        assert fails(replay(site.log(html), says("visit1;")), says("visit1;"))


def test_a_change_is_reported_once(site: Site, replay: Replay) -> None:
    fields = "".join(f"<input id={kind} type={kind} onchange=say(id)>" for kind in ("text", "number", "date", "range"))
    typed = {"text": "a", "number": "1", "date": "2024-01-02", "range": "7"}
    steps = [{"type": "change", "selectors": [[f"#{kind}"]], "value": value} for kind, value in typed.items()]
    log = site.log(
        f"{fields}<button id=done onclick=say('done')>x</button><script>{SAY}</script>", *steps, click("#done")
    )
    criterion = says("text;number;date;range;done;")
    assert fails(replay(log, criterion), criterion)


def test_a_key_may_lead_elsewhere_and_its_release_need_not(site: Site, replay: Replay) -> None:
    site.pages["/next"] = "<!doctype html><b>arrived</b>"
    reached = [{"type": "navigation", "url": f"{site.home}next"}]
    steps: list[dict[str, Any]] = [
        {"type": "change", "selectors": [["#a"]], "value": "a"},
        {"type": "keyDown", "key": "Enter"},
        {"type": "keyUp", "key": "Enter", "assertedEvents": reached},
    ]
    site.pages["/next?a=a"] = site.pages["/next"]
    log = site.log("<form action=/next><input id=a name=a></form>", *steps)
    arrived = says("arrived")
    assert fails(replay(log, arrived), arrived)


def test_dialogs_are_answered_as_they_were_recorded(site: Site, replay: Replay) -> None:
    asks = "<button id=a onclick=\"say(confirm('?') + prompt('?', 'x'))\">A</button>"
    answered = click("#a", dialogs=[{"accept": False}, {"accept": True, "text": "me"}])
    log = site.log(f"{asks}<script>{SAY}</script>", answered, click("#a"))
    found = replay(log, says("falseme;truex;"))
    assert fails(found, says("falseme;truex;"))
    assert found.answered == (None, "me", "", "x")


def test_a_condition_on_what_the_page_has_not_does_not_hold(site: Site, replay: Replay) -> None:
    speaks = StatedPageFailure(conditions=PageConditions(fails_when="shop.total < 0"))
    seen = replay(site.log(""), speaks, timeouts=QUICK)
    assert not fails(seen, speaks)
    assert seen.notes == ("the condition cannot be evaluated in the page: ReferenceError: shop is not defined",)
    shop = site.log("<script>shop = { total: -1 }</script>")
    assert fails(replay(shop, speaks), speaks)


def test_a_click_that_closes_its_own_tab_is_done_when_the_tab_is_gone(site: Site, replay: Replay) -> None:
    site.pages["/tab"] = "<button id=a onclick='opener.say(`closed`); close()'>A</button>"
    target = f"{site.home}tab"
    html = f"<script>{SAY}</script><button id=open onclick=\"window.open('/tab')\">open</button>"
    closing = [click("#a", target=target), {"type": "close", "target": target}]
    seen = replay(site.log(html, click("#open"), *closing, click("#open")), says("closed;"))
    assert seen.stuck is None
    assert fails(seen, says("closed;"))


def test_a_tab_may_close_itself_while_its_events_are_waited_for(chromium: Chromium) -> None:
    async def session(browser: Browser) -> bool:
        page = await browser.new_page()
        await asyncio.gather(flush_events(page, "new Promise(() => 0)"), page.close())
        return page.is_closed()

    assert chromium.run(session)


def test_what_is_dropped_comes_to_rest_before_the_next_step(site: Site, replay: Replay) -> None:
    html = f"""<script>{SAY}</script><p id=a>drag</p><p id=b>here</p><button id=c onclick="a.remove()">C</button>
      <script>
      a.onmousedown = () => {{ addEventListener("mouseup", () => {{
        a.animate([{{ opacity: 0.5 }}, {{ opacity: 1 }}], 800).finished
          .then(() => {{ if (a.isConnected) say("dropped"); }});
      }}, {{ once: true }}); }};
    </script>"""
    places = {"selectors": [["#a"]], "to": [["#b"]], "toX": 3, "toY": 3}
    drag = {"type": "customStep", "name": "thresher.drag", "parameters": places}
    assert fails(replay(site.log(html, drag, click("#c")), says("dropped;")), says("dropped;"))


def test_a_key_waits_for_the_focus_and_does_without(site: Site, replay: Replay) -> None:
    html = f"""<script>{SAY}</script><button id=a onclick="setTimeout(() => b.focus(), 150)">A</button>
      <input id=b onkeydown="say(event.key)">"""

    def key(name: str, *focused: str) -> dict[str, Any]:
        return {"type": "keyDown", "key": name, "focused": [list(focused)]}

    seen = replay(site.log(html, click("#a"), key("x", "#b")), says("x;"))
    assert fails(seen, says("x;"))
    assert seen.located[2].path == "css=#b"
    lost = replay(site.log(html, click("#b"), key("x", "#gone"), key("y", "#gone")), says("x;y;"))
    assert fails(lost, says("x;y;"))
    assert lost.seconds < 2 + replay(site.log(html, click("#b"), key("x"), key("y")), says("x;y;")).seconds


def test_a_slow_response_is_not_judged_by_the_limit_for_elements(site: Site, replay: Replay) -> None:
    site.pages["/next"] = f"<script>{SAY}</script><button id=a onclick=say('arrived')>A</button>"
    site.slow.add("/next")
    impatient = replace(PATIENT, step=0.1)
    link = site.log("<a id=a href=next>next</a>", click("#a"), click("#a"))
    fetched = site.log(
        f"<script>{SAY}</script><button id=b onclick=\"fetch('/next').then(() => say('answered'))\">B</button>",
        click("#b"),
        {"type": "waitForExpression", "expression": "document.body.innerText.includes('answered')"},
    )
    assert fails(replay(fetched, says("answered"), timeouts=impatient), says("answered"))
    site.pages["/"] = "<!doctype html><a id=a href=next>next</a>"
    seen = replay(link, says("arrived"), timeouts=impatient)
    assert seen.stuck is None
    assert fails(seen, says("arrived"))
    assert seen.waits.response > 1.2


@pytest.mark.parametrize(
    ("html", "step"),
    [
        ("<button id=a onclick=\"busy(); say('done')\">A</button>", click("#a")),
        ("<button id=a onmousedown=busy() onclick=\"say('done')\">A</button>", click("#a")),
        ("<input id=a type=checkbox onclick=\"busy(); say('done')\">", {"type": "change", "value": "on"}),
        ("<input id=a oninput=\"busy(); say('done')\">", {"type": "change", "value": "x"}),
        ("<select id=a onchange=\"busy(); say('done')\"><option>x<option>y</select>", {"type": "change", "value": "y"}),
    ],
    ids=["click", "press", "box", "field", "list"],
)
def test_a_page_may_be_busy_with_an_action_longer_than_it_waits_for_an_element(
    html: str, step: dict[str, Any], site: Site, replay: Replay
) -> None:
    busy = f"var busy = () => {{ const end = performance.now() + {1000 * SLOW}; while (performance.now() < end); }};"
    log = site.log(f"<script>{SAY}{busy}</script>{html}", {"selectors": [["#a"]], **step})
    first = replay(log, says("done;"))
    assert fails(first, says("done;"))
    learned = Timeouts.learned(first.waits, step=None)
    again = replay(log, says("done;"), timeouts=replace(learned, step=0.4))
    assert again.stuck is None
    assert fails(again, says("done;"))


def test_a_request_that_never_ends_is_given_up_once(site: Site, replay: Replay) -> None:
    site.pages["/poll"] = "never"
    site.slow.add("/poll")
    log = site.log("<button id=a onclick=\"fetch('/poll')\">A</button>", click("#a"), click("#a"))
    seen = replay(log, timeouts=replace(QUICK, response=0.2))
    assert seen.waits.endless == ("GET /poll",)


def test_a_fall_back_is_used_after_a_moment_and_said(site: Site, replay: Replay) -> None:
    late = "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b id=a onclick=say(1)>A</b>'), 150)"
    html = f"<script>{SAY}</script><i id=b onclick=say(2)>B</i><script>{late}</script>"
    log = site.log(html, click("#a", "#b"))
    seen = replay(log, says("1;"))
    assert fails(seen, says("1;"))
    assert seen.notes == ()
    log = site.log(f"<script>{SAY}</script><i id=b onclick=say(2)>B</i>", click("#a", "#b"))
    seen = replay(log, says("2;"))
    assert fails(seen, says("2;"))
    assert seen.notes == ("step 2: nothing matches #a; found by #b",)


COVERED = """<button id=a style="margin: 30px" onclick="say('reached')">A</button>
<div id=menu style="position: absolute; inset: 0 auto auto 0; width: 300px; height: 100px; background: #eee"
 onmouseleave="setTimeout(() => this.remove(), 200)"></div>"""


@pytest.mark.parametrize("kind", ["click", "hover"])
def test_the_mouse_leaves_what_covers_an_element(kind: str, site: Site, replay: Replay) -> None:
    html = COVERED if kind == "click" else COVERED.replace("onclick", "onmouseenter")
    count = "(document.body.innerText.match(/reached/g) || []).length"
    once = StatedPageFailure(conditions=PageConditions(fails_when=f"{count} === 1"))
    seen = replay(site.log(f"<script>{SAY}</script>{html}", {"type": kind, "selectors": [["#a"]]}), once)
    assert seen.stuck is None
    assert fails(seen, once)
    over, away = seen.located[1].moves
    assert over[0] < 300 > over[1]
    assert away[0] > 300 or away[1] > 100


def test_an_element_is_used_when_its_animation_has_ended(site: Site, replay: Replay) -> None:
    moving = "a.animate([{ opacity: 0.5 }, { opacity: 1 }], 300).finished.then(() => { still = true; });"
    html = f"<script>{SAY} let still = false;</script><b id=a onclick=say(still)>A</b><script>{moving}</script>"
    assert fails(replay(site.log(html, click("#a")), says("true;")), says("true;"))


def test_time_and_random_numbers_are_under_control(site: Site, replay: Replay) -> None:
    html = (
        f"<script>{SAY} say(new Date().getFullYear() + ' ' + Math.random().toFixed(9) + crypto.randomUUID())</script>"
    )
    seen: list[str] = []

    async def read(number: int, session: BrowserSession) -> None:
        seen.append(await session.page.inner_text("body"))

    for seed in (7, 7, 8):
        replay(site.log(html), clock="2031-05-06T12:00", seed=seed, after=read)
    assert all(text.startswith("2031 ") for text in seen)
    assert seen[0] == seen[1] != seen[2]


def test_requests_are_answered_from_a_har_file(site: Site, replay: Replay, tmp_path: Path) -> None:
    entry = {
        "request": {"method": "GET", "url": f"{site.home}price", "headers": [], "queryString": [], "cookies": [],
                    "httpVersion": "HTTP/1.1", "headersSize": -1, "bodySize": -1},
        "response": {"status": 200, "statusText": "OK", "headers": [], "cookies": [], "httpVersion": "HTTP/1.1",
                     "redirectURL": "", "headersSize": -1, "bodySize": -1,
                     "content": {"size": 2, "mimeType": "text/plain", "text": "42"}},
        "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
    }  # fmt: skip
    har = tmp_path / "answers.har"
    har.write_text(
        json.dumps({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [entry]}})
    )
    html = f"<script>{SAY} fetch('/price').then(got => got.text()).then(say)</script>"
    assert fails(replay(site.log(html), says("42;"), har=har), says("42;"))


def test_downloads_and_questions_before_leaving_are_replayed(site: Site, replay: Replay) -> None:
    site.pages["/next"] = f"<script>{SAY}</script><button id=c onclick=say('arrived')>C</button>"
    html = (
        "<a id=a download=a.txt href='data:text/plain,hello'>A</a><input id=i><a id=b href=next>B</a>"
        "<script>onbeforeunload = event => { event.preventDefault(); };</script>"
    )
    typed = {"type": "change", "selectors": [["#i"]], "value": "x"}
    seen = replay(site.log(html, click("#a"), typed, click("#b"), click("#c")), says("arrived"))
    assert fails(seen, says("arrived"))
