"""The criterion of a session, from the settings and the signature of the first run."""

from __future__ import annotations

import dataclasses
import json

from thresher.errors import UsageError
from thresher.oracle.failures.criterion import Criterion, ExitZeroCriterion, LearnedCriterion, StatedCriterion
from thresher.oracle.failures.signature import HANG, LIMIT, Signature
from thresher.oracle.progress import ProgressCriterion
from thresher.session.folder.saved import damaged_journal, texts
from thresher.session.folder.saved import text as printable
from thresher.session.settings import OracleSettings


def criterion_for(settings: OracleSettings, signature: Signature, hide: tuple[str, ...]) -> Criterion:
    """What counts as the failure: the script's exit code, the stated failure, or else exactly that of the first run."""
    criterion = _outcome_criterion(settings, signature, hide)
    return ProgressCriterion(criterion, settings.progress) if settings.progress else criterion


def _outcome_criterion(settings: OracleSettings, signature: Signature, hide: tuple[str, ...]) -> Criterion:
    if settings.script:
        return ExitZeroCriterion()
    if settings.same_backtrace:
        if not signature.backtrace:
            raise UsageError("--same-backtrace needs a program that crashes, so that gdb can tell where")
        if settings.stated is None:
            return StatedCriterion(same_backtrace=signature.backtrace, hide=hide)
        return dataclasses.replace(settings.stated, same_backtrace=signature.backtrace, hide=hide)
    if settings.stated is not None:
        return dataclasses.replace(settings.stated, hide=hide)
    return LearnedCriterion(signature, hide)


def restored(text: str) -> Signature:
    """The signature from a journal; UsageError if it is damaged."""
    try:
        record = json.loads(text)
        codes = [record["exit_code"], record["signal"]]
        lines, backtrace = (tuple(texts(record.get(name, []))) for name in ("lines", "backtrace"))
        kind = printable(record["kind"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise damaged_journal() from None
    if not all(code is None or (isinstance(code, int) and abs(code) < 1 << 32) for code in codes):
        raise damaged_journal()
    if kind in (HANG, LIMIT) and not lines:
        raise damaged_journal()
    return Signature(codes[0], codes[1], kind, lines, backtrace)
