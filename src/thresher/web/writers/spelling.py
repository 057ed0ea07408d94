"""Playwright calls as text: what all languages share, and what each of them spells in its own way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from thresher.web.replaying.replay_result import NamedLocator
from thresher.web.writers.exported import within
from thresher.web.writers.playwright_calls import DRAG, Address, Element, PlaywrightCall, UploadedFiles


class CallSpelling(ABC):
    """How a language writes the parts of a call; addresses below `base` are relative to the constant of the test."""

    def __init__(self, base: str) -> None:
        self._base = base

    def address(self, url: str) -> str:
        """An address, with the constant for the base if it is below it."""
        rest = within(url, self._base)
        if rest is None:
            return self.value(url)
        return f"{self.base_name} + {self.value(rest)}" if rest else self.base_name

    def spelled(self, call: PlaywrightCall) -> str:
        """The call, on the page, a part of it, a frame, or an element."""
        frame = self._frame(call)
        given = [self._argument(each, frame) for each in call.args]
        if call.method == DRAG:
            return f"drag({', '.join([self.page(call.target), *given])})"
        return f"{self._receiver(call)}.{self.method(call.method)}({', '.join([*given, *self.options(call.options)])})"

    def _receiver(self, call: PlaywrightCall) -> str:
        if call.part is not None:
            return f"{self.page(call.target)}.{call.part}"
        frame = self._frame(call)
        return f"{frame}.{self.locator(call.selector)}" if call.selector is not None else frame

    def _frame(self, call: PlaywrightCall) -> str:
        return self.page(call.target) + (self.child_frame(call.frame) if call.frame else "")

    def _argument(self, value: Any, frame: str) -> str:
        if isinstance(value, UploadedFiles):
            return f"[{', '.join(map(self.file, value.names))}]"
        if isinstance(value, Address):
            return self.address(value.url)
        return f"{frame}.{self.locator(value.selector)}" if isinstance(value, Element) else self.value(value)

    @property
    @abstractmethod
    def base_name(self) -> str:
        """The name of the constant for the base."""

    @abstractmethod
    def page(self, target: str | None) -> str:
        """The tab that shows an address; the first one for None."""

    @abstractmethod
    def child_frame(self, path: tuple[int, ...]) -> str:
        """What follows a page, for a frame in it."""

    @abstractmethod
    def locator(self, selector: NamedLocator | str) -> str:
        """What follows a page or a frame, for an element in it."""

    @abstractmethod
    def method(self, name: str) -> str:
        """The name of a method, which Python spells so."""

    @abstractmethod
    def options(self, options: Mapping[str, Any]) -> list[str]:
        """The options of a call, as its last arguments."""

    @abstractmethod
    def file(self, name: str) -> str:
        """The path of a file beside the test."""

    @abstractmethod
    def value(self, value: Any) -> str:
        """A plain value."""
