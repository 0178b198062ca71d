"""Semantic Scholar's Academic Graph: paper by id, POST batch, title match and relevance search."""

from __future__ import annotations

import json
import math
import re
from hashlib import sha1
from typing import TYPE_CHECKING, Any, ClassVar

from .api import Api, Query, json_response, not_emulated
from .index import best, search
from .limits import Limit
from .semantic_scholar_shapes import paper_shape, unemulated_fields, unknown_fields
from .text import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.responses import Response

    from .library import Library
    from .work import Work

_URL_IDS = (
    (re.compile(r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/(.+?)(?:\.pdf)?", re.IGNORECASE), "ARXIV:"),
    (re.compile(r"https?://(?:www\.)?aclanthology\.org/(.+?)/?", re.IGNORECASE), "ACL:"),
    (re.compile(r"https?://(?:dx\.)?doi\.org/(.+)", re.IGNORECASE), "DOI:"),
    (re.compile(r"https?://(?:www\.)?semanticscholar\.org/paper/(?:.*/)?([0-9a-f]{40})", re.IGNORECASE), ""),
)
_YEARS = re.compile(r"(\d{4})?(-)?(\d{4})?")
_MATCH_SHARE = 0.7
_SEARCH_SHARE = 0.6
_TAKEN = {
    "paper/search": frozenset({"query", "fields", "offset", "limit", "year"}),
    "paper/search/match": frozenset({"query", "fields", "year"}),
}
_REAL = frozenset(
    {"publicationDateOrYear", "publicationTypes", "venue", "fieldsOfStudy", "minCitationCount", "openAccessPdf"}
)
_HIGHEST_RESULT = 1000


class SemanticScholar(Api):
    """The Academic Graph over all works, the records of one work merged into one paper.

    A search finds papers that hold `search_share` of the query's words in any field, a match those that hold
    `match_share` of them in the title; recorded answers show that not all need be there, the exact rule is not
    published. As documented, a hyphenated word of a search matches nothing.

    Attributes:
        rejected_keys: values of ``x-api-key`` that are answered with 403.
    """

    name = "semantic_scholar"
    prefix = "s2"
    base = "graph/v1"
    real_base = "https://api.semanticscholar.org/graph/v1/"
    default_limits: ClassVar[Mapping[str, Limit]] = {
        # With a key: one request a second over all endpoints (release notes, 2024). Without: a pool that all share,
        # no figure of its own is published; this is the courtesy of one in three seconds (older pages: 100 in 5 min).
        "key": Limit(1, 1.0),
        "no key": Limit(1, 3.0),
    }

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.match_share = _MATCH_SHARE
        self.search_share = _SEARCH_SHARE
        self.rejected_keys: set[str] = {"wrong"}

    def counted_by(self, query: Query) -> tuple[str, str]:
        key = query.headers.get("x-api-key", "")
        return ("key", key) if key else ("no key", "")

    def too_many(self) -> Response:
        text = (
            "Too Many Requests. Please wait and try again or apply for a key for higher rate limits."
            " https://www.semanticscholar.org/product/api#api-key-form"
        )
        return json_response({"message": text, "code": "429"}, 429)

    def error_object(self) -> Response:
        return json_response({"message": "Internal Server Error"})

    def answer(self, query: Query) -> Response:
        if query.headers.get("x-api-key") in self.rejected_keys:
            return json_response({"message": "Forbidden"}, 403)
        fields = [name for name in query.params.get("fields", "").split(",") if name]
        if later := unemulated_fields(fields):
            return not_emulated(f"fields {', '.join(later)}")
        if unknown := unknown_fields(fields):
            return _error(f"Unrecognized or unsupported fields: [{', '.join(unknown)}]", 400)
        path = query.path.rstrip("/")
        if path == "paper/batch":
            return self._batch(query, fields)
        if query.method != "GET":
            return json_response({"message": "Method Not Allowed"}, 405)
        if path in _TAKEN:
            return self._search(path, query, fields)
        if path.startswith("paper/search/") or not path.startswith("paper/"):
            return not_emulated(f"/{path}")
        return self._single(path.removeprefix("paper/"), fields)

    def _single(self, identifier: str, fields: Sequence[str]) -> Response:
        position = self._resolve(identifier)
        if position is None:
            return _error(f"Paper with id {identifier} not found", 404)
        return json_response(self._paper(position, fields))

    def _batch(self, query: Query, fields: Sequence[str]) -> Response:
        if query.method != "POST":
            # A GET is taken for the paper named "batch".
            return _error("Paper with id batch not found", 404)
        try:
            ids = json.loads(query.body)["ids"]
        except (ValueError, KeyError, TypeError):
            return _error("Missing required field: 'ids'", 400)
        if not isinstance(ids, list) or not ids or len(ids) > 500:
            return _error("Must specify between 1 and 500 ids", 400)
        found = [self._resolve(str(identifier)) for identifier in ids]
        if all(position is None for position in found):
            return _error("No valid paper ids given", 400)
        return json_response([None if at is None else self._paper(at, fields) for at in found])

    def _search(self, path: str, query: Query, fields: Sequence[str]) -> Response:
        params = query.params
        for name in params:
            if name not in _TAKEN[path]:
                known = name in _REAL
                return not_emulated(name) if known else _error(f"Unrecognized parameter: [{name}]", 400)
        if not params.get("query", "").strip():
            return _error("Missing required parameter: [query]", 400)
        if path.endswith("match"):
            return self._match(params, fields)
        limit, offset = params.get("limit", "10"), params.get("offset", "0")
        if not limit.isdecimal() or not offset.isdecimal() or not 1 <= int(limit) <= 100:
            return _error("Invalid value for limit or offset: limit must be between 1 and 100", 400)
        if int(offset) + int(limit) > _HIGHEST_RESULT:
            return _error("Requested data for this limit and/or offset is not available", 400)
        return self._relevance(params, fields, int(offset), int(limit))

    def _relevance(self, params: Mapping[str, str], fields: Sequence[str], offset: int, limit: int) -> Response:
        words: list[str] = []
        for text in params["query"].split():
            parts = tokens(text)
            words.extend([text] if "-" in text.strip("-") and len(parts) > 1 else parts)
        papers = self._ranked(words, self.library.keyword_indexes(), self.search_share, params.get("year", ""))
        answer: dict[str, Any] = {"total": len(papers), "offset": offset}
        if offset + limit < len(papers):
            answer["next"] = offset + limit
        if papers:
            ranked = best(papers, offset + limit)[offset:]
            answer["data"] = [self._paper(at, fields) for at, _ in ranked]
        return json_response(answer)

    def _match(self, params: Mapping[str, str], fields: Sequence[str]) -> Response:
        words = tokens(params["query"])
        papers = self._ranked(words, (self.library.index("title"),), self.match_share, params.get("year", ""))
        if not papers:
            return _error("Title match not found", 404)
        position, score = best(papers, 1)[0]
        return json_response({"data": [self._paper(position, fields) | {"matchScore": round(score * 10, 4)}]})

    def _ranked(self, words: Sequence[str], indexes: Sequence[Any], share: float, years: str) -> dict[int, float]:
        """Papers (positions of their leaders) with the score of their best record."""
        distinct = dict.fromkeys(words)
        scores = search(indexes, distinct, max(1, math.ceil(share * len(distinct))))
        papers: dict[int, float] = {}
        for at, score in scores.items():
            leader = self.library.paper_of(at)
            if score > papers.get(leader, 0.0):
                papers[leader] = score
        if years:
            return {at: score for at, score in papers.items() if _in_years(self._paper(at, ["year"])["year"], years)}
        return papers

    def _paper(self, position: int, fields: Sequence[str]) -> dict[str, Any]:
        works = [self.library.work(at) for at in self.library.members(position)]
        return paper_shape(works, *self._ids(works, self.library.paper_of(position)), fields)

    @staticmethod
    def _ids(works: Sequence[Work], leader: int) -> tuple[str, int]:
        given: Mapping[str, Any] = next((work["s2"] for work in works if work.get("s2")), {})
        digest = sha1(f"paper {leader}".encode(), usedforsecurity=False).hexdigest()
        corpus_id = (given.get("externalIds") or {}).get("CorpusId", 900_000_000 + leader)
        return given.get("paperId", f"{leader:08x}{digest[8:]}"), int(corpus_id)

    def _resolve(self, identifier: str) -> int | None:
        library = self.library
        kind, colon, rest = identifier.partition(":")
        kind = kind.upper() if colon else ""
        if kind == "URL":
            for pattern, prefix in _URL_IDS:
                if match := pattern.fullmatch(rest):
                    return self._resolve(prefix + match[1])
            return None
        found: Sequence[int] = ()
        if kind == "DOI" or identifier.startswith("10."):
            found = self._by_doi(rest if kind == "DOI" else identifier)
        elif kind == "ARXIV":
            found = library.by_arxiv(re.sub(r"v\d+$", "", rest))
        elif kind == "ACL":
            found = library.by_value("id", f"acl:{rest}")
        elif kind == "PMID":
            found = library.by_value("pmid", rest)
        elif kind == "CORPUSID":
            found = self._by_generated(rest, int(rest) - 900_000_000 if rest.isdecimal() else -1)
        elif re.fullmatch(r"[0-9a-f]{40}", identifier):
            found = self._by_generated(identifier, int(identifier[:8], 16))
        return library.paper_of(found[0]) if found else None

    def _by_doi(self, doi: str) -> Sequence[int]:
        if doi.lower().startswith("10.48550/arxiv."):
            return self.library.by_arxiv(doi.lower().removeprefix("10.48550/arxiv."))
        return self.library.by_doi(doi) or self.library.by_linked_doi(doi)

    def _by_generated(self, text: str, position: int) -> Sequence[int]:
        if (known := self.library.s2_ids.get(text)) is not None:
            return (known,)
        if not 0 <= position < len(self.library):
            return ()
        paper = self._paper(position, ["corpusId"])
        return (position,) if text in {paper["paperId"], str(paper["corpusId"])} else ()


def _error(text: str, status: int) -> Response:
    return json_response({"error": text}, status)


def _in_years(year: int | None, text: str) -> bool:
    match = _YEARS.fullmatch(text)
    if match is None or year is None:
        return False
    start, dash, end = match.groups()
    if not dash:
        return year == int(start)
    return int(start or 0) <= year <= int(end or 9999)
