"""Answers from recorded responses instead of from works.

The folder has ``INDEX.tsv`` (columns ``file``, ``api``, ``kind``, ``request``, ``status``, ``note``, ``evidence``), one
file a response, and ``<api>/HEADERS.jsonl``. A request gets the recording of the same method, path and query; where
there is none, one that differs only in parameters that shape an answer and don't choose it (`SHAPING`). Payloads whose
envelope was not kept get it back.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote, urlsplit

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from .api import Api, Query

SHAPING = frozenset(
    "select fields rows limit offset start max_results sortBy sortOrder mailto api_key apikey page per-page".split()
)
_NEVER = frozenset({"mailto", "api_key", "apikey"})
_HOP_BY_HOP = frozenset("connection content-encoding content-length date keep-alive status transfer-encoding".split())
_REQUEST = re.compile(
    r"(?P<method>GET|POST|HEAD) (?P<url>https?://\S+?)(?P<spaced> .*?)?(?:\s+\[Accept: .*\]|\s+\(.*\))?"
)
_BODY_IDS = re.compile(r'request body (\{"ids":\[.*?\]\})')

Asked = tuple[str, str, frozenset[tuple[str, str]], str]


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded response."""

    file: str
    api: str
    kind: str
    status: int
    evidence: str


class Recordings:
    """The recordings of a folder, by request."""

    def __init__(self, folder: Path, apis: Mapping[str, Api]) -> None:
        self._folder = folder
        self._exact: dict[Asked, Recording] = {}
        self._loose: dict[Asked, Recording] = {}
        self._headers: dict[str, Mapping[str, str]] = {}
        csv.field_size_limit(sys.maxsize)
        with (folder / "INDEX.tsv").open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row["api"] in apis:
                    self._enter(row, apis[row["api"]])
        for name in apis:
            self._read_headers(folder / name / "HEADERS.jsonl")

    def __len__(self) -> int:
        return len(self._exact)

    def requests(self, api: str) -> list[tuple[Asked, Recording]]:
        """Requests of an API (method, path below the base, query, POST ids) with their recordings."""
        return [(asked, found) for asked, found in self._exact.items() if found.api == api]

    def answer(self, api: Api, query: Query) -> Response:
        """The recorded answer, else 501 with the request that has none."""
        body = _ids(query.body.decode(errors="replace")) if query.method == "POST" else ""
        pairs = [(name, value) for name, value in query.pairs if name not in _NEVER]
        path = _path(query.path)
        found = self._exact.get((query.method, f"{api.name}/{path}", frozenset(pairs), body))
        if found is None:
            chosen = frozenset(pair for pair in pairs if pair[0] not in SHAPING)
            found = self._loose.get((query.method, f"{api.name}/{path}", chosen, body))
        if found is None:
            shown = "&".join(f"{name}={value}" for name, value in pairs)
            text = f"No recording of {query.method} {api.real_base}{path}?{shown}"
            return Response(text, 501, media_type="text/plain")
        headers = self._headers.get(found.file, {})
        content = _enveloped((self._folder / found.file).read_bytes(), found)
        answer = Response(content, found.status, headers=dict(headers))
        if "content-type" not in headers:
            answer.headers["content-type"] = _type_by_name(found.file, api)
        answer.headers["x-recording"] = found.file
        return answer

    def _enter(self, row: Mapping[str, str], api: Api) -> None:
        match = _REQUEST.fullmatch(row["request"])
        if match is None:
            return
        # Some requests were noted down unencoded, with blanks in their queries.
        url = urlsplit(re.sub("^http:", "https:", match["url"] + (match["spaced"] or "")))
        base = urlsplit(api.real_base)
        if url.hostname != base.hostname or not url.path.startswith(base.path):
            return
        status = re.match(r"\d{3}", row["status"])
        found = Recording(row["file"], row["api"], row["kind"], int(status[0]) if status else 200, row["evidence"])
        path = f"{api.name}/{_path(unquote(url.path).removeprefix(base.path))}"
        pairs = [pair for pair in parse_qsl(url.query, keep_blank_values=True) if pair[0] not in _NEVER]
        if any(value.startswith("(") or (value == "..." and name not in SHAPING) for name, value in pairs):
            return
        ids = _BODY_IDS.search(row["note"])
        body = _ids(ids[1]) if ids else ""
        self._exact.setdefault((match["method"], path, frozenset(pairs), body), found)
        chosen = frozenset(pair for pair in pairs if pair[0] not in SHAPING)
        self._loose.setdefault((match["method"], path, chosen, body), found)

    def _read_headers(self, path: Path) -> None:
        if not path.is_file():
            return
        with path.open(encoding="utf-8") as stream:
            for line in stream:
                row = json.loads(line)
                kept = {name: value for name, value in row["headers"].items() if name not in _HOP_BY_HOP}
                self._headers[row["file"]] = kept


def _path(path: str) -> str:
    return path.strip("/").removeprefix("v1/").lower()


def _ids(body: str) -> str:
    try:
        return ",".join(str(item).lower() for item in json.loads(body)["ids"])
    except (ValueError, KeyError, TypeError):
        return body


def _type_by_name(file: str, api: Api) -> str:
    suffix = file.rsplit(".", 1)[-1]
    known = {"json": "application/json", "html": "text/html", "txt": "text/plain", "bib": "application/x-bibtex"}
    return known.get(suffix, api.media_type)


def _enveloped(content: bytes, found: Recording) -> bytes:
    """The payload within the envelope that the API sends it in."""
    if found.evidence == "cassette" or not found.file.endswith(".json"):
        return content
    data = json.loads(content)
    if found.api == "crossref":
        return _crossref_envelope(data, content)
    if found.api == "semantic_scholar":
        return _s2_envelope(data, found.kind, content)
    return content


def _crossref_envelope(data: Any, content: bytes) -> bytes:
    if isinstance(data, dict) and "message" in data:
        return content
    if isinstance(data, dict) and "items" not in data:
        message: Any = data
    else:
        items = data if isinstance(data, list) else data["items"]
        message = {"facets": {}, "total-results": len(items), "items": items, "items-per-page": len(items)}
        message |= {"query": {"start-index": 0, "search-terms": None}}
    kind = "work" if message is data else "work-list"
    return json.dumps({"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message}).encode()


def _s2_envelope(data: Any, kind: str, content: bytes) -> bytes:
    if isinstance(data, dict) and "data" in data:
        return content
    if kind == "title_match":
        return json.dumps({"data": data if isinstance(data, list) else [data]}).encode()
    if kind == "search":
        items = data if isinstance(data, list) else [data]
        return json.dumps({"total": len(items), "offset": 0, "data": items}).encode()
    return content
