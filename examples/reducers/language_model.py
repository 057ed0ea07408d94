#!/usr/bin/env python3
"""An external reducer that asks a language model for candidates. It needs a program that answers a prompt:

    export MODEL_COMMAND='llm'                 # or 'ollama run NAME', or a script of your own
    thresher reduce crash.c --reduce-with 'python3 language_model.py' -- gcc -c {}

The prompt is written to the standard input of MODEL_COMMAND; the answer is the longest code block of its output, or all of
it. A model may suggest anything: thresher tests every candidate, and keeps only those that still fail in the same way.
Without MODEL_COMMAND nothing is suggested. Standard library only.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
import subprocess
import sys

PROMPT = """\
The text below makes a program fail. Rewrite it so that it is shorter and probably still makes the program fail in the
same way. Answer with the new text only, in one code block.
{more}
```
{text}
```
"""
TRIES = 3  # times in a row that the model may be wrong
LONGEST = 20_000  # characters of a text that is shown to the model
SECONDS = 300.0  # for one answer
_BLOCK = re.compile(r"```[^\n]*\n(.*?)```", re.DOTALL)


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        text = base64.b64decode(message.get("reduce") or message["content"]).decode("utf-8", "surrogateescape")
        reduce(text)
        send({"idle": True})


def reduce(text: str) -> None:
    """Asks for ever smaller texts until the model is wrong several times in a row."""
    wrong: list[str] = []
    while len(wrong) < TRIES and len(text) <= LONGEST:
        candidate = suggestion(text, wrong)
        if candidate is None or len(candidate) >= len(text):
            return
        if is_interesting(candidate):
            text, wrong = candidate, []
        else:
            wrong.append(candidate)


def suggestion(text: str, wrong: list[str]) -> str | None:
    """What the model answers; None if there is no model, or it gives no answer."""
    command = shlex.split(os.environ.get("MODEL_COMMAND", ""))
    if not command:
        return None
    more = "".join(f"\nThis was too much, the program does not fail on it:\n```\n{each}\n```\n" for each in wrong)
    try:
        answer = subprocess.run(
            command,
            input=PROMPT.format(more=more, text=text),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=True,
            errors="surrogateescape",
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        print(f"the model gave no answer: {error}", file=sys.stderr)
        return None
    blocks = _BLOCK.findall(answer)
    return max(blocks, key=len) if blocks else answer


def is_interesting(candidate: str) -> bool:
    """Suggests a candidate and waits for the answer."""
    send({"content": base64.b64encode(candidate.encode("utf-8", "surrogateescape")).decode()})
    return bool(json.loads(sys.stdin.readline() or '{"interesting": false}')["interesting"])


def send(message: dict[str, object]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main()
