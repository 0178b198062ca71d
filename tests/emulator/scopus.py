"""Scopus' search: ``GET search/scopus`` with TITLE, TITLE-ABS-KEY, DOI and PUBYEAR, joined by AND."""

from __future__ import annotations

import re
import time
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar

from .api import Api, Query, json_response, not_emulated
from .index import best, rescore
from .library import SCOPUS
from .limits import Limit
from .scopus_shapes import EMPTY_ENTRY, entry, links
from .text import tokens
from .work import full_title, own_doi

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from starlette.responses import Response

    from .work import Work

_CONDITION = re.compile(
    r"\s*(?:(?P<field>TITLE-ABS-KEY|TITLE|DOI)\(\s*(?P<phrases>\"[^\"]*\"(?:\s+AND\s+\"[^\"]*\")*)\s*\)"
    r"|PUBYEAR\s+(?P<sign>[<>=])\s+(?P<year>\d{4}))\s*"
)
_TAKEN = frozenset({"query", "count", "start", "view", "sort"})
_HIGHEST_COUNT = {"STANDARD": 200, "COMPLETE": 25}
_WEEK = 7 * 86400
_HIGHEST_START = 5000


class QueryError(ValueError):
    """The query cannot be read; the text is for the error."""


class Scopus(Api):
    """Scopus over the works with a DOI of Crossref's; phrases and words must all be there, nothing is fuzzy.

    Attributes:
        rejected_keys: values of ``X-ELS-APIKey`` that are answered with 401.
        quota: requests that the week has left; at 0 they are answered with 429 and ``QUOTA_EXCEEDED``.
        reset: when the week ends, in seconds since 1970.
    """

    name = "scopus"
    prefix = "scopus"
    base = "content"
    real_base = "https://api.elsevier.com/content/"
    default_limits: ClassVar[Mapping[str, Limit]] = {
        # 9 a second: RATELIMITS of pybliometrics. The weekly quota is in the headers.
        "search": Limit(9, 1.0),
    }

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.rejected_keys: set[str] = {"wrong"}
        self.quota = 20_000
        self.reset = int(time.time()) + _WEEK

    def counted_by(self, query: Query) -> tuple[str, str]:
        return "search", query.headers.get("x-els-apikey", "")

    def headers_for(self, query: Query) -> Mapping[str, str]:
        return {
            "X-ELS-Status": "OK",
            "X-RateLimit-Limit": "20000",
            "X-RateLimit-Remaining": str(self.quota),
            "X-RateLimit-Reset": str(self.reset),
        }

    def too_many(self) -> Response:
        return _gateway("TOO_MANY_REQUESTS", "Too many requests", 429)

    def failed(self, status: int) -> Response:
        if status in {401, 403}:
            return _error("AUTHENTICATION_ERROR", "Requestor configuration settings insufficient", status)
        return _error("GENERAL_SYSTEM_ERROR", "Error communicating with backend server", status)

    def error_object(self) -> Response:
        return _error("GENERAL_SYSTEM_ERROR", "Unexpected error", 200)

    def answer(self, query: Query) -> Response:
        key = query.headers.get("x-els-apikey", "")
        if not key or key in self.rejected_keys:
            return _error("AUTHENTICATION_ERROR", "Invalid API Key", 401)
        if self.quota <= 0:
            answer = _gateway("QUOTA_EXCEEDED", "Quota Exceeded", 429)
            answer.headers["X-ELS-Status"] = "QUOTA_EXCEEDED - Quota Exceeded"
            return answer
        if query.method != "GET" or query.path.rstrip("/") != "search/scopus":
            return not_emulated(f"{query.method} /{query.path}")
        if unknown := set(query.params) - _TAKEN:
            return not_emulated(f"parameter {', '.join(sorted(unknown))}")
        if "application/json" not in query.headers.get("accept", ""):
            return not_emulated("answers in XML")
        self.quota -= 1
        return self._search(query.params)

    def _search(self, params: Mapping[str, str]) -> Response:
        view, text = params.get("view", "STANDARD"), params.get("query", "")
        if view not in _HIGHEST_COUNT:
            return _error("INVALID_INPUT", f"View parameter specified in request is not valid: {view}", 400)
        count, start = params.get("count", "25"), params.get("start", "0")
        if not count.isdecimal() or not start.isdecimal() or int(count) > _HIGHEST_COUNT[view]:
            return _error("INVALID_INPUT", "Exceeds the maximum number allowed for the service level", 400)
        if int(start) >= _HIGHEST_START or params.get("sort", "relevancy") != "relevancy":
            return not_emulated("cursors and orders other than by relevance")
        try:
            conditions = list(_conditions(text))
        except QueryError as error:
            return _error("INVALID_INPUT", f"Error translating query: {error}", 400)
        except NotImplementedError as error:
            return not_emulated(f"query {error}")
        found = self._found(conditions)
        shown = [
            entry(self.library.work(at), at, complete=view == "COMPLETE")
            for at, _ in found[int(start) : int(start) + int(count)]
        ]
        return json_response(
            {
                "search-results": {
                    "opensearch:totalResults": str(len(found)),
                    "opensearch:startIndex": start,
                    "opensearch:itemsPerPage": str(len(shown)),
                    "opensearch:Query": {"@role": "request", "@searchTerms": text, "@startPage": start},
                    "link": links(text, int(start), int(count)),
                    "entry": shown or [EMPTY_ENTRY],
                }
            }
        )

    def _found(self, conditions: list[re.Match[str]]) -> list[tuple[int, float]]:
        """Positions that meet all conditions, best first."""
        words: list[str] = []
        within: set[int] | None = None
        for condition in conditions:
            if condition["field"] is None:
                continue
            for phrase in re.findall(r'"([^"]*)"', condition["phrases"]):
                words += tokens(phrase)
                held = self._holders(condition["field"], phrase)
                within = held if within is None else within & held
        kept = [at for at in sorted(within or ()) if self._passes(self.library.work(at), conditions)]
        return best(rescore(self.library.index("title"), kept, words), len(kept))

    def _holders(self, name: str, phrase: str) -> set[int]:
        library, flags = self.library, self.library.flags
        if name == "DOI":
            return {at for at in library.by_doi(phrase) if flags[at] & SCOPUS}
        words = tokens(phrase)
        if not words:
            return set()
        indexes = [library.index("title")] + ([library.index("other")] if name == "TITLE-ABS-KEY" else [])
        holders = [{at for index in indexes for at in index.postings(word)} for word in words]
        held = {at for at in reduce(set.intersection, holders) if flags[at] & SCOPUS}
        if len(words) == 1:
            return held
        return {at for at in held if _has_phrase(library.work(at), words, abstract=name == "TITLE-ABS-KEY")}

    @staticmethod
    def _passes(work: Work, conditions: Iterable[re.Match[str]]) -> bool:
        year = work.get("year")
        for condition in conditions:
            if condition["sign"]:
                limit = int(condition["year"])
                holds = {"<": (year or limit) < limit, ">": (year or limit) > limit, "=": year == limit}
                if not holds[condition["sign"]]:
                    return False
        return own_doi(work) is not None


def _conditions(text: str) -> Iterable[re.Match[str]]:
    """The conditions of a query.

    Raises:
        QueryError: quotes or parentheses don't close, or a condition or operator is missing.
        NotImplementedError: what Scopus knows and the emulator does not.
    """
    if not text.strip() or text.count('"') % 2 or _bare(text).count("(") != _bare(text).count(")"):
        raise QueryError(text[:80])
    at = 0
    while at < len(text):
        match = _CONDITION.match(text, at)
        if match is None:
            raise NotImplementedError(text[at : at + 80])
        if any(sign in (match["phrases"] or "") for sign in "*?{}") and match["field"] != "DOI":
            raise NotImplementedError("wildcards and braces")
        yield match
        at = match.end()
        if at < len(text):
            if not text.startswith("AND ", at):
                raise QueryError(text[at : at + 80])
            at += 4
            if at >= len(text):
                raise QueryError("nothing after AND")


def _bare(text: str) -> str:
    return re.sub(r'"[^"]*"', "", text)


def _has_phrase(work: Work, words: list[str], *, abstract: bool) -> bool:
    texts = [full_title(work), *([str(work.get("abstract", ""))] if abstract else [])]
    wanted = f" {' '.join(words)} "
    return any(wanted in f" {' '.join(tokens(text))} " for text in texts)


def _error(code: str, text: str, status: int) -> Response:
    return json_response({"service-error": {"status": {"statusCode": code, "statusText": text}}}, status)


def _gateway(code: str, text: str, status: int) -> Response:
    return json_response({"error-response": {"error-code": code, "error-message": text}}, status)
