"""A small editor with a fault, in tkinter: `python3 notes.py`.

The buttons above the text insert a stamp, make the text larger or smaller, clear it, ask for a text to find, and
find it again. Ctrl+F finds, Ctrl+Z undoes.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import simpledialog


class Notes:
    """The window, the text, and what was found."""

    def __init__(self, root: tk.Tk) -> None:
        self.root, self.size, self.found = root, 12, ""
        root.title("Notes")
        root.geometry("520x300+0+0")
        row = tk.Frame(root)
        row.pack(fill="x")
        for label, action in {
            "Stamp": self.stamp, "Larger": self.larger, "Smaller": self.smaller, "Clear": self.clear, "Find": self.find,
            "Again": self.again,
        }.items():  # fmt: skip
            tk.Button(row, text=label, width=6, command=action).pack(side="left")
        self.text = tk.Text(root, undo=True, height=12, font=("TkFixedFont", self.size))
        self.text.pack(fill="both", expand=True)
        self.status = tk.Label(root, anchor="w", text="ready")
        self.status.pack(fill="x")
        root.bind("<Control-f>", lambda _: self.find())
        self.text.focus_set()

    def stamp(self) -> None:
        self.text.insert("insert", "[stamp]")

    def larger(self) -> None:
        self.size += 2
        self.text.configure(font=("TkFixedFont", self.size))

    def smaller(self) -> None:
        self.size = max(4, self.size - 2)
        self.text.configure(font=("TkFixedFont", self.size))

    def clear(self) -> None:
        self.text.delete("1.0", "end")
        self.status.configure(text="empty")

    def find(self) -> None:
        self.found = simpledialog.askstring("Find", "Find what?", parent=self.root) or ""
        if self.found and not self.text.search(self.found, "1.0", "end"):
            self.found = ""
            self.status.configure(text="not found")

    def again(self) -> None:
        if self.found:
            place = self.text.search(self.found, "insert", "end") or self.text.search(self.found, "1.0", "end")
            line = int(place.split(".")[0])  # the fault: nothing is found in a text that was cleared
            self.status.configure(text=f"found in line {line}")


if __name__ == "__main__":
    window = tk.Tk()
    Notes(window)
    window.mainloop()
