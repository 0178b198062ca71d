"""arXiv's API: ``/query`` with ``search_query``, ``id_list`` or both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qsl

from starlette.responses import Response

from .api import Api, Query, not_emulated
from .arxiv_query import ArxivSearch, QueryError, published
from .arxiv_shapes import entry, error_feed, feed
from .index import best, rescore
from .library import ARXIV
from .limits import Limit
from .work import arxiv_facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ID = re.compile(r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v(?P<version>\d+))?", re.IGNORECASE)
_HIGHEST_SLICE, _HIGHEST_RESULT = 2000, 30000
_TAKEN = frozenset({"search_query", "id_list", "start", "max_results", "sortBy", "sortOrder"})


class ArxivError(ValueError):
    """What the API answers with 400 and an error entry."""


class Arxiv(Api):
    """arXiv's API over the works on arXiv, latest versions unless asked for another."""

    name = "arxiv"
    prefix = "arxiv"
    base = "api"
    real_base = "https://export.arxiv.org/api/"
    media_type = "application/atom+xml"
    default_limits: ClassVar[Mapping[str, Limit]] = {
        # Terms of use: at most one request in three seconds, one connection at a time, over all of a client's machines.
        "query": Limit(1, 3.0, 1),
    }

    def counted_by(self, query: Query) -> tuple[str, str]:
        return "query", ""

    def too_many(self) -> Response:
        return Response("Rate exceeded.", 429, media_type="text/plain")

    def error_object(self) -> Response:
        return self._feed(error_feed("internal server error"))

    def failed(self, status: int) -> Response:
        return Response("Service temporarily unavailable", status, media_type="text/plain")

    def answer(self, query: Query) -> Response:
        if query.path.rstrip("/") != "query":
            return not_emulated(f"/{query.path}")
        params = dict(query.params)
        if query.method == "POST":
            params |= dict(parse_qsl(query.body.decode(errors="replace"), keep_blank_values=True))
        if unknown := set(params) - _TAKEN:
            return not_emulated(f"parameter {', '.join(sorted(unknown))}")
        try:
            return self._feed(self._answer(params))
        except (ArxivError, QueryError) as error:
            return self._feed(error_feed(str(error)), 400)

    def _feed(self, text: str, status: int = 200) -> Response:
        return Response(text.encode(), status, headers={"content-type": "application/atom+xml; charset=utf-8"})

    def _answer(self, params: Mapping[str, str]) -> str:
        asked, ids = params.get("search_query", ""), params.get("id_list", "")
        start, size = _number(params, "start", 0), _number(params, "max_results", 10)
        if size > _HIGHEST_SLICE or start + size > _HIGHEST_RESULT:
            raise ArxivError(f"max_results must be at most {_HIGHEST_SLICE}, and {_HIGHEST_RESULT} in all")
        listed = list(self._listed(ids))
        if asked.strip():
            found = ArxivSearch(self.library).find(asked)
            if ids.strip():
                entries = [text for at, text in listed if at in found.positions]
                return feed(asked, ids, start, size, len(entries), entries[start : start + size])
            order = self._ordered(found.positions, found.words, params, start + size)[start:]
            shown = [text for at in order if (text := entry(self.library.work(at), None)) is not None]
            return feed(_prefixed(asked), ids, start, size, len(found.positions), shown)
        entries = [text for _, text in listed]
        return feed(asked, ids, start, size, len(entries), entries[start : start + size])

    def _listed(self, ids: str) -> Iterator[tuple[int, str]]:
        """Works and entries of an id list; unknown ids are left out, malformed ones are errors."""
        for name in (part.strip() for part in ids.split(",") if part.strip()):
            match = _ID.fullmatch(name)
            if match is None and not re.fullmatch(r"\d{4}\.\d+", name):
                raise ArxivError(f"incorrect id format for {name}")
            if match is None:
                continue
            version = int(match["version"]) if match["version"] else None
            for at in self.library.by_arxiv(match["id"])[:1]:
                if self.library.flags[at] & ARXIV and (text := entry(self.library.work(at), version)) is not None:
                    yield at, text

    def _ordered(self, found: set[int], words: list[str], params: Mapping[str, str], wanted: int) -> list[int]:
        by = params.get("sortBy", "relevance")
        if by in {"submittedDate", "lastUpdatedDate"}:
            dated = sorted(found, key=lambda at: (published(arxiv_facts(self.library.work(at)) or {}), at))
            return (dated if params.get("sortOrder") == "ascending" else dated[::-1])[:wanted]
        if by != "relevance":
            raise ArxivError("sortBy must be in: relevance, lastUpdatedDate, submittedDate")
        scores = rescore(self.library.index("title"), found, words)
        return [at for at, _ in best(scores, wanted)]


def _number(params: Mapping[str, str], name: str, default: int) -> int:
    text = params.get(name, "").strip() or str(default)
    if not re.fullmatch(r"-?\d+", text):
        raise ArxivError(f"{name} must be an integer")
    if int(text) < 0:
        raise ArxivError(f"{name} must be non-negative")
    return int(text)


def _prefixed(query: str) -> str:
    """The feed's title shows a bare word with the prefix it is taken to have."""
    return f"all:{query}" if re.fullmatch(r"\w+", query) else query
