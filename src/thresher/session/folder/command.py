"""`command.json`: the command of a session, signed with the user's key, for `thresher resume`.

The signature covers everything that would be run: the arguments, the working directory, the digests of secrets, and
the session folder, so that a copy in another folder is not valid there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from thresher.errors import UsageError
from thresher.oracle.secrets import has_placeholder, restored, saved
from thresher.session.files.whole import write_own
from thresher.session.folder.saved import argument, damaged, read_record, text, texts
from thresher.session.folder.signing import Key, NoKey, own_key

COMMAND = "command.json"


@dataclass(frozen=True, slots=True)
class SavedCommand:
    """Arguments with variable names in place of secrets, and a keyed digest of each argument that had one."""

    folder: Path
    arguments: tuple[str, ...]
    directory: str
    digests: Mapping[str, str]
    signature: str = ""

    def key(self) -> Key | None:
        """The user's key if it signed this command for this folder, else None."""
        try:
            key = own_key()
        except NoKey:
            return None
        return key if key.signed(self.covered, self.signature) else None

    @property
    def covered(self) -> dict[str, object]:
        """The data that the signature covers."""
        return {
            "folder": str(self.folder.resolve()),
            "arguments": self.arguments,
            "directory": self.directory,
            "digests": self.digests,
        }

    def restored(self) -> list[str]:
        """The arguments as they were given. Secrets are filled in only if the user's key signed the session.

        A UsageError if that cannot be done, or if a secret has another value now.
        """
        key = self.key()
        if key is None:
            if any(map(has_placeholder, self.arguments)):
                raise UsageError(
                    f"the command in {self.folder} had a secret in it, which is not filled in for a session that you "
                    "did not make here; run the original command instead"
                )
            return list(self.arguments)
        return [
            restored(each, self.digests[str(number)], key.digest) if str(number) in self.digests else each
            for number, each in enumerate(self.arguments)
        ]


def write_command(folder: Path, arguments: list[str], directory: Path) -> None:
    """Saves the command of a session, signed if the user has a key or can be given one."""
    masked = saved(arguments)
    secret = {str(at): given for at, (given, kept) in enumerate(zip(arguments, masked, strict=True)) if given != kept}
    command = SavedCommand(folder, tuple(masked), str(directory), {})
    try:
        key = own_key(create=True)
    except NoKey:  # the command line says so once
        pass
    else:
        command = replace(command, digests={at: key.digest(os.fsencode(given)) for at, given in secret.items()})
        command = replace(command, signature=key.signature(command.covered))
    record = {name: getattr(command, name) for name in ("arguments", "directory", "digests", "signature")}
    write_own(folder / COMMAND, json.dumps(record, indent=1).encode())


def read_command(folder: Path) -> SavedCommand:
    """The command of a session, whoever wrote it; one of an older version has no signature."""
    path = folder / COMMAND
    try:
        record = read_record(path)
        digests = record.get("digests", {})
        if not isinstance(digests, dict):
            raise damaged(path)
        return SavedCommand(
            folder,
            tuple(map(argument, texts(record["arguments"]))),
            argument(record["directory"]),
            {text(at): text(digest) for at, digest in digests.items()},
            text(record.get("signature", "")),
        )
    except FileNotFoundError:
        raise UsageError(f"{folder} is not a session folder; run thresher reduce first") from None
    except (OSError, ValueError, KeyError):
        raise damaged(path) from None
