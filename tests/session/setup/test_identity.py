from __future__ import annotations

from pathlib import Path
from socket import AF_UNIX, socket

import pytest

from thresher.session.settings import OracleSettings
from thresher.session.setup.identity import identity, named_programs


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


def test_a_socket_that_a_script_names_is_not_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sandbox shows the programs that a script names; a socket among them would be a way out."""
    monkeypatch.chdir(tmp_path)
    with socket(AF_UNIX) as listening:
        listening.bind("socket")
        program, script = tmp_path / "program", tmp_path / "script"
        for path, text in ((program, "#!/bin/sh\n"), (script, f"{program} {tmp_path / 'socket'}\n")):
            path.write_text(text)
            path.chmod(0o755)
        assert {path for path in named_programs((str(script),)) if path.is_relative_to(tmp_path)} == {program, script}
