"""Requests to the arXiv API, and what its faults look like.

The API answers Atom feeds. Faults come as status 400 or 200 with an entry titled "Error", as the bare text "Rate
exceeded.", as an empty body, and as an empty page of a result that is said to have entries.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from refcheck_core import SourceBadResponse, SourceError, SourceRateLimited, raise_for_status, reported_fault

from .feed import Feed, read_feed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import httpx

    from refcheck_core import SourceContext

_ATTEMPTS = 2
"""For faults that go away by themselves: an empty body, an empty page."""


class BadIdError(SourceBadResponse):
    """The API refuses an id as malformed, and with it the whole list.

    Attributes:
        text: the API's sentence, which names the id.
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"arXiv answered with an error: {text}")
        self.text = text


async def ask(ctx: SourceContext, params: Mapping[str, str | int]) -> Feed:
    """Ask for a feed.

    Raises:
        BadIdError: an id of ``id_list`` is malformed.
        SourceError: the API could not answer.
    """
    for attempt in range(1, _ATTEMPTS + 1):
        response = await ctx.http.get("query", params=dict(params))
        last = attempt == _ATTEMPTS
        if response.status_code == 200 and not response.content.strip():
            if last:
                raise SourceBadResponse("arXiv answered with an empty body.")
            continue
        feed = _feed(response)
        if feed.entries or feed.unusable or feed.total == 0:
            return feed
        if last:
            told = "does not say that there are none" if feed.total is None else f"says that there are {feed.total}"
            raise SourceBadResponse(f"arXiv sends no papers, but {told}.")
    raise AssertionError  # pragma: no cover  (the last attempt returns or raises)


async def by_ids(ctx: SourceContext, ids: Sequence[str]) -> Feed:
    """Ask for papers by id, with or without version; an id that the API finds malformed is left out."""
    wanted = list(ids)
    while wanted:
        try:
            return await ask(ctx, {"id_list": ",".join(wanted), "max_results": len(wanted)})
        except BadIdError as error:
            refused = [name for name in wanted if re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-])", error.text)]
            if not refused:
                raise
            wanted = [name for name in wanted if name not in refused]
    return Feed(total=0, entries=())


def _feed(response: httpx.Response) -> Feed:
    body = response.content
    if body[:200].lstrip().lower().startswith(b"rate exceeded"):
        raise SourceRateLimited("arXiv answered that its rate limit is exceeded.")
    if response.status_code not in (200, 400):
        raise_for_status(response)
        raise SourceBadResponse(f"arXiv answered with the unexpected status {response.status_code}.")
    try:
        feed = read_feed(body)
    except SourceError:
        raise_for_status(response)
        raise
    if feed.error is not None:
        raise (BadIdError(feed.error) if "id format" in feed.error else reported_fault("arXiv", feed.error))
    raise_for_status(response)
    return feed
