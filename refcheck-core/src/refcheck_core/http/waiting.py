"""How long a server asks to wait, and how that is said to a person."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from ..contract import Refusal

if TYPE_CHECKING:
    import httpx

REFUSAL_EXTENSION = "refcheck.refusal"
"""Request extension: a source's function from an answer to a `Refusal`, or ``None`` for the usual reading."""

LONGEST_PAUSE = 86400.0
"""Seconds; a longer ``Retry-After`` is not believed for the machine as a whole."""

_SECONDS = re.compile(r"\d{1,15}(?:\.\d{1,9})?")


def retry_after(response: httpx.Response) -> float | None:
    """Seconds that the ``Retry-After`` header asks to wait (RFC 9110, 10.2.3): a number, or a date.

    A date is taken relative to the answer's own ``Date``, so that a wrong clock here does no harm. ``None`` when there
    is no such header or it is neither; 0 when the date has passed.
    """
    text = response.headers.get("retry-after", "").strip()
    if _SECONDS.fullmatch(text):
        return float(text)
    then = _date(text)
    if then is None:
        return None
    now = _date(response.headers.get("date", "")) or datetime.now(UTC)
    return max(0.0, (then - now).total_seconds())


def refusal(request: httpx.Request, response: httpx.Response) -> Refusal | None:
    """Whether an answer refuses further requests for now: as the source reads it, else by status 429."""
    read = request.extensions.get(REFUSAL_EXTENSION)
    found: Refusal | None = read(response) if read is not None else None
    if found is None and response.status_code != 429:
        return None
    if found is not None and found.retry_after is not None:
        return found
    return Refusal(retry_after=retry_after(response), reason=found.reason if found else None)


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError, TypeError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=UTC)


def in_words(seconds: float) -> str:
    """A duration as a person says it, rounded up: ``0.4 s``, ``12 s``, ``5 min``, ``7 h``, ``3 days``."""
    if seconds < 1:
        return f"{max(0.1, math.ceil(seconds * 10) / 10):g} s"
    for limit, unit, size in ((120, "s", 1), (7200, "min", 60), (172800, "h", 3600)):
        if seconds <= limit:
            return f"{math.ceil(seconds / size)} {unit}"
    return f"{math.ceil(seconds / 86400)} days"


def window_in_words(seconds: float) -> str:
    """The window of a quota: ``a minute``, ``an hour``, ``a day``, ``a week``, else ``in`` so long."""
    return _WINDOWS.get(seconds) or f"in {in_words(seconds)}"


_WINDOWS: dict[float, str] = {60: "a minute", 3600: "an hour", 86400: "a day", 604800: "a week"}
