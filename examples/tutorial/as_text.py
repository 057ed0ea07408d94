"""Prints an HTML page as text. Two mistakes are in it; the tutorial (docs/tutorial.md) goes after one of them."""

import sys
from collections import Counter
from html.parser import HTMLParser

WIDTH = 72


class AsText(HTMLParser):
    """Indents lists by their depth and spreads table cells over the width of the page."""

    def __init__(self):
        super().__init__()
        self.opened = Counter()
        self.lists = []
        self.rows = []

    def handle_starttag(self, tag, attributes):
        self.opened[tag] += 1
        if tag in ("ul", "ol"):
            self.lists.append(tag)
        elif tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append(0)
        elif tag == "td":
            if self.rows:
                self.rows[-1] += 1
            self.lists = []  # a cell begins at its own left margin

    def handle_endtag(self, tag):
        if not self.opened[tag]:
            return  # it ends nothing
        self.opened[tag] -= 1
        if tag in ("ul", "ol"):
            self.lists.pop()
        elif tag == "table":
            print(" " * (WIDTH // max(self.rows, default=0)))

    def handle_data(self, data):
        if data.strip():
            print("  " * len(self.lists) + " ".join(data.split()))


AsText().feed(open(sys.argv[1]).read())
