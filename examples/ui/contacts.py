"""A small list of contacts with a fault, in GTK 3: `/usr/bin/python3 contacts.py` (Debian: python3-gi, gir1.2-gtk-3.0).

Names are added below the others, so that the buttons move down. The menu Edit sorts and clears.
"""

from __future__ import annotations

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402


class Contacts:
    """The window, the names, and what was removed."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.removed: list[str] = []
        self.places: dict[str, int] = {}  # after sorting
        self.rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        self.entry = Gtk.Entry()
        self.entry.get_accessible().set_name("Name")
        self.entry.connect("activate", lambda _: self.add())
        buttons = Gtk.Box()
        for label, action in {"Add": self.add, "Remove": self.remove, "Undo": self.undo}.items():
            button = Gtk.Button(label=label)
            button.connect("clicked", lambda _, action=action: action())
            buttons.add(button)
        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        for part in (self.menu(), self.rows, self.entry, buttons):
            outer.add(part)
        self.window = Gtk.Window(title="Contacts")
        self.window.connect("destroy", Gtk.main_quit)
        self.window.add(outer)
        self.window.show_all()
        self.entry.grab_focus()

    def menu(self) -> Gtk.MenuBar:
        bar, edit, inside = Gtk.MenuBar(), Gtk.MenuItem(label="Edit"), Gtk.Menu()
        for label, action in {"Sort": self.sort, "Clear": self.clear}.items():
            item = Gtk.MenuItem(label=label)
            item.connect("activate", lambda _, action=action: action())
            inside.append(item)
        edit.set_submenu(inside)
        bar.append(edit)
        return bar

    def show(self) -> None:
        for row in self.rows.get_children():
            self.rows.remove(row)
        for name in self.names:
            self.rows.add(Gtk.Label(label=name, xalign=0, margin=8))
        self.rows.show_all()

    def add(self) -> None:
        if self.entry.get_text():
            self.names.append(self.entry.get_text())
            self.entry.set_text("")
            self.entry.grab_focus()
            self.show()

    def remove(self) -> None:
        if self.names:
            self.removed.append(self.names.pop())
            self.show()

    def sort(self) -> None:
        self.names.sort()
        self.places = {name: at for at, name in enumerate(self.names)}
        self.places.setdefault("", 0)
        self.show()

    def clear(self) -> None:
        self.names.clear()
        self.show()

    def undo(self) -> None:
        if self.removed:
            name = self.removed.pop()
            place = self.places[name] if self.places else len(self.names)  # the fault: it may be younger than the order
            self.names.insert(place, name)
            self.show()


if __name__ == "__main__":
    Contacts()
    Gtk.main()
