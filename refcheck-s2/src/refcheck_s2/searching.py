"""Searching papers, with as few requests as possible: one, and a second where the first leaves doubt.

* A **title** goes to ``/paper/search/match``, which gives the one closest title. Where that is near, it is the
  answer. Where it is not (or there is none, or the title is so short that several works may share it), the
  relevance search is asked as well, and all is ordered by closeness to the title.
* A **citation** goes to the relevance search, which ranks by title and abstract and finds nothing for a string full
  of names and numbers: the part that looks like the title is sent; where that finds nothing, all words are.
* A **topic** goes to the relevance search, with a range of years.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from refcheck_core import SearchKind, SourceBadResponse, normalize

from . import api
from .citations import title_in
from .parsing import paper_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from refcheck_core import Record, SearchQuery, SourceContext

_MAX_QUERY = 300
"""Characters of a query; longer ones add nothing and may exceed what a URL can carry."""
_NEAR = 0.9
"""Similarity of two titles above which they may be one work's: about a word of ten."""
_FEW_WORDS = 3
"""A title of at most so many words may be shared by several works."""
_ROWS = 20
"""Results to choose from in the second request; their number costs no further request."""
_API_LIMIT = 100


async def search(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    """Find at most ``query.limit`` papers."""
    if query.kind is SearchKind.TITLE:
        found = await _by_title(ctx, query)
    elif query.kind is SearchKind.CITATION:
        found = await _by_citation(ctx, query)
    else:
        found = await _relevance(ctx, query.text, query.limit, _years(query))
    return list(found)[: query.limit]


async def _by_title(ctx: SourceContext, query: SearchQuery) -> Iterable[Record]:
    match = await _match(ctx, query.text)
    words = normalize(query.text).split()
    if match and len(words) > _FEW_WORDS and _closeness(query.text, match[0]) >= _NEAR:
        return match
    others = await _relevance(ctx, query.text, max(query.limit, _ROWS))
    found = {record.source_id: record for record in [*match, *others]}
    return sorted(found.values(), key=lambda record: -_closeness(query.text, record))


async def _by_citation(ctx: SourceContext, query: SearchQuery) -> Iterable[Record]:
    title = title_in(query.text)
    if title:
        found = await _relevance(ctx, title, query.limit)
        if found:
            return found
    return await _relevance(ctx, query.text, query.limit)


async def _match(ctx: SourceContext, title: str) -> list[Record]:
    """The paper with the closest title, if there is one that is near enough for the API."""
    text = _shortened(" ".join(title.split()))
    if not text:
        return []
    body = await api.get(ctx, "paper/search/match", {"query": text})
    return [] if body is None else _records(body.get("data"))[:1]


async def _relevance(ctx: SourceContext, text: str, limit: int, years: str | None = None) -> list[Record]:
    words = _plain_query(text)
    if not words:
        return []
    params: dict[str, str | int] = {"query": words, "limit": min(limit, _API_LIMIT)}
    if years:
        params["year"] = years
    body = await api.get(ctx, "paper/search", params)
    if body is None:
        return []
    if "data" not in body and body.get("total") == 0:
        return []  # how the API says that nothing was found
    return _records(body.get("data"))


def _records(data: Any) -> list[Record]:
    if not isinstance(data, list):
        raise SourceBadResponse("Semantic Scholar answered a search without a list of papers.")
    records = [record for paper in data if (record := paper_record(paper)) is not None]
    if data and not records:
        raise SourceBadResponse("Semantic Scholar answered a search with a list of something else than papers.")
    return records


def _plain_query(text: str) -> str:
    """Words alone: the search knows no operators, and a hyphenated term can miss (API documentation)."""
    return _shortened(" ".join(re.sub(r"[^\w\s.'’]|_", " ", text).split()))


def _shortened(text: str) -> str:
    if len(text) <= _MAX_QUERY:
        return text
    return text[:_MAX_QUERY].rsplit(" ", 1)[0]


def _years(query: SearchQuery) -> str | None:
    """The API's range: "2016-2020", "2010-", "-2015"."""
    if query.year_from is None and query.year_to is None:
        return None
    return f"{query.year_from or ''}-{query.year_to or ''}"


def _closeness(text: str, record: Record) -> float:
    """How near a record's title is to the text; a title that goes on after the text (a subtitle) is near."""
    wanted, found = normalize(text), normalize(record.title or "")
    if not wanted or not found:
        return 0.0
    short, long = sorted((wanted, found), key=len)
    if long.startswith(f"{short} ") and len(short.split()) > _FEW_WORDS:
        return _NEAR + (1 - _NEAR) * len(short) / len(long)
    return SequenceMatcher(None, wanted, found, autojunk=False).ratio()
