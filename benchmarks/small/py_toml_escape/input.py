"""Writes the settings of a terminal as a file."""
import sys
from collections import namedtuple
from datetime import date

import toml

Key = namedtuple("Key", "name sequence modifiers")


class Profile:
    def __init__(self, name, colors=None, size=(80, 25)):
        self.name = name
        self.colors = dict(colors or {})
        self.size = size
        self.keys = []

    def bind(self, name, sequence, *modifiers):
        self.keys.append(Key(name, sequence, list(modifiers)))
        return self

    def as_dict(self):
        return {
            "name": self.name,
            "size": list(self.size),
            "colors": {key: "#%06x" % value for key, value in self.colors.items()},
            "keys": [key._asdict() for key in self.keys],
        }


def sequences():
    for number, name in enumerate(["up", "down", "right", "left"]):
        yield name, "\x1b[" + chr(ord("A") + number)


def written(profiles, created):
    table = {"created": created, "profile": {}}
    for profile in profiles:
        if profile.size[0] < 20:
            continue
        table["profile"][profile.name] = profile.as_dict()
    return toml.dumps(table)


def main():
    light = Profile("light", {"background": 0xFFFFFF, "text": 0x101010})
    dark = Profile("dark", {"background": 0, "text": 0xE0E0E0}, size=(132, 43))
    for name, sequence in sequences():
        light.bind(name, sequence)
        dark.bind(name, sequence, "shift" if name in ("up", "down") else "control")
    sys.stdout.write(written([light, dark], date(2020, 2, 29).isoformat()))


main()
