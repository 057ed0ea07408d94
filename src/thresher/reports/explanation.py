"""An explanation as a page of text and as JSON."""

from __future__ import annotations

import json
import re
import textwrap
from typing import Any

from thresher.explain.explanation import Explanation, Needed, NeededOption, Options, TriedText, Variation
from thresher.formats.archives.directory import DIRECTORY, MAGIC
from thresher.kernel.outcome import Outcome
from thresher.reports.excerpt import readable
from thresher.reports.sizes import sizes
from thresher.verify.removals import DOES_NOT_PARSE

WIDTH, WIDEST = 34, 110
INDENTED: Any = {"initial_indent": "    ", "subsequent_indent": "    ", "break_on_hyphens": False}
_ENTRY = re.compile(r"^(file|program|link|directory) \d+ \d+\n(.*)\n", re.MULTILINE)
CONDITION = ("kind", "text", "description")
MOST_ROWS = 60  # of a table in the text; JSON and the report have all


def as_record(explained: Explanation) -> dict[str, Any]:
    """Everything, for programs. Contents are text; what is not UTF-8 is escaped."""
    return {
        "name": explained.name,
        "content": _text(explained.content),
        "criterion": explained.criterion,
        "complete": explained.complete,
        "why": explained.why,
        "tests": explained.tests,
        "pattern": pattern(explained),
        "pattern_description": about_pattern(explained),
        "options": [_option_record(each) for each in explained.options.each],
        "options_description": about_options(explained.options),
        "environment": {
            "needed": [_option_record(each) for each in explained.options.variables.needed],
            "unneeded": explained.options.variables.unneeded,
            "not_tried": list(explained.options.variables.careful),
        },
        "versions": _versions(explained),
        "conditions": [dict(zip(CONDITION, row, strict=True)) for row in conditions(explained)],
        "constructs": [
            {"start": start, "stop": stop, "text": _text(explained.content[start:stop]), "is": phrase}
            for (start, stop), phrase in explained.construct_descriptions
        ],
        "without": [
            _needed_record(each, explained.content)
            for each in sorted(explained.needed, key=lambda each: (each.span[0], -each.span[1]))
        ],
        "varies": [_variation_record(each) for each in explained.variations],
    }


def _needed_record(needed: Needed, content: bytes) -> dict[str, Any]:
    start, stop = needed.span
    return {
        "start": start,
        "stop": stop,
        "text": _text(content[start:stop]),
        "replaced_by": _text(needed.instead) or None,
        "unit": needed.unit,
        "outcome": needed.outcome.value if needed.outcome else None,
        "reason": needed.reason,
        "description": without(needed),
    }


def _variation_record(variation: Variation) -> dict[str, Any]:
    return {
        "spans": variation.spans,
        "text": _text(variation.text),
        "kind": variation.noun,
        "may_be": alternatives(variation),
        "free": variation.free,
        "exact": variation.exact,
        "tried": _tried(variation.tried),
    }


def _versions(explained: Explanation) -> dict[str, str]:
    known = explained.versions
    if known is None:
        return {}
    programs = {each.name: each.short for each in known.programs}
    return {**programs, "system": known.system, "thresher": known.thresher, "Python": known.python}


def conditions(explained: Explanation) -> list[tuple[str, str, str]]:
    """Options, environment and versions as one table: what kind, which one, and what there is to say of it."""
    variables = explained.options.variables
    rows = [("option", each.text, about_option(each)) for each in explained.options.each]
    rows += [("variable", each.text, about_option(each)) for each in variables.needed]
    if variables.unneeded:
        other = "other variables" if variables.needed else "variables"
        rows.append(
            ("variable", f"{variables.unneeded} {other}", "do not matter: the failure occurs without all of them")
        )
    if variables.careful:
        rows.append(("variable", ", ".join(variables.careful), "not tried without: that might be unsafe"))
    return rows + [("version", name, text) for name, text in _versions(explained).items()]


def _option_record(option: NeededOption) -> dict[str, Any]:
    return {
        "text": option.text,
        "outcome": option.outcome.value if option.outcome else None,
        "reason": option.reason,
        "needed": option.outcome is not None and option.outcome is not Outcome.FAIL,
        "description": about_option(option),
        "tried": _tried(option.tried),
    }


def _tried(tried: tuple[TriedText, ...]) -> list[dict[str, str]]:
    return [{"text": _text(one.text), "outcome": one.outcome.value, "reason": one.reason} for one in tried]


def as_json(explained: Explanation) -> str:
    return json.dumps(as_record(explained), indent=1)


def as_text(explained: Explanation) -> list[str]:
    """One page for people, with nothing in it that a terminal would obey."""
    record = as_record(explained)
    lines = [f"{explained.name}, {_size(explained.content)}. The failure: {'; '.join(explained.criterion)}", ""]
    lines += [f"    {line}" for line in _legible(explained.content).splitlines()]
    if any(each.free for each in explained.variations):
        lines += ["", *textwrap.wrap(record["pattern_description"], WIDEST), ""]
        lines += [f"    {line}" for line in record["pattern"].splitlines()]
    for row in record["constructs"]:
        lines += ["", f"    {_short(row['text'])} may be {row['is']}"]
    lines += ["", "What happens without:", ""]
    lines += _rows([(row["text"], row["description"]) for row in record["without"] if row["reason"] != DOES_NOT_PARSE])
    form = [row["text"] for row in record["without"] if row["reason"] == DOES_NOT_PARSE]
    if form:
        lines += textwrap.wrap(f"Without one of these it does not parse: {' '.join(form)}", WIDEST, **INDENTED)
    if record["varies"]:
        lines += ["", "What may vary:", ""]
        lines += _rows([(row["text"], row["may_be"]) for row in record["varies"]])
    if record["conditions"] or record["options_description"]:
        lines += ["", "Options, environment and versions:", ""]
        lines += _rows([(row["text"], row["description"]) for row in record["conditions"]])
        lines += textwrap.wrap(record["options_description"], WIDEST, **INDENTED)
    if not explained.complete:
        lines += ["", f"Not everything was tested: {explained.why}; rerun the same command to continue."]
    return [readable(line.encode(errors="surrogateescape")) for line in lines]


def _rows(rows: list[tuple[str, str]]) -> list[str]:
    lines = [f"    {_short(text):{WIDTH}} {meaning}"[: WIDEST + WIDTH] for text, meaning in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        lines.append(f"    ... and {len(rows) - MOST_ROWS:,} more; see --json or the report")
    return lines


def _short(text: str) -> str:
    line = text.replace("\n", "⏎")
    return line if len(line) <= WIDTH - 2 else f"{line[: WIDTH // 2 - 2]}…{line[-WIDTH // 2 + 2 :]}"


def without(needed: Needed) -> str:
    """The outcome and what was said, in a few words."""
    if needed.outcome is None:
        return needed.reason or "not tested"
    then = f"{needed.outcome.value}: {needed.reason}" if needed.reason else needed.outcome.value
    return f"replaced by {_text(needed.instead)}: {then}" if needed.instead else then


def about_option(option: NeededOption) -> str:
    """Whether the failure needs it, and whether exactly it, in a few words."""
    if option.outcome is None:
        return "not tested"
    if option.outcome is Outcome.FAIL:
        return "does not matter: the failure occurs without it"
    other = "".join(
        f"; {_text(each.text)} {'works as well' if each.outcome is Outcome.FAIL else f'does not: {each.reason}'}"
        for each in option.tried
    )
    return f"needed; without it: {option.outcome.value} ({option.reason}){other}"


def about_options(options: Options) -> str:
    """What there is to say of several at once; nothing if that is nothing."""
    together, said = options.together, []
    needed = [each.text for each in options.each if each.outcome not in (None, Outcome.FAIL)]
    if needed:
        said.append(f"The failure needs {', '.join(needed)}.")
    if together is not None and together.outcome is Outcome.FAIL:
        said.append(f"{'All others' if needed else 'All'} can be removed together.")
    elif together is not None:
        said.append(f"Each of {_text(together.text)} can be removed, but not all together: {together.reason}.")
    if options.careful:
        said.append(f"Not tried without: {', '.join(options.careful)}; removing them might be unsafe.")
    return " ".join(said)


def alternatives(variation: Variation) -> str:
    """What a part may be replaced by, in a few words."""
    working = [_text(each.text) for each in variation.tried if each.outcome is Outcome.FAIL]
    others = [each for each in variation.tried if each.outcome is not Outcome.FAIL]
    if not variation.complete:
        return "not tested"
    if variation.free:
        places = len(variation.spans)
        return f"any {variation.noun}" + (f", the same in all {places} places" if places > 1 else "")
    if variation.exact:
        other = _text(others[0].text) or "nothing"
        return f"must be exactly this; with {other}: {others[0].outcome.value} ({others[0].reason})"
    not_working = ", ".join(_text(each.text) or '""' for each in others)
    return f"not any {variation.noun}: {', '.join(working)} work, but not {not_working}"


def about_pattern(explained: Explanation) -> str:
    """What angle brackets mean, and in which form that was tested."""
    together = explained.together
    if together is None:
        tested = "each was tested alone, not all at once"
    elif together.outcome is Outcome.FAIL:
        tested = "tested one by one and all at once"
    else:
        tested = f"each was tested alone; with all of them different at once: {together.outcome.value}"
        tested += f" ({together.reason})" if together.reason else ""
    equal = any(each.free and len(each.spans) > 1 for each in explained.variations)
    same = "; parts with the same name must be equal" if equal else ""
    return f"The pattern. What is in angle brackets may be anything of its kind{same} ({tested}):"


def pattern(explained: Explanation) -> str:
    """The content with what may be anything of its kind in angle brackets; what must be equal has the same name."""
    return "".join(f"⟨{text}⟩" if free else text for text, free in _pieces(explained))


def _pieces(explained: Explanation) -> list[tuple[str, bool]]:
    """The content in order: as it is, or what may stand there: a noun, or a name of its own if in several places."""
    places = sorted(
        (span, each.noun if len(each.spans) == 1 else _legible(each.text))
        for each in explained.variations
        if each.free
        for span in each.spans
    )
    found, done = [], 0
    for (start, stop), noun in places:
        if start >= done:
            found += [(_legible(explained.content[done:start]), False), (noun, True)]
            done = stop
    return [*found, (_legible(explained.content[done:]), False)]


def _size(content: bytes) -> str:
    counted = sizes(content)
    return ", ".join(f"{counted[unit]:,} {unit}" for unit in ("files", "bytes") if unit in counted)


def _legible(content: bytes) -> str:
    """As text; of a directory, the paths of its files above what is in them."""
    return _ENTRY.sub(_path_line, readable(content).removeprefix(MAGIC.decode()))


def _path_line(entry: re.Match[str]) -> str:
    return "" if entry[1] == DIRECTORY else f"--- {entry[2]}\n"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")
