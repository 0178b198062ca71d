"""IEEE Xplore's metadata API: ``GET search/articles`` by title, text or DOI, with a range of years."""

from __future__ import annotations

import time
from email.utils import formatdate
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar

from starlette.responses import Response

from .api import Api, Query, json_response, not_emulated
from .ieee_shapes import article, number_of
from .index import best, rescore
from .library import IEEE
from .limits import Limit
from .text import STOP_WORDS, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

_CHOOSING = frozenset({"article_title", "querytext", "doi", "article_number"})
_TAKEN = _CHOOSING | {"apikey", "format", "start_year", "end_year", "max_records", "start_record"}
_MOST_RECORDS = 200
_DAY = 86400


class Ieee(Api):
    """IEEE Xplore over the works with a DOI of 10.1109.

    ``article_number`` overrides every other parameter, ``doi`` all but that. All words must be there. The range of
    years is kept to within a year, as the real API does not fully keep to it either.

    Attributes:
        rejected_keys: values of ``apikey`` that are not active.
        quota: requests that the day has left; at 0 they are answered with 403 and ``ERR_403_DEVELOPER_OVER_RATE``.
    """

    name = "ieee"
    prefix = "ieee"
    base = "api/v1"
    real_base = "https://ieeexploreapi.ieee.org/api/v1/"
    default_limits: ClassVar[Mapping[str, Limit]] = {
        # 10 a second and 200 a day: what developers are told with their key.
        "second": Limit(10, 1.0),
    }

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.rejected_keys: set[str] = {"wrong"}
        self.quota = 200

    def counted_by(self, query: Query) -> tuple[str, str]:
        return "second", query.params.get("apikey", "")

    def too_many(self) -> Response:
        return _gateway("Developer Over Qps", "ERR_403_DEVELOPER_OVER_QPS", "Account Over Queries Per Second Limit")

    def failed(self, status: int) -> Response:
        if status in {401, 403}:
            return _gateway("Not Authorized", "ERR_403_NOT_AUTHORIZED", "Not Authorized", status)
        return Response("<h1>Gateway Timeout</h1>", status, media_type="text/xml")

    def error_object(self) -> Response:
        return json_response({"error": "Internal server error"})

    def answer(self, query: Query) -> Response:
        params = query.params
        key = params.get("apikey", "")
        if not key or key in self.rejected_keys:
            return _gateway("Developer Inactive", "ERR_403_DEVELOPER_INACTIVE", "Account Inactive")
        if self.quota <= 0:
            answer = _gateway("Developer Over Rate", "ERR_403_DEVELOPER_OVER_RATE", "Account Over Rate Limit")
            answer.headers["Retry-After"] = str(_DAY - int(time.time()) % _DAY)
            return answer
        if query.method != "GET" or query.path.rstrip("/") != "search/articles":
            return not_emulated(f"{query.method} /{query.path}")
        if unknown := set(params) - _TAKEN:
            return not_emulated(f"parameter {', '.join(sorted(unknown))}")
        if params.get("format") != "json" or not _CHOOSING & set(params):
            return not_emulated("answers in XML, and requests for everything")
        self.quota -= 1
        return self._search(params)

    def _search(self, params: Mapping[str, str]) -> Response:
        count, start = params.get("max_records", "25"), params.get("start_record", "1")
        if not count.isdecimal() or not 1 <= int(count) <= _MOST_RECORDS or not start.isdecimal() or int(start) < 1:
            return not_emulated(f"max_records={count}, start_record={start}")
        found = self._found(params)
        shown = [
            article(self.library.work(at), at, int(start) + place)
            for place, at in enumerate(found[int(start) - 1 : int(start) - 1 + int(count)])
        ]
        answer: dict[str, Any] = {"total_records": len(found), "total_searched": len(self.library)}
        if shown:
            answer["articles"] = shown  # left out where there are none
        return json_response(answer)

    def _found(self, params: Mapping[str, str]) -> list[int]:
        library, flags = self.library, self.library.flags
        if "article_number" in params:
            number = params["article_number"]
            return [at for at, flag in enumerate(flags) if flag & IEEE and str(number_of(at)) == number]
        if "doi" in params:
            return [at for at in library.by_doi(params["doi"]) if flags[at] & IEEE]
        within: set[int] | None = None
        ranked: list[str] = []
        for name, indexes in (
            ("article_title", [library.index("title")]),
            ("querytext", list(library.keyword_indexes())),
        ):
            words = [word for word in tokens(params.get(name, "")) if word not in STOP_WORDS]
            ranked += words
            holders = [{at for index in indexes for at in index.postings(word)} for word in words]
            if holders:
                held = reduce(set.intersection, holders)
                within = held if within is None else within & held
        kept = [at for at in sorted(within or ()) if flags[at] & IEEE and self._in_years(at, params)]
        return [at for at, _ in best(rescore(library.index("title"), kept, ranked), len(kept))]

    def _in_years(self, at: int, params: Mapping[str, str]) -> bool:
        year = int(self.library.work(at).get("year") or 0)
        return year == 0 or int(params.get("start_year", 0)) - 1 <= year <= int(params.get("end_year", 9998)) + 1


def _gateway(text: str, code: str, detail: str, status: int = 403) -> Response:
    headers = {
        "Date": formatdate(usegmt=True),
        "Server": "Mashery Proxy",
        "X-Error-Detail-Header": detail,
        "X-Mashery-Error-Code": code,
    }
    return Response(f"<h1>{text}</h1>", status, headers=headers, media_type="text/xml")
