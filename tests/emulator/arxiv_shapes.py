"""arXiv's Atom feeds as of April 2026."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha1
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from .arxiv_query import published
from .work import ARXIV_DOI_PREFIX, Work, arxiv_facts, authors_of, clean_doi, display_name

_HEAD = (
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom"'
    ' xmlns="http://www.w3.org/2005/Atom">\n'
)
_SCHEME = 'scheme="http://arxiv.org/schemas/atom"'
_UPDATED = "2026-04-12T22:09:27Z"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def feed(query: str, ids: str, start: int, size: int, total: int, entries: Iterable[str]) -> str:
    """The feed of a request.

    Args:
        query, ids: ``search_query`` and ``id_list`` as they came.
        start, size: ``start`` and ``max_results``.
        total: number of all results.
        entries: those of this page.
    """
    asked = f"search_query={query}&id_list={ids}&start={start}&max_results={size}"
    link = f"https://arxiv.org/api/query?search_query={query}&start={start}&max_results={size}&id_list={ids}"
    name = b64encode(sha1(asked.encode(), usedforsecurity=False).digest()).decode().rstrip("=")
    lines = [
        f"  <id>https://arxiv.org/api/{name}</id>",
        f"  <title>arXiv Query: {_xml(asked)}</title>",
        f"  <updated>{_UPDATED}</updated>",
        f'  <link href={quoteattr(_CONTROL.sub("", link))} type="application/atom+xml"/>',
        *_numbers(size, total, start),
        *entries,
    ]
    return _HEAD + "\n".join(lines) + "\n</feed>\n"


def error_feed(text: str) -> str:
    """The feed of an error: one entry called "Error"."""
    where = f"https://arxiv.org/api/errors#{re.sub('[^A-Za-z0-9]+', '_', text)}"
    lines = [
        "  <id>https://arxiv.org/</id>",
        "  <title>arXiv Search Results</title>",
        f"  <updated>{_UPDATED}</updated>",
        *_numbers(1, 1, 0),
        "  <entry>",
        f"    <id>{where}</id>",
        "    <title>Error</title>",
        f"    <updated>{_UPDATED}</updated>",
        f'    <link href="{where}" rel="alternate" type="text/html"/>',
        f"    <summary>{_xml(text)}</summary>",
        *_authors([{"name": "arXiv api core"}]),
        "  </entry>",
    ]
    return _HEAD + "\n".join(lines) + "\n</feed>\n"


def entry(work: Work, version: int | None) -> str | None:
    """The entry of a work; None for a version that does not exist.

    Args:
        work: a work that is on arXiv.
        version: the version wanted, None for the latest.
    """
    facts = dict(arxiv_facts(work) or {})
    latest = int(facts.get("versions", 1))
    if version is not None and not 1 <= version <= latest:
        return None
    number = version or latest
    earlier: Mapping[Any, Mapping[str, Any]] = facts.get("earlier") or {}
    facts |= earlier.get(number) or earlier.get(str(number)) or {}
    name, first = f"{facts['id']}v{number}", published(facts)
    updated = first if number == 1 else str(facts.get("updated") or first)
    category = str(facts.get("category") or work.get("category") or "cs.LG")
    doi = clean_doi(facts.get("doi") or work.get("doi"))
    if doi and doi.startswith(ARXIV_DOI_PREFIX):
        doi = None
    elif isinstance(work.get("arxiv"), str | Mapping) and not facts.get("doi"):
        doi = None  # the author of the preprint did not supply what the publisher registered
    lines = [
        "  <entry>",
        f"    <id>http://arxiv.org/abs/{name}</id>",
        f"    <title>{_xml(str(facts.get('title') or work.get('title') or ''))}</title>",
        f"    <updated>{updated}</updated>",
        f'    <link href="https://arxiv.org/abs/{name}" rel="alternate" type="text/html"/>',
        f'    <link href="https://arxiv.org/pdf/{name}" rel="related" type="application/pdf" title="pdf"/>',
        f"    <summary>{_xml(str(facts.get('abstract') or work.get('abstract') or ''))}</summary>",
        f'    <category term="{_xml(category)}" {_SCHEME}/>',
        f"    <published>{first}</published>",
        *([f"    <arxiv:comment>{_xml(str(facts['comment']))}</arxiv:comment>"] if facts.get("comment") else []),
        f'    <arxiv:primary_category term="{_xml(category)}"/>',
        *(
            [f"    <arxiv:journal_ref>{_xml(str(facts['journal_ref']))}</arxiv:journal_ref>"]
            if facts.get("journal_ref")
            else []
        ),
        *_authors(facts.get("authors") or authors_of(work)),
    ]
    if doi:
        lines.append(f"    <arxiv:doi>{_xml(doi)}</arxiv:doi>")
        lines.append(f'    <link rel="related" href={quoteattr(f"https://doi.org/{doi}")} title="doi"/>')
    return "\n".join([*lines, "  </entry>"])


def _numbers(size: int, total: int, start: int) -> list[str]:
    return [
        f"  <opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>",
        f"  <opensearch:totalResults>{total}</opensearch:totalResults>",
        f"  <opensearch:startIndex>{start}</opensearch:startIndex>",
    ]


def _authors(people: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = []
    for person in people:
        lines += ["    <author>", f"      <name>{_xml(display_name(person))}</name>"]
        if affiliation := person.get("affiliation"):
            lines.append(f"      <arxiv:affiliation>{_xml(str(affiliation))}</arxiv:affiliation>")
        lines.append("    </author>")
    return lines


def _xml(text: str) -> str:
    return escape(_CONTROL.sub("", text), {'"': "&quot;"})
