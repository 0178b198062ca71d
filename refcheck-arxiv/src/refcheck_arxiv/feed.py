"""Reading Atom feeds of the arXiv API, old and new form, from bytes that nobody vouches for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException  # type: ignore[import-untyped]  # has no stubs of its own
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from refcheck_core import SourceBadResponse, clean_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_OPENSEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"
_ERROR_ID = re.compile(r"https?://(export\.)?arxiv\.org/api/errors")
_ABSTRACT_PAGE = re.compile(r"https?://(?:\w+\.)?arxiv\.org/abs/(\S+)")
_MAX_ERROR = 200
_MAX_DEPTH = 16
"""Levels of elements; a feed has four (feed, entry, author, name), and markup in a title some more."""
_MAX_TAGS = 400_000
"""Tags of a feed: more than 30 papers with 3000 authors each have, who take four for element and name."""
_ERROR_TAG = re.compile(r"(?:\{[^}]*\})?\w*(?:error|fault|message)\w*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed, as text that is not cleaned yet.

    Attributes:
        id: arXiv id with its version, as given ("1706.03762v7").
        title, summary, comment, journal_ref, doi, category: as given, ``None`` where absent.
        published: date of version 1. updated: date of this version. Both ISO 8601.
        authors: names in order.
    """

    id: str
    title: str
    authors: tuple[str, ...]
    published: str | None
    updated: str | None
    summary: str | None
    comment: str | None
    journal_ref: str | None
    doi: str | None
    category: str | None


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed that was read.

    Attributes:
        total: number of results that the search has in all; ``None`` where the feed does not say.
        entries: papers; entries without id or title, which stand for unknown ids, are left out.
        unusable: number of the entries that were left out.
        nameless: how many of those have authors or an abstract: papers that cannot be told, rather than unknown ids.
        error: text of an error entry; there are no others then.
    """

    total: int | None
    entries: tuple[Entry, ...]
    unusable: int = 0
    nameless: int = 0
    error: str | None = None


def read_feed(body: bytes) -> Feed:
    """Read a feed.

    Raises:
        SourceBadResponse: the body is no well-formed feed, has a document type or entities, or is nested deeper or
            larger than any feed.
    """
    if body.count(b"<") > _MAX_TAGS:
        raise SourceBadResponse("arXiv answered with XML that is larger than any feed.")
    try:
        root = fromstring(body, forbid_dtd=True)
    except DefusedXmlException as error:
        raise SourceBadResponse("arXiv answered with XML that declares entities or a document type.") from error
    except (ParseError, ValueError, LookupError) as error:
        raise SourceBadResponse("arXiv answered with something that is no well-formed XML.") from error
    if _is_deeper_than(root, _MAX_DEPTH):  # the texts of such elements take their time to collect
        raise SourceBadResponse("arXiv answered with XML that is nested deeper than any feed.")
    if root.tag != f"{_ATOM}feed":
        raise SourceBadResponse("arXiv answered with XML that is no Atom feed.")
    elements = root.findall(f"{_ATOM}entry")
    error_text = next((text for element in elements if (text := _error(element)) is not None), None)
    if error_text is None and not elements:
        error_text = _error_beside_nothing(root)
    if error_text is not None:
        return Feed(total=0, entries=(), error=error_text)
    read = [(element, _entry(element)) for element in elements]
    entries = tuple(entry for _, entry in read if entry is not None)
    nameless = sum(entry is None and _is_paper(element) for element, entry in read)
    return Feed(total=_total(root), entries=entries, unusable=len(elements) - len(entries), nameless=nameless)


def _is_deeper_than(root: Element, levels: int) -> bool:
    row = [root]
    for _ in range(levels):
        row = [child for element in row for child in element]
    return bool(row)


def _error_beside_nothing(root: Element) -> str | None:
    """What a feed without entries says of an error."""
    told = [child for child in root if _ERROR_TAG.fullmatch(child.tag)]
    if not told and _text(root, f"{_ATOM}title") != "Error":
        return None
    words = " ".join("".join(child.itertext()) for child in told) or _text(root, f"{_ATOM}subtitle")
    return (clean_text(words) or "without a text")[:_MAX_ERROR]


def _is_paper(element: Element) -> bool:
    return bool(_authors(element)) or _text(element, f"{_ATOM}summary") is not None


def _error(element: Element) -> str | None:
    """The text of an entry that reports an error; its id tells it, or its title together with its author."""
    by_api = _text(element, f"{_ATOM}title") == "Error" and "arXiv api core" in _authors(element)
    if not by_api and not _ERROR_ID.match(_text(element, f"{_ATOM}id") or ""):
        return None
    return (clean_text(_text(element, f"{_ATOM}summary")) or "without a text")[:_MAX_ERROR]


def _entry(element: Element) -> Entry | None:
    page = _ABSTRACT_PAGE.fullmatch(_text(element, f"{_ATOM}id") or "")
    title = _text(element, f"{_ATOM}title")
    if page is None or title is None:
        return None
    category = element.find(f"{_ARXIV}primary_category")
    return Entry(
        id=page[1],
        title=title,
        authors=_authors(element),
        published=_text(element, f"{_ATOM}published"),
        updated=_text(element, f"{_ATOM}updated"),
        summary=_text(element, f"{_ATOM}summary"),
        comment=_text(element, f"{_ARXIV}comment"),
        journal_ref=_text(element, f"{_ARXIV}journal_ref"),
        doi=" ".join(text for text in _texts(element, f"{_ARXIV}doi")) or None,
        category=category.get("term") if category is not None else None,
    )


def _authors(element: Element) -> tuple[str, ...]:
    """Names; affiliations stand beside them and are left out."""
    return tuple(name for author in element.findall(f"{_ATOM}author") if (name := _text(author, f"{_ATOM}name")))


def _text(element: Element, tag: str) -> str | None:
    return next(iter(_texts(element, tag)), None)


def _texts(element: Element, tag: str) -> list[str]:
    # Decoded first: a no-break space can be half of a letter that was encoded twice.
    found = (" ".join(_decoded_once("".join(child.itertext())).split()) for child in element.findall(tag))
    return [text for text in found if text]


def _decoded_once(text: str) -> str:
    """Undo a double encoding: the API has sent UTF-8 that was read as Latin-1 and encoded again ("GÃ¶tz").

    A text that is really Latin-1 does not form valid UTF-8 by accident.
    """
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def _total(root: Element) -> int | None:
    text = _text(root, f"{_OPENSEARCH}totalResults") or ""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
