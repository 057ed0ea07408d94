"""What the user does in each application: much that does not matter, and a fault among it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.applications.hand import Hand

CARD = "li:has(b:text-is('{}'))"


def _new_card(hand: Hand, title: str, text: str, *, bold: bool = False, high: bool = False) -> None:
    hand.click("sl-button.new")
    hand.click("sl-input input")
    hand.type(title)
    if high:
        hand.click("sl-select .select__combobox")
        hand.click("sl-option[value=high]")
    hand.click(".ql-editor")
    if bold:
        hand.key("ctrl+b")
    hand.type(text)
    hand.click("sl-button.save")
    hand.gone(".dialog .dialog__panel")


def board(hand: Hand, folder: Path) -> None:
    hand.click("sl-checkbox.compact")
    _new_card(hand, "Paint", "two coats", high=True)
    hand.drag(CARD.format("Fix the build"), "[data-column=doing]", y=60)
    hand.drag(CARD.format("Call Ann"), "[data-column=done]", y=40)
    hand.double_click(CARD.format("Paint"))
    hand.click(".ql-editor")
    hand.key("End")
    hand.type(" of white")
    hand.click("sl-button.cancel")
    hand.gone(".dialog .dialog__panel")
    hand.move(CARD.format("Write tests"))
    hand.click(CARD.format("Write tests") + " .remove")
    _new_card(hand, "Ship", "today", bold=True)
    _new_card(hand, "Rest", "a bit")
    hand.drag(CARD.format("Rest"), "[data-column=doing]", y=100)
    hand.drag(CARD.format("Fix the build"), "[data-column=done]", y=100)
    hand.click("sl-checkbox.compact")
    hand.double_click(CARD.format("Rest"))
    hand.click("sl-select .select__combobox")
    hand.click("sl-option[value=high]")
    hand.click("sl-button.save")
    hand.gone(".dialog .dialog__panel")
    hand.move(CARD.format("Call Ann"))
    hand.click(CARD.format("Call Ann") + " .remove")
    _new_card(hand, "Sweep", "the floor", high=True)
    _new_card(hand, "Wash", "by hand")
    hand.double_click(CARD.format("Wash"))
    hand.click("sl-button.cancel")
    hand.gone(".dialog .dialog__panel")
    hand.drag(CARD.format("Paint"), "[data-column=doing]", y=40)
    hand.drag(CARD.format("Ship"), "[data-column=done]", y=60)


OVERLAY = ".x-spreadsheet-overlayer"


def _cell(hand: Hand, column: int, row: int) -> None:
    hand.click(OVERLAY, 110 + 100 * column, 12 + 25 * (row + 1) - 25)


def sheet(hand: Hand, folder: Path) -> None:
    for column, heading in enumerate(["name", "price", "count", "sum"]):
        _cell(hand, column, 0)
        hand.type(heading)
        hand.key("Return")
    for row, words in enumerate([("pen", "3", "4"), ("ink", "9", "1"), ("pad", "5", "2")], start=1):
        for column, word in enumerate(words):
            _cell(hand, column, row)
            hand.type(word)
            hand.key("Return" if column else "Tab")
    hand.double_click(OVERLAY, 110, 12 + 25)
    hand.type("cil")
    hand.key("Return")
    _cell(hand, 1, 4)
    hand.key("b", "Escape")
    _cell(hand, 0, 4)
    hand.type("total")
    hand.key("Return")
    hand.drag(OVERLAY, OVERLAY, 210, 110)
    _cell(hand, 2, 5)
    hand.type("x")
    hand.key("Return", "Up", "Delete")
    _cell(hand, 1, 4)
    hand.type("=SUM(B2:B4)")
    hand.key("Return")


def _admin(hand: Hand, words: dict[str, str], *, last: str) -> None:
    for name, value in words.items():
        hand.click(f"[name={name}]")
        hand.key("ctrl+a")
        hand.type(value)
    hand.click(last)


def library(hand: Hand, folder: Path) -> None:
    _admin(hand, {"username": "admin", "password": "wrong"}, last="input[type=submit]")
    hand.page.wait_for_selector(".errornote", timeout=30_000)
    _admin(hand, {"username": "admin", "password": "secret"}, last="input[type=submit]")
    hand.at("/admin/")
    hand.click("text=Users")
    hand.at("/auth/user/")
    hand.click("#searchbar")
    hand.type("adm")
    hand.key("Return")
    hand.at("?q=adm")
    hand.click("th.field-username a")
    hand.at("/change/**")
    hand.click("[name=first_name]")
    hand.type("Ada")
    hand.click("[name=email]")
    hand.type("ada@example.org")
    hand.click("[name=_save]")
    hand.at("/auth/user/**")
    for number, name in enumerate(("readers", "writers")):
        hand.click("#site-name a" if number else ".breadcrumbs a")
        hand.at("/admin/")
        hand.click(".model-group .addlink")
        hand.at("/group/add/")
        _admin(hand, {"name": name}, last="[name=_save]")
        hand.at("/auth/group/")
    hand.click("tr:has-text('writers') .action-select")
    hand.click("select[name=action]")
    hand.key("Down", "Return")
    hand.click("button[name=index]")
    hand.click("input[type=submit]")
    hand.page.wait_for_selector(".messagelist", timeout=30_000)
    hand.click("#site-name a")
    hand.at("/admin/")
    hand.click(".model-user .addlink")
    hand.at("/user/add/")
    words = {"username": "grace", "password1": "k7-wolf-lamp", "password2": "k7-wolf-lamp"}
    _admin(hand, words, last="[name=_save]")
    hand.page.wait_for_selector("text=Server Error", timeout=30_000)


def _menu(hand: Hand, *titles: str) -> None:
    for title in titles[:-1]:
        hand.move(f".sf-menu a:text-is('{title}')")
    hand.click(f".sf-menu a:text-is('{titles[-1]}')")
    hand.do("mousemove_relative", 0, 380, "sleep", 0.8)


def _order(hand: Hand, customer: str, *, day: bool, express: bool) -> None:
    hand.click("[name=customer]")
    hand.key("ctrl+a")
    hand.type(customer)
    if day:
        hand.click("[name=day]")
        hand.click(".ui-datepicker-calendar td a:text-is('12')")
        hand.gone(".ui-datepicker-calendar")
    if express:
        hand.click("[name=express]")
    hand.click("button:text-is('Save')")
    hand.gone(".ui-dialog")


def menu(hand: Hand, folder: Path) -> None:
    _menu(hand, "Orders", "New order")
    _order(hand, "Cole", day=True, express=False)
    _menu(hand, "Orders", "Export", "As CSV")
    _menu(hand, "View", "By customer")
    hand.move("tr:has-text('Brook') td >> nth=1")
    hand.click("[data-edit='2']")
    _order(hand, "Zimmer", day=True, express=True)
    _menu(hand, "Orders", "New order")
    _order(hand, "Dale", day=False, express=False)
    _menu(hand, "Orders", "Export", "As PDF")
    _menu(hand, "View", "By number")
    hand.move("tr:has-text('Dale') td >> nth=1")
    hand.click("[data-drop='4'] i")
    hand.key("Return")
    _menu(hand, "Orders", "New order")
    _order(hand, "Eve", day=True, express=True)
    hand.move("tr:has-text('Ames') td >> nth=1")
    hand.click("[data-edit='1']")
    _order(hand, "Ames", day=False, express=True)
    _menu(hand, "Orders", "Export", "As CSV")
    _menu(hand, "View", "By customer")
    _menu(hand, "Orders", "Export", "As PDF")


def editor(hand: Hand, folder: Path) -> None:
    source = folder / "start.js"
    source.write_text("const start = () => {\n  begin();\n};\n")
    hand.page.set_input_files("#open", str(source))
    hand.click(".CodeMirror-lines", 200, 80)
    hand.key("ctrl+End")
    hand.type("function one() {")
    hand.key("Return")
    hand.type("return 1;")
    hand.key("Return")
    hand.type("}")
    for command in ("lines", "run", "save"):
        hand.click(".xterm-screen", 300, 60)
        hand.type(command)
        hand.key("Return")
    hand.click(".CodeMirror-lines", 200, 80)
    hand.key("ctrl+Home", "Down", "End")
    hand.type("// a remark")
    hand.key("Return", "Delete", "BackSpace")
    hand.click(".xterm-screen", 300, 60)
    hand.type("runn")
    hand.key("BackSpace", "Return")
    hand.click(".CodeMirror-lines", 200, 80)
    hand.key("ctrl+End", "Return")
    hand.type("// the end }")
    hand.click(".xterm-screen", 300, 60)
    hand.type("lines")
    hand.key("Return")
    hand.type("run")
    hand.key("Return")


SESSIONS: dict[str, Callable[[Hand, Path], None]] = {
    "board": board,
    "sheet": sheet,
    "library": library,
    "menu": menu,
    "editor": editor,
}
