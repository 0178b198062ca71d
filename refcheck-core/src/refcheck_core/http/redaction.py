"""Keeping keys out of every text: known secrets, and whatever looks like a key in a URL."""

from __future__ import annotations

import logging
import re
import traceback
import urllib.parse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..contract import SourceInfo
    from ..settings import Settings

PLACEHOLDER = "KEY"
"""What stands in the place of a secret."""

SHORTEST_SECRET = 6
"""Shorter values are not replaced where they occur: they would be found in ordinary words and numbers."""

# OpenAlex, IEEE, NCBI and (optionally) Elsevier take the key in the URL; the others are common spellings.
_PARAMETER = re.compile(
    r"(?<![a-z0-9])((?:api[-_]?key|x-api-key|x-els-apikey|insttoken|access[-_]?token|auth[-_]?token)[\"']?\s*[=:]\s*[\"']?)"
    r"[^\s&\"'<>,;)}\]]+",
    re.IGNORECASE,
)


def secret_forms(secrets: Iterable[str]) -> tuple[str, ...]:
    """The spellings in which secrets may come back (raw, percent-encoded), longest first; short ones left out."""
    forms: set[str] = set()
    for secret in secrets:
        if len(secret) >= SHORTEST_SECRET:
            quoted = urllib.parse.quote(secret, safe="")
            forms |= {secret, quoted, urllib.parse.quote(secret), urllib.parse.quote_plus(secret)}
            forms.add(re.sub(r"%[0-9A-F]{2}", lambda match: match[0].lower(), quoted))
    return tuple(sorted(forms, key=lambda form: (-len(form), form)))


class Redactor:
    """Replaces secrets in text.

    Args:
        settings: where the values of the keys are.
        infos: sources whose keys are known by value; ``key=…`` parameters are replaced for all.
    """

    def __init__(self, settings: Settings, infos: Iterable[SourceInfo] = ()) -> None:
        values = (settings.secret(key) for info in infos for key in info.keys)
        self._forms = secret_forms(value for value in values if value)

    def text(self, text: str) -> str:
        """The text with ``KEY`` in the place of every secret."""
        for form in self._forms:
            text = text.replace(form, PLACEHOLDER)
        return _PARAMETER.sub(rf"\g<1>{PLACEHOLDER}", text)


def install_log_redaction(redactor: Redactor) -> Callable[[], None]:
    """Redact the records of refcheck, httpx, httpcore and stamina wherever they are made, for all handlers.

    For programs that embed refcheck and have handlers of their own. A filter on a logger would miss the records of
    its children, hence the record factory. Values passed as ``extra`` are not touched.

    Returns:
        A function that takes the redaction away again.
    """
    previous = logging.getLogRecordFactory()
    active = True

    def factory(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = previous(*args, **kwargs)
        if active and record.name.partition(".")[0].partition("_")[0] in _REDACTED_LOGGERS:
            _redact(record, redactor)
        return record

    def uninstall() -> None:
        nonlocal active
        active = False
        if logging.getLogRecordFactory() is factory:
            logging.setLogRecordFactory(previous)

    logging.setLogRecordFactory(factory)
    return uninstall


_REDACTED_LOGGERS = frozenset({"refcheck", "httpx", "httpcore", "stamina"})


def _redact(record: logging.LogRecord, redactor: Redactor) -> None:
    try:
        message = record.getMessage()
    except (TypeError, ValueError):  # arguments that do not fit: logging reports it, showing only the format
        message = record.msg = redactor.text(str(record.msg))
        record.args = ()
    clean = redactor.text(message)
    if clean != message:
        record.msg, record.args = clean, ()
    if record.exc_info and record.exc_info[0] is not None:
        trace = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n")
        clean = redactor.text(trace)
        if clean != trace:
            record.exc_info, record.exc_text = None, clean
