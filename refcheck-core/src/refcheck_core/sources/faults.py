"""What a source's fault means: each becomes an outcome that is no evidence, and a plugin's bug is logged."""

from __future__ import annotations

import logging
import traceback
from typing import TYPE_CHECKING

from ..errors import CannotAsk, NotCovered, PluginError, SourceError, SourceRateLimited, SourceTimeout
from ..models import OutcomeStatus
from .answers import Answer, not_covered

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..plugins import Source

LONGEST_REASON = 400
"""Characters after which the reason of an outcome is cut."""

_LOG = logging.getLogger("refcheck.sources")


def fault_answer(source: Source, hook: str, error: Exception, redact: Callable[[str], str]) -> Answer:
    """Make an outcome of what a hook raised.

    Args:
        source: the source.
        hook: the hook that was called.
        error: what it raised.
        redact: takes keys out of a text.
    """
    if isinstance(error, NotCovered):
        return not_covered(_line(str(error), redact))
    if isinstance(error, CannotAsk):
        return Answer(OutcomeStatus.SKIPPED, reason=_line(_sentence(error), redact), unable=True)
    if isinstance(error, SourceError):
        return Answer(_status(error), reason=_line(_sentence(error), redact))
    if isinstance(error, TimeoutError):
        return Answer(OutcomeStatus.TIMEOUT, reason="no answer in time")
    log_bug(source, hook, error, redact)
    return Answer(OutcomeStatus.ERROR, reason=_line(_accusation(source, hook, error), redact))


def log_bug(source: Source, hook: str, error: BaseException, redact: Callable[[str], str]) -> None:
    """Log a plugin's bug with its traceback, without keys."""
    trace = "".join(traceback.format_exception(error))
    _LOG.error("%s failed in %s; this is a bug of the plugin\n%s", source.provider, hook, redact(trace))


def _line(text: str, redact: Callable[[str], str]) -> str:
    """One line without keys, of a bounded length; what a plugin raises may quote its database."""
    line = " ".join(redact(text).encode("utf-8", "replace").decode().split())
    return line if len(line) <= LONGEST_REASON else f"{line[: LONGEST_REASON - 1]}…"


def _status(error: SourceError) -> OutcomeStatus:
    if isinstance(error, SourceRateLimited):
        return OutcomeStatus.RATE_LIMITED
    return OutcomeStatus.TIMEOUT if isinstance(error, SourceTimeout) else OutcomeStatus.ERROR


def _sentence(error: SourceError) -> str:
    text = str(error).strip() or type(error).__name__
    wait = error.retry_after if isinstance(error, SourceRateLimited) else None
    return f"{text} (again in {wait:.0f} s)" if wait else text


def _accusation(source: Source, hook: str, error: Exception) -> str:
    if not isinstance(error, PluginError):
        return f"{source.provider} failed in {hook}: {type(error).__name__}"  # its text may hold anything
    text = str(error)
    return text if text.startswith(source.provider) else f"{source.provider} {text} ({hook})"
