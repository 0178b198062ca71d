"""Searching papers, with as few requests as possible: one, and a second where the first leaves doubt.

* A **title** goes to ``/paper/search/match``, which gives the one closest title. Where that is near, it is the
  answer. Where it is not (or there is none, or the title is so short that several works may share it), the
  relevance search is asked as well, and all is ordered by closeness to the title.
* A **topic** goes to the relevance search, with a range of years.
* A **citation** goes there, too, but names and numbers are not what that search looks at, so that it finds little:
  `describe` does not offer it.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, TypeAlias

from refcheck_core import CannotAsk, PartlyUnreadable, SearchKind, SourceBadResponse, clean_text, normalize

from . import api
from .parsing import is_paper, paper_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from refcheck_core import Record, SearchQuery, SourceContext

_MAX_QUERY = 300
"""Characters of a query; longer ones add nothing and may exceed what a URL can carry."""
_MAX_COMPARED = 500
"""Characters of titles that are compared."""
_NEAR = 0.9
"""Similarity of two titles above which they may be one work's: about a word of ten."""
_FEW_WORDS = 3
"""A title of at most so many words may be shared by several works."""
_ROWS = 20
"""Results to choose from in the second request; their number costs no further request."""
_API_LIMIT = 100

Paper: TypeAlias = dict[str, Any]
"""A paper as the API sends it; only those that are given to the caller are read in full."""


async def search(ctx: SourceContext, query: SearchQuery) -> Sequence[Record]:
    """Find at most ``query.limit`` papers.

    Raises:
        CannotAsk: the text has no words, or one that is too long.
        PartlyUnreadable: things in the answer are no papers.
    """
    if query.kind is SearchKind.TITLE:
        papers = await _by_title(ctx, query)
    else:
        papers = await _relevance(ctx, query.text, query.limit, _years(query))
    readable = [paper for paper in papers if is_paper(paper)]
    records = list(filter(None, map(paper_record, readable[: query.limit])))
    if len(readable) < len(papers):
        raise PartlyUnreadable("Semantic Scholar answered with papers that cannot be read", records)
    return records


async def _by_title(ctx: SourceContext, query: SearchQuery) -> list[Paper]:
    wanted = normalize(query.text[:_MAX_COMPARED])
    _expect_words(query.text)
    match = await _match(ctx, query.text)
    if match and len(wanted.split()) > _FEW_WORDS and _closeness(wanted, match[0]) >= _NEAR:
        return match
    others = await _relevance(ctx, query.text, max(query.limit, _ROWS))
    papers = {str(paper.get("paperId") or id(paper)): paper for paper in [*match, *others]}
    return sorted(papers.values(), key=lambda paper: -_closeness(wanted, paper))


async def _match(ctx: SourceContext, title: str) -> list[Paper]:
    """The paper with the closest title, if there is one that is near enough for the API."""
    text = _shortened(re.sub(r"\s*[-‐‑]+\s*", " ", clean_text(title) or "").strip(" ."))
    if not text:
        return []
    body = await api.get(ctx, "paper/search/match", {"query": text})
    return [] if body is None else _papers(body.get("data"))[:1]


async def _relevance(ctx: SourceContext, text: str, limit: int, years: str | None = None) -> list[Paper]:
    words = _expect_words(text)
    params: dict[str, str | int] = {"query": words, "limit": min(limit, _API_LIMIT)}
    if years:
        params["year"] = years
    body = await api.get(ctx, "paper/search", params)
    if body is None:
        return []
    if "data" not in body and body.get("total") == 0:
        return []  # how the API says that nothing was found
    papers = _papers(body.get("data"))
    if not papers and body.get("total", 0) not in (0, "0"):
        raise SourceBadResponse("Semantic Scholar says that there are papers, but lists none.")
    return papers


def _papers(data: Any) -> list[Paper]:
    if not isinstance(data, list):
        raise SourceBadResponse("Semantic Scholar answered a search without a list of papers.")
    if data and not any(map(is_paper, data)):
        raise SourceBadResponse("Semantic Scholar answered a search with a list of something else than papers.")
    return [paper if isinstance(paper, dict) else {} for paper in data]  # what is no paper is counted in the end


def _expect_words(text: str) -> str:
    words = _plain_query(text)
    if not normalize(words):
        raise CannotAsk("Semantic Scholar cannot be asked for this text: it has no words, or one that is too long")
    return words


def _plain_query(text: str) -> str:
    """Words alone: the search knows no operators, and a hyphenated term can miss (API documentation)."""
    return _shortened(" ".join(re.sub(r"[^\w\s.'’]|_", " ", text).split())).rstrip(".")


def _shortened(text: str) -> str:
    if len(text) <= _MAX_QUERY:
        return text
    return text[:_MAX_QUERY].rpartition(" ")[0]


def _years(query: SearchQuery) -> str | None:
    """The API's range: "2016-2020", "2010-", "-2015"."""
    if query.year_from is None and query.year_to is None:
        return None
    return f"{query.year_from or ''}-{query.year_to or ''}"


def _closeness(wanted: str, paper: Paper) -> float:
    """How near a paper's title is to a normalised text; a title that goes on after the text (a subtitle) is near."""
    title = paper.get("title")
    found = normalize(title[:_MAX_COMPARED]) if isinstance(title, str) else ""
    if not wanted or not found:
        return 0.0
    short, long = sorted((wanted, found), key=len)
    if long.startswith(f"{short} ") and len(short.split()) > _FEW_WORDS:
        return _NEAR + (1 - _NEAR) * len(short) / len(long)
    return SequenceMatcher(None, wanted, found, autojunk=False).ratio()
