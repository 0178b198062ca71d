"""Requests to the Scopus Search API, and what its statuses, headers and error objects mean.

An error comes in one of three shapes: ``{"service-error": {"status": {"statusCode", "statusText"}}}``, from the gateway
``{"error-response": {"error-code", "error-message"}}``, or ``{"message": text}``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from refcheck_core import (
    Refusal,
    SourceAuthError,
    SourceBadResponse,
    clean_text,
    json_body,
    raise_for_status,
    reported_fault,
)

from .access import KEY, TOKEN

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

    from refcheck_core import SourceContext

Entry: TypeAlias = dict[str, Any]

_EMPTY = "result set was empty"
_ERRORS = frozenset({"service-error", "error-response", "error", "errors", "fault", "message", "statusText"})
"""Names under which answers tell errors."""
_MAX_QUOTE = 200
_SNIFFED = 2000
_WEEK = 604_800.0
_UNKNOWN_RESET = 3600.0
"""Seconds that we stay away after a used-up quota whose reset the answer does not tell."""
_SECONDS_END = 100_000_000_000
"""Larger times of X-RateLimit-Reset are in milliseconds; as seconds, this is the year 5138."""


class Page(NamedTuple):
    """An answer to a search.

    Attributes:
        entries: the works that it lists, none where nothing was found.
        unreadable: how many things it lists besides that are no works.
    """

    entries: list[Entry]
    unreadable: int = 0


async def search(ctx: SourceContext, query: str, count: int) -> Page:
    """Ask for at most `count` entries, most relevant first.

    Raises:
        SourceError: the API could not answer.
    """
    response = await ctx.http.get(
        "search/scopus",
        params={"query": query, "count": count, "view": "STANDARD", "sort": "relevancy"},
        headers={"Accept": "application/json"},
        extensions={"refcheck.refusal": refusal},
    )
    if response.status_code != 200:
        code, text = _error_of(response)
        if response.status_code == 400 and _EMPTY in text.casefold():
            return Page([])  # the former way to say so
        _refuse(response, code, text)
    return _page(json_body(response))


def refusal(response: httpx.Response) -> Refusal | None:
    """Tell a throttled burst from a used-up weekly quota; both are a 429."""
    if response.status_code != 429:
        return None
    if not _is_quota(response):
        return Refusal(reason="too many requests in a short time")
    wait = _until_reset(response) or _UNKNOWN_RESET
    return Refusal(retry_after=min(wait, _WEEK), reason=f"the weekly quota of the key in {KEY.env} is used up")


def _is_quota(response: httpx.Response) -> bool:
    status = response.headers.get("x-els-status", "")
    if "QUOTA_EXCEEDED" in status.upper() or response.headers.get("x-ratelimit-remaining", "").strip() == "0":
        return True
    return b"QUOTA" in response.content[:_SNIFFED].upper()


def _until_reset(response: httpx.Response) -> float | None:
    """Seconds until ``X-RateLimit-Reset``: a time in seconds or milliseconds since 1970, or a date."""
    reset = _time(response.headers.get("x-ratelimit-reset", "").strip())
    if reset is None:
        return None
    now = _time(response.headers.get("date", "")) or datetime.now(UTC).timestamp()
    return max(0.0, reset - now)


def _time(text: str) -> float | None:
    if text.isascii() and text.isdigit() and len(text) < 20:
        number = float(text)
        return number / 1000 if number >= _SECONDS_END else number
    for read in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            date = read(text)
        except (ValueError, TypeError, OverflowError):
            continue
        return (date if date.tzinfo is not None else date.replace(tzinfo=UTC)).timestamp()
    return None


def _error_of(response: httpx.Response) -> tuple[str, str]:
    """Code and text of an error object; both empty where the body is none."""
    try:
        body = json_body(response)
    except SourceBadResponse:
        return "", ""
    return _error_in(body) or ("", "")


def _error_in(body: Any) -> tuple[str, str] | None:
    outer = _object(body)
    status = _object(_object(outer.get("service-error")).get("status"))
    gateway = _object(outer.get("error-response"))
    pairs = (
        (status.get("statusCode"), status.get("statusText")),
        (gateway.get("error-code"), gateway.get("error-message")),
        (None, outer.get("message")),
    )
    for code, text in pairs:
        if isinstance(code, str) or isinstance(text, str):
            return _quoted(code), _quoted(text)
    return None


def _quoted(value: Any) -> str:
    return (clean_text(value) or "")[:_MAX_QUOTE] if isinstance(value, str) else ""


def _refuse(response: httpx.Response, code: str, text: str) -> NoReturn:
    """Raise for a status other than 200; each cause has words of its own."""
    told = f" Scopus says: {text.rstrip('. ')}." if text else ""
    status = response.status_code
    if status == 400:
        raise SourceBadResponse(f"Scopus does not understand the query (status 400).{told}")
    if status == 401:
        if code == "AUTHORIZATION_ERROR":
            text = f"Scopus knows the key in {KEY.env}, but it has no rights from this network (status 401)"
            raise SourceAuthError(f"{text}; use it within your institution's network, or set {TOKEN.env}.{told}")
        raise SourceAuthError(f"Scopus refuses the key in {KEY.env} (status 401); correct or unset it.{told}")
    if status == 403:
        raise SourceAuthError(f"The key in {KEY.env} has no entitlement to search Scopus (status 403).{told}")
    if status in {413, 414}:
        raise SourceBadResponse(f"The query is too long for Scopus (status {status}).{told}")
    raise_for_status(response)
    raise SourceBadResponse(f"Scopus answered with status {status} in place of an answer.{told}")


def _page(body: Any) -> Page:
    results = _object(body).get("search-results")
    entries = _listed(results)
    found = [entry for entry in entries or () if isinstance(entry, dict) and _is_work(entry)]
    if found and entries is not None:
        return Page(found, len(entries) - len(found))
    told = [told for name, told in {**_object(body), **_object(results)}.items() if told and name in _ERRORS]
    if told:  # beside an empty list, too, an error is no answer
        raise reported_fault("Scopus", told)
    if not isinstance(results, dict):
        raise SourceBadResponse("Scopus answered with JSON that is no result of a search.")
    if entries is None and results.get("entry") is None and _is_none(results.get("opensearch:totalResults")):
        return Page([])
    if not entries:
        raise SourceBadResponse("Scopus answered a search without a list of entries.")
    if _is_empty_result(entries):
        return Page([])
    raise SourceBadResponse("Scopus answered a search with a list of something else than works.")


def _listed(results: Any) -> list[Any] | None:
    """The entries, of which a single one need be no list; ``None`` where there are none."""
    given = _object(results).get("entry")
    if isinstance(given, dict):
        return [given]
    return given if isinstance(given, list) else None


def _is_none(total: Any) -> bool:
    return not isinstance(total, bool) and total in ("0", 0)


def _is_empty_result(entries: list[Any]) -> bool:
    """Whether the one entry says that nothing was found.

    Raises:
        SourceBadResponse: it tells another error.
    """
    if len(entries) != 1 or not isinstance(entries[0], dict) or "error" not in entries[0]:
        return False
    text = _quoted(entries[0]["error"])
    if _EMPTY in text.casefold():
        return True
    raise reported_fault("Scopus", text)


def _is_work(entry: Mapping[str, Any]) -> bool:
    title = entry.get("dc:title")
    has_title = title is None or isinstance(title, str | list) or isinstance(_object(title).get("$"), str)
    return has_title and "error" not in entry and any(entry.get(name) for name in ("dc:title", "dc:identifier", "eid"))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
