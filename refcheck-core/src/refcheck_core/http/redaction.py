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


def secret_pattern(secrets: Iterable[str]) -> re.Pattern[str] | None:
    r"""What finds secrets in text in any mixture of spellings, ``None`` where there is none that is long enough.

    Each character may stand for itself or be written as JSON does it (``\u0041``), percent-encoded (``%41``), or as an
    HTML entity (``&#65;``, ``&#x41;``, ``&amp;``), also encoded twice (``%2541``, ``&amp;#65;``).
    """
    known = sorted({secret for secret in secrets if len(secret) >= SHORTEST_SECRET}, key=lambda s: (-len(s), s))
    spelt = ("".join(_spellings(character) for character in secret) for secret in known)
    return re.compile("|".join(spelt)) if known else None


_ESCAPES = frozenset("\\%&")
"""Characters one of which every escape begins with."""
_BACKSLASHES = r"\\{1,4}"  # bounded: a text of nothing else must not cost its square


def _spellings(character: str) -> str:
    code = ord(character)
    ways = [re.escape(character), rf"{_BACKSLASHES}u{_hex(code, 4)}", rf"{_BACKSLASHES}x{_hex(code, 2)}"]
    ways += ["".join(f"%(?:25)*{_hex(byte, 2)}" for byte in character.encode("utf-8", "replace"))]
    ways += [rf"&(?:amp;)*\#0*{code};", rf"&(?:amp;)*\#[xX]0*{_hex(code, 1)};"]
    if character in _ESCAPED:
        ways += [rf"{_BACKSLASHES}{re.escape(character)}", *(rf"&(?:amp;)*{name};" for name in _ESCAPED[character])]
    return f"(?:{'|'.join(ways)})"


def _hex(code: int, width: int) -> str:
    digits = f"{code:0{width}x}"
    return "".join(f"[{digit}{digit.upper()}]" if digit.isalpha() else digit for digit in digits)


# What JSON escapes by a backslash, and what HTML has a name for, among the characters of keys.
_ESCAPED = {
    "&": ("amp",),
    "<": ("lt",),
    ">": ("gt",),
    '"': ("quot",),
    "'": ("apos",),
    "/": ("sol",),
    "+": ("plus",),
    "=": ("equals",),
    "_": ("lowbar",),
    "\\": ("bsol",),
}


class Redactor:
    """Replaces secrets in text.

    Args:
        settings: where the values of the keys are.
        infos: sources whose keys are known by value; ``key=…`` parameters are replaced for all.
    """

    def __init__(self, settings: Settings, infos: Iterable[SourceInfo] = ()) -> None:
        values = (settings.secret(key) for info in infos for key in info.keys)
        known = [value for value in values if value]
        self._forms = secret_forms(known)
        self._pattern = secret_pattern(known)

    def scrub(self, text: str) -> str:
        """The text with ``KEY`` in the place of every known secret, in whatever encoding; nothing else is touched."""
        for form in self._forms:
            text = text.replace(form, PLACEHOLDER)
        if self._pattern is None or _ESCAPES.isdisjoint(text):
            return text  # the pattern takes its time, and most texts have nothing that could be an escape
        return self._pattern.sub(PLACEHOLDER, text)

    def text(self, text: str) -> str:
        """The text with ``KEY`` in the place of every secret, and of whatever an address gives as one."""
        text = self.scrub(text)
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
