"""Requests to the Academic Graph API, and what its statuses and error objects mean.

Error bodies are ``{"error": text}``, from the gateway ``{"message": text}``.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from refcheck_core import (
    SourceAuthError,
    SourceBadResponse,
    SourceRateLimited,
    json_body,
    raise_for_status,
    reported_fault,
)

from .access import KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import httpx

    from refcheck_core import SourceContext

FIELDS = (
    "paperId,externalIds,url,title,abstract,venue,publicationVenue,year,publicationDate,publicationTypes,"
    "journal,authors"
)
"""Everything that a record needs; without it the API gives little more than id and title."""


async def get(ctx: SourceContext, path: str, params: Mapping[str, str | int]) -> dict[str, Any] | None:
    """Ask for a JSON object.

    Returns:
        the object, or ``None`` where the API says that it does not have it (404).

    Raises:
        SourceError: the API could not answer.
    """
    with _explained(ctx):
        response = await ctx.http.get(path, params={**params, "fields": FIELDS})
        if response.status_code == 404:
            _expect_not_found(response)
            return None
        raise_for_status(response)
        body = json_body(response)
    if not isinstance(body, dict):
        raise SourceBadResponse("Semantic Scholar answered with JSON that is no object.")
    _refuse_error_object(body)
    return body


async def post_batch(ctx: SourceContext, ids: Sequence[str]) -> list[Any]:
    """Ask for several papers; the answer has one entry for each id, in order, ``None`` where it is unknown.

    Raises:
        SourceError: the API could not answer.
    """
    with _explained(ctx):
        response = await ctx.http.post(
            "paper/batch",
            params={"fields": FIELDS},
            json={"ids": list(ids)},
            extensions={"refcheck.idempotent": True},  # a POST that only reads: it may be sent again
        )
        if response.status_code == 400 and _no_id_known(response):
            return [None] * len(ids)
        raise_for_status(response)
        body = json_body(response)
    if isinstance(body, dict):
        _refuse_error_object(body)
    if not isinstance(body, list) or len(body) != len(ids):
        raise SourceBadResponse("Semantic Scholar answered a batch with something else than one entry for each id.")
    return body


@contextmanager
def _explained(ctx: SourceContext) -> Iterator[None]:
    """Add to an error about limits or keys what the user can do about it."""
    try:
        yield
    except SourceRateLimited as error:
        if KEY.env in ctx.keys_present:
            raise
        text = (
            f"{_sentence(error)} Without a key all anonymous users share one limit; "
            f"set {KEY.env} to a key of your own to be served reliably."
        )
        raise SourceRateLimited(text, retry_after=error.retry_after) from error
    except SourceAuthError as error:
        text = (
            f"Semantic Scholar refuses the key in {KEY.env}; correct it, or unset it to ask without a key."
            if KEY.env in ctx.keys_present
            else f"Semantic Scholar refuses requests without a key from here; set {KEY.env}."
        )
        raise SourceAuthError(text) from error


def _sentence(error: Exception) -> str:
    return str(error).rstrip(". ") + "."


def _error_text(response: httpx.Response) -> str | None:
    """The text of an error object, ``None`` where the body is none (a web page, a gateway's text)."""
    try:
        body = json_body(response)
    except SourceBadResponse:
        return None
    return _text_of(body) if isinstance(body, dict) else None


def _text_of(body: Mapping[str, Any]) -> str | None:
    text = body.get("error") or body.get("message")
    return text if isinstance(text, str) else None


def _expect_not_found(response: httpx.Response) -> None:
    """Tell "Paper with id … not found" and "Title match not found" from a 404 for a wrong address."""
    if "not found" not in (_error_text(response) or "").casefold():
        raise SourceBadResponse("Semantic Scholar answered 404 without saying that the paper was not found.")


def _no_id_known(response: httpx.Response) -> bool:
    """Whether a 400 says that the batch holds no known id ("No valid paper ids given")."""
    text = (_error_text(response) or "").casefold()
    return "no valid paper" in text or "not found" in text


def _refuse_error_object(body: Mapping[str, Any]) -> None:
    """Raise for an error that came with status 200, also beside an empty list."""
    told = [body[name] for name in ("error", "errors", "message", "code") if body.get(name)]
    if told and not body.get("data") and body.get("paperId") is None:
        raise reported_fault("Semantic Scholar", told)
