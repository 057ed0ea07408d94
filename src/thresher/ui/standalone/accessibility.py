"""A private accessibility bus (AT-SPI), on which a program describes its widgets by role and name."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

from thresher.ui.standalone.seen_widgets import SeenWidget

SERVICES = "/usr/share/dbus-1/accessibility-services"
NOT_INSTALLED = "widgets are found by their place, not by name: install at-spi2-core (apt-get install at-spi2-core)"
CONFIGURATION = """<busconfig><type>accessibility</type><auth>EXTERNAL</auth>
<servicedir>{services}</servicedir><listen>{address}</listen>
<policy context="default"><allow user="*"/><allow own="*"/>
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy></busconfig>
"""
BUS_STARTS = 20.0  # seconds
REPLY = 2.0  # seconds that a program has for its answers
MOST_WIDGETS, DEEPEST_WIDGET = 3000, 60
ACCESSIBLE, COMPONENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Component"
PROPERTIES = "org.freedesktop.DBus.Properties"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
SHOWING = 1 << 25  # the state of what is on the screen
MENUS = ("menu", "popup menu")
Reference = tuple[str, str]


class NoBus(Exception):
    """The bus cannot be started; the message says why."""


class AccessibilityBus:
    """A running bus; `environment` is what a program needs to use it. `close` ends it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        program = shutil.which("dbus-daemon")
        if program is None or not os.path.isdir(SERVICES):
            raise NoBus(NOT_INSTALLED)
        self._directory = tempfile.mkdtemp(prefix="bus-", dir=environment.get("TMPDIR"))
        self.address = f"unix:path={quote(self._directory)}/bus"
        self.environment = {
            "AT_SPI_BUS_ADDRESS": self.address,
            "NO_AT_BRIDGE": "0",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        configuration = Path(self._directory, "bus.conf")
        configuration.write_text(CONFIGURATION.format(services=SERVICES, address=self.address))
        self.process = subprocess.Popen(
            [program, "--nofork", "--nopidfile", "--print-address", f"--config-file={configuration}"],
            env={**environment, **self.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        if not self.process.stdout.readline():  # the address, once it listens
            self.close()
            raise NoBus(f"{program} does not start")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        shutil.rmtree(self._directory, ignore_errors=True)


@dataclass
class Accessible:
    """An object on the bus: a widget, or what holds others."""

    reference: Reference
    parent: Accessible | None
    name: str = ""
    role: str = ""
    shown: bool = False
    extents: tuple[int, int, int, int] | None = None
    children: list[Accessible] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return 0 if self.parent is None else self.parent.depth + 1


class WidgetTree:
    """Asks the programs on a bus for their widgets. Called, it lists those that are on the screen, outer ones first.

    A program that does not answer in time has none.
    """

    def __init__(self, bus: AccessibilityBus) -> None:
        self._connection = open_dbus_connection(bus.address, auth_timeout=BUS_STARTS)

    def close(self) -> None:
        self._connection.close()

    def __call__(self) -> list[SeenWidget]:
        try:
            return [widget for root in self._applications() for widget in _listed(root, "", popup=False)]
        except (OSError, TimeoutError):
            return []

    def _applications(self) -> list[Accessible]:
        """The programs, with all that is on the screen below them."""
        (known,) = self._ask([(REGISTRY, ACCESSIBLE, "GetChildren", "", ())])
        roots = [Accessible(reference, None, role="application", shown=True) for reference in _references(known)]
        level = self._below(roots)
        count = len(level)
        while level and count < MOST_WIDGETS and level[0].depth < DEEPEST_WIDGET:
            self._describe(level)
            level = self._below([each for each in level if each.shown])
            count += len(level)
        return roots

    def _below(self, parents: Sequence[Accessible]) -> list[Accessible]:
        answers = self._ask([(each.reference, ACCESSIBLE, "GetChildren", "", ()) for each in parents])
        for parent, answer in zip(parents, answers, strict=True):
            parent.children = [Accessible(reference, parent) for reference in _references(answer)]
        return [child for parent in parents for child in parent.children]

    def _describe(self, level: Sequence[Accessible]) -> None:
        """Asks for everything at once: a program answers hundreds of questions in the time of a few round trips."""
        questions: list[tuple[str, str, str, tuple[Any, ...]]] = [
            (PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")),
            (ACCESSIBLE, "GetRoleName", "", ()),
            (ACCESSIBLE, "GetState", "", ()),
            (ACCESSIBLE, "GetInterfaces", "", ()),
        ]
        answers = iter(self._ask([(each.reference, *question) for each in level for question in questions]))
        placed = []
        for each in level:
            name, role, state, interfaces = (next(answers) for _ in questions)
            each.name, each.role = str(name[0][1]).strip() if name else "", str(role[0]) if role else ""
            each.shown = bool(state and state[0] and state[0][0] & SHOWING)
            if each.shown and interfaces and COMPONENT in interfaces[0]:
                placed.append(each)
        extents = self._ask([(each.reference, COMPONENT, "GetExtents", "u", (0,)) for each in placed])
        for each, answer in zip(placed, extents, strict=True):
            each.extents = tuple(answer[0]) if answer else None

    def _ask(self, questions: Sequence[tuple[Reference, str, str, str, tuple[Any, ...]]]) -> list[Any]:
        """The answers, None where a program gives none: an object may have gone meanwhile."""
        asked: dict[int, int] = {}
        answers: list[Any] = [None] * len(questions)
        for at, ((name, path), interface, member, signature, body) in enumerate(questions):
            serial = next(self._connection.outgoing_serial)
            address = DBusAddress(path, bus_name=name, interface=interface)
            asked[serial] = at
            self._connection.send(new_method_call(address, member, signature or None, body), serial=serial)
        end = time.monotonic() + REPLY
        with suppress(TimeoutError):
            while asked:
                message = self._connection.receive(timeout=max(0.0, end - time.monotonic()))
                at = asked.pop(message.header.fields.get(HeaderFields.reply_serial, -1), -1)
                if at >= 0 and message.header.message_type is MessageType.method_return:
                    answers[at] = message.body
        return answers


def _references(answer: Any) -> list[Reference]:
    return [(str(name), str(path)) for name, path in answer[0]] if answer else []


def _listed(node: Accessible, title: str, *, popup: bool) -> list[SeenWidget]:
    """The widgets at and below a node, outer ones first; `title` is that of its window."""
    title = node.name if node.depth == 1 else title
    in_menu = node.parent is not None and node.parent.role in MENUS
    popup = popup or in_menu or (node.depth == 1 and node.role in (*MENUS, "window"))
    here = []
    if node.shown and node.extents is not None:
        here.append(SeenWidget(node.role, node.name, title, popup, *node.extents))
    return here + [widget for child in node.children for widget in _listed(child, title, popup=popup)]
