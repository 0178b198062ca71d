"""Requests to the IEEE Xplore Metadata API, and what its statuses, headers and error texts mean.

Errors come from the gateway (Mashery): status 403 whatever the cause, a header ``X-Mashery-Error-Code`` and a few words
as text, HTML or XML ("<h1>Developer Inactive</h1>").
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

from refcheck_core import Refusal, SourceAuthError, SourceBadResponse, json_body, raise_for_status, reported_fault

from .access import KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

    from refcheck_core import SourceContext

Article: TypeAlias = dict[str, Any]

_SNIFFED = 2000
_GATEWAY_STATUSES = frozenset({403, 429})
_ERROR_NAME = re.compile(r".*(?:error|fault).*|messages?|details?", re.IGNORECASE)
_NOTHING_FOUND = re.compile(
    r"\b(?:no|0|zero) (?:matching |search )?(?:results?|records?|documents?|articles?|items?|matches)\b",
    re.IGNORECASE,
)
_PER_SECOND = 1.0
"""Seconds that we wait after too many requests in one second, where the answer names no time."""


class Page(NamedTuple):
    """One page of an answer.

    Attributes:
        articles: what it holds.
        total: how many the whole answer has.
        unreadable: how many things it lists besides that are no articles.
    """

    articles: list[Article]
    total: int
    unreadable: int = 0


async def search(ctx: SourceContext, params: Mapping[str, str | int], *, count: int, start: int = 1) -> Page:
    """Ask for articles.

    Args:
        ctx: the source's context.
        params: what is looked for. A ``doi`` overrides everything else.
        count: articles of a page, at most 200.
        start: number of the first article, from 1.

    Raises:
        SourceError: the API could not answer.
    """
    response = await ctx.http.get(
        "search/articles",
        params={**params, "max_records": count, "start_record": start, "format": "json"},
        headers={"Accept": "application/json"},
        extensions={"refcheck.refusal": refusal},
    )
    if response.status_code != 200:
        _refuse(response)
    return _page(json_body(response), start)


def refusal(response: httpx.Response) -> Refusal | None:
    """Recognise a used-up quota and too many requests in one second, which come as 403."""
    if response.status_code not in _GATEWAY_STATUSES:
        return None
    told = _gateway_words(response)
    has_wait = "retry-after" in response.headers
    if "OVER QPS" in told:
        return Refusal(retry_after=None if has_wait else _PER_SECOND, reason="too many requests in one second")
    if "OVER RATE" in told:
        wait = None if has_wait else _until_midnight(response)
        return Refusal(retry_after=wait, reason=f"the quota of the key in {KEY.env} is used up for today")
    return None


def _gateway_words(response: httpx.Response) -> str:
    """Error code and text of the gateway, in capitals, with single blanks."""
    names = ("x-mashery-error-code", "x-error-detail-header")
    headers = (response.headers.get(name, "") for name in names)
    body = response.content[:_SNIFFED].decode("utf-8", "replace")
    return re.sub(r"[\s_]+", " ", " ".join([*headers, body])).upper()


def _until_midnight(response: httpx.Response) -> float:
    """Seconds until the quota starts anew: ``Retry-After`` of recorded answers points at midnight UTC."""
    try:
        now = parsedate_to_datetime(response.headers.get("date", ""))
        now = now.astimezone(UTC) if now.tzinfo else now.replace(tzinfo=UTC)
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    except (ValueError, TypeError, OverflowError):
        now = datetime.now(UTC)
        midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    return max(1.0, (midnight - now).total_seconds())


def _refuse(response: httpx.Response) -> NoReturn:
    """Raise for a status other than 200."""
    told = _gateway_words(response)
    if response.status_code in {401, 403}:
        if "INACTIVE" in told:
            text = f"The key in {KEY.env} is not active at IEEE Xplore (status {response.status_code})"
            raise SourceAuthError(f"{text}; new keys are approved by hand, on business days.")
        text = f"IEEE Xplore refuses the key in {KEY.env} (status {response.status_code})"
        raise SourceAuthError(f"{text}; correct or unset it.")
    raise_for_status(response)
    raise SourceBadResponse(f"IEEE Xplore answered with status {response.status_code} in place of an answer.")


def _page(body: Any, start: int) -> Page:
    if not isinstance(body, dict):
        raise SourceBadResponse("IEEE Xplore answered with JSON that is no object.")
    total = _number(body.get("total_records"))
    given = body.get("articles")
    told = _error_in(body)
    if not given and (told is not None or total is None):  # an error beside an empty list is no answer
        raise reported_fault("IEEE Xplore", told)
    if given is None and (total == 0 or start > 1):
        return Page([], total or 0)  # the list is left out where it would be empty
    if not isinstance(given, list):
        raise SourceBadResponse("IEEE Xplore answered a search without a list of articles.")
    articles = [article for article in given if isinstance(article, dict) and _is_article(article)]
    if not articles and (given or total):
        raise SourceBadResponse("IEEE Xplore answered a search with a list of something else than articles.")
    return Page(articles, len(articles) if total is None else total, len(given) - len(articles))


def _error_in(body: Mapping[str, Any]) -> Any:
    """What the body says of an error, ``None`` where it says nothing; words that nothing was found are none."""
    names = [name for name in body if _ERROR_NAME.fullmatch(name)]
    told = [body[name] for name in names if body[name] and not _NOTHING_FOUND.search(str(body[name])[:_SNIFFED])]
    return told or None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _is_article(article: Mapping[str, Any]) -> bool:
    has_title = article.get("title") is None or isinstance(article["title"], str)  # else what it is cannot be told
    return has_title and any(article.get(name) for name in ("title", "article_number", "doi"))
