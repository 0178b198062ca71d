"""Reading an answer: statuses to errors, bodies to data. Neither httpx nor stamina is imported here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import SourceAuthError, SourceBadResponse, SourceError, SourceRateLimited, SourceUnavailable
from ..text import clean_text

if TYPE_CHECKING:
    import httpx

SOURCE_EXTENSION = "refcheck.source"
"""Response extension that carries the database's name for people."""

_HTML = re.compile(rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
# Names that name a text encoding only: Python also knows "zlib" or "rot13" as codecs.
_ENCODINGS = frozenset({"utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "utf-16"})
_LIMIT_WORDS = re.compile(
    r"\b(?:rate|usage|request|quota)[ -]?limit|\bquota|throttl|too many requests|over[ _](?:rate|qps)|limit exceeded"
    r"|\b429\b",
    re.IGNORECASE,
)
_KEY_WORDS = re.compile(
    r"\b(?:api[ -]?key|unauthori[sz]ed|not authori[sz]ed|forbidden|developer inactive|not entitled)\b|authentication"
    r"|authorization",
    re.IGNORECASE,
)
_MAX_QUOTE = 200  # characters of a database's own words that a message quotes
_MAX_DEPTH = 6  # levels of an error object that are looked through, with so many items each
_MAX_ITEMS = 20
_SNIFFED = 2048  # bytes of a body in which the beginning of a web page is looked for


def raise_for_status(response: httpx.Response) -> None:
    """Raise unless the status is 2xx. Handle a 404 that means "not there" before calling this.

    Raises:
        SourceAuthError: 401 or 403.
        SourceRateLimited: 429.
        SourceUnavailable: 5xx.
        SourceBadResponse: any other status.
    """
    status = response.status_code
    if 200 <= status < 300:
        return
    name = source_name(response)
    if status == 401:
        raise SourceAuthError(f"{name} does not accept the key (status 401).")
    if status == 403:
        raise SourceAuthError(f"{name} refuses the request (status 403): no access with this key, or blocked.")
    if status == 429:
        raise SourceRateLimited(f"{name} refuses further requests for now (status 429).")
    if status >= 500:
        raise SourceUnavailable(f"{name} has a fault of its own (status {status}).")
    raise SourceBadResponse(f"{name} does not accept the request (status {status}).")


def json_body(response: httpx.Response) -> Any:
    """Parse a JSON body, whatever its content type says.

    Raises:
        SourceBadResponse: empty, a web page, broken off, or not JSON.
    """
    content = response.content
    name = source_name(response)
    _refuse_empty_or_page(content, name)
    try:
        text = content.decode(json.detect_encoding(content))
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise SourceBadResponse(f"{name} sent an answer that is not valid JSON, or is broken off.") from None
    # Half of a surrogate pair is legal in JSON and cannot be stored or printed.
    return _without_lone_surrogates(data) if "\\ud" in text or "\\uD" in text else data


def text_body(response: httpx.Response) -> str:
    """Decode a text body (XML, BibTeX) by its declared charset, else UTF-8; undecodable bytes become U+FFFD.

    Raises:
        SourceBadResponse: empty, or a web page.
    """
    content = response.content
    _refuse_empty_or_page(content, source_name(response))
    declared = _CHARSET.search(response.headers.get("content-type", ""))
    charset = declared[1].lower() if declared else "utf-8"
    return content.decode(charset if charset in _ENCODINGS else "utf-8", "replace")


def reported_fault(name: str, told: Any) -> SourceError:
    """What an error means that stands in the body of an answer with status 200, maybe beside an empty list.

    Args:
        name: the database's name for people.
        told: the error as the body has it: a text, an object or a list of those; ``True`` for one without words.

    Returns:
        `SourceRateLimited` where the words say so, `SourceAuthError` where they speak of the key, else
        `SourceBadResponse`; with the words, bounded.
    """
    words = (clean_text(" ".join(_words_in(told))[: 5 * _MAX_QUOTE]) or "")[:_MAX_QUOTE].rstrip(". ")
    sentence = f"{name} answered with an error{': ' if words else ''}{words}."
    if _LIMIT_WORDS.search(words):
        return SourceRateLimited(sentence)
    return SourceAuthError(sentence) if _KEY_WORDS.search(words) else SourceBadResponse(sentence)


def _words_in(told: Any, depth: int = 0) -> Iterator[str]:
    """The texts and numbers in an error object, in their order."""
    if isinstance(told, str) or (isinstance(told, int) and not isinstance(told, bool)):
        yield str(told)[:_MAX_QUOTE]
    elif isinstance(told, Mapping | list) and depth < _MAX_DEPTH:
        for item in islice(told.values() if isinstance(told, Mapping) else told, _MAX_ITEMS):
            yield from _words_in(item, depth + 1)


def source_name(response: httpx.Response) -> str:
    """The database's name for people, as far as the response knows it."""
    return str(response.extensions.get(SOURCE_EXTENSION, "The database"))


def _refuse_empty_or_page(content: bytes, name: str) -> None:
    start = content[:_SNIFFED].removeprefix(b"\xef\xbb\xbf")
    if not start.strip():
        raise SourceBadResponse(f"{name} sent an empty answer.")
    if _HTML.match(start):
        raise SourceBadResponse(f"{name} sent a web page instead of data.")


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _without_lone_surrogates(data: Any) -> Any:
    if isinstance(data, str):
        return data.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(data, list):
        return [_without_lone_surrogates(item) for item in data]
    if isinstance(data, dict):
        return {_without_lone_surrogates(key): _without_lone_surrogates(value) for key, value in data.items()}
    return data
