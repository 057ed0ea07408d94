"""Whether a desktop program shows what was stated: a window's title, or a picture in a region of the screen."""

from __future__ import annotations

from thresher.ui.reducing.shown_conditions import ShownConditions
from thresher.ui.standalone.pictures import from_png, screenshot
from thresher.ui.standalone.x_program import XProgram


class DesktopConditions:
    """The stated conditions; true if there are any."""

    def __init__(self, stated: ShownConditions) -> None:
        self._stated = stated
        self._part = from_png(stated.picture.png).part(stated.picture.region) if stated.picture is not None else b""

    def __bool__(self) -> bool:
        return bool(self._stated)

    def describe(self) -> str:
        return self._stated.describe()[0]

    def hold(self, program: XProgram) -> bool:
        """Whether everything stated holds now."""
        title, picture = self._stated.window_title, self._stated.picture
        if title is not None and not any(title.search(each) for each in program.titles()):
            return False
        return picture is None or screenshot(program.display).part(picture.region) == self._part
