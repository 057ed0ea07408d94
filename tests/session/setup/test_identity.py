from __future__ import annotations

from pathlib import Path

from thresher.session.settings import OracleSettings
from thresher.session.setup.identity import identity


def test_what_decides_a_verdict_changes_the_identity(tmp_path: Path) -> None:
    script = tmp_path / "test.sh"
    script.write_text("one")
    settings = OracleSettings(("sh", str(script)), script=True)
    command = ("/bin/sh", str(script))

    def known_as(*, data: bytes = b"x", name: str = "x.c", command: tuple[str, ...] = command) -> str:
        return identity([data], name, settings, command)

    first = known_as()
    assert known_as() == first
    assert len({first, known_as(data=b"y"), known_as(name="y.c"), known_as(command=(*command, "-v"))}) == 4
    script.write_text("two")
    assert known_as() != first
    assert identity([b"x"], "x.c", OracleSettings(("sh",), script=False), command) != known_as()
