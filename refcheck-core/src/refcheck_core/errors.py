"""The errors of refcheck, and what each one means for an answer.

"Not found" is never an exception: a source answers ``None`` or an empty list. An exception says that
a source *could not be asked*, which is no evidence for or against a citation.
"""

from __future__ import annotations

from typing import Any


class RefcheckError(Exception):
    """Base of every error that refcheck raises on purpose; its text is fit for a user to read."""


class ClaimError(RefcheckError, ValueError):
    """A claim that cannot be checked as given; the text says how to mend it."""


class PluginError(RefcheckError):
    """A plugin that cannot be used: it does not load, is no source, or takes another's name."""


class RecordingError(RefcheckError):
    """Recordings of databases' answers cannot be used or made, or lack what a replay asks for."""


class AllSourcesFailedError(RefcheckError):
    """Every source that was asked failed, so there is no verdict.

    Attributes:
        reasons: source name -> why it could not answer.
    """

    def __init__(self, reasons: dict[str, str]) -> None:
        self.reasons = dict(reasons)
        listed = "; ".join(f"{name}: {reason.rstrip('.')}" for name, reason in self.reasons.items())
        text = f"No source could be asked, so nothing was checked ({listed})." if listed else "No source is available."
        super().__init__(text)


class SourceError(RefcheckError):
    """A source could not answer. Raised by hooks and by ``ctx.http``; becomes a `SourceOutcome`."""


class SourceUnavailable(SourceError):
    """The database cannot be reached or answers with a server error (5xx, reset, DNS)."""


class SourceUnreachable(SourceUnavailable):
    """There is no connection to the database at all; other requests will fare no better for now."""


class SourceTimeout(SourceUnavailable):
    """The database did not answer within the network time of one call."""


class SourceRateLimited(SourceError):
    """The database, or our own limiter on its behalf, refuses further requests for now.

    Attributes:
        retry_after: seconds to wait before the next try, if known.
    """

    def __init__(self, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class SourceAuthError(SourceError):
    """The database refuses the key or the caller (401, 403)."""


class SourceBadResponse(SourceError):
    """The answer is not what the API documents: HTML for JSON, a truncated body, an error object, too large."""


class NotCovered(SourceError):
    """This source does not hold the identifier, but it exists: it is registered elsewhere.

    Raised by `lookup_doi` of a source that knows the registration agencies, in place of ``None``; ``None`` then
    says that no agency has the DOI. It is no fault of the source and no evidence against a citation: the host
    makes it an outcome ``skipped`` with this error's text as reason.

    Attributes:
        agency: name of the registration agency that has it ("DataCite"), if known.
    """

    def __init__(self, message: str, *, agency: str | None = None) -> None:
        super().__init__(message)
        self.agency = agency


class CannotAsk(SourceError):
    """The question cannot be put to this database: nothing of it is left in the words that its search takes.

    Raised by a hook in place of an empty list or ``None``, which would say that the database looked and found nothing:
    for a title of operators and stop words alone, one word that is longer than a query may be, a DOI that no address
    can carry. It is no fault and no evidence: the host makes it an outcome ``skipped`` that is marked ``unable``, and
    an answer "not found" that lacks this source is not conclusive.
    """


class PartlyUnreadable(SourceBadResponse):
    """Part of an answer could be read, and part could not: what is missing may be what was asked for.

    The host uses `found` and treats the rest as a fault: what is not found there is not known to be absent. A hook
    that could read nothing at all raises `SourceBadResponse`.

    Attributes:
        found: what the hook would have returned: records of ``search``, records by DOI of ``lookup_dois``.
    """

    def __init__(self, message: str, found: Any) -> None:
        super().__init__(message)
        self.found = found
