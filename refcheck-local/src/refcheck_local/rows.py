"""`Row`: one work as an index keeps it, and as JSON Lines hold it.

Every format that can be read is turned into rows; a `Record` is made of a row when it is asked for.
"""

from __future__ import annotations

import msgspec


class Person(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A contributor's name.

    Attributes:
        family, given, suffix: its parts, where they are known.
        name: the whole name as one string where they are not, or an organisation's.
        organization: whether it is known to be an organisation.
    """

    family: str | None = None
    given: str | None = None
    suffix: str | None = None
    name: str | None = None
    organization: bool = False


class Row(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One work. A field that its source does not give is absent.

    Attributes:
        id: names the work within its source ("doi:10.1000/x", "arxiv:1706.03762"): a row with the same id replaces it.
        title: main title as plain text. subtitle: where it is kept apart. titles: others (translations, short titles).
        authors: in order; empty means unknown. partial: the list is not complete (first author only).
        editors: of the work itself.
        year: of the version of record. years: all years of publication (print, online, posted).
        venue: container title. venue_aliases: its abbreviation, acronym, series.
        publisher: publisher, institution or school.
        type: value of `refcheck_core.models.WorkType`, or a BibTeX or CSL type.
        volume, issue, pages, article_number, edition, series: as given.
        doi: in any spelling. For a preprint that names the DOI of its published version, see `published_as`.
        arxiv_id: without version. category: primary arXiv category.
        isbn, issn: as given. pmid, pmcid: of PubMed.
        url: address for people.
        abstract: plain text; kept only where an index is built with abstracts.
        notices: kinds of notices (values of `NoticeKind`: "retraction", "withdrawal", …).
        published_as: DOIs of the published version of a preprint. preprint_of is the same relation told by Crossref.
        submitted_to: venue of a submission that was not (or not yet) accepted; it confirms no venue.
        source: where the row comes from, for people.
    """

    id: str
    title: str
    subtitle: str | None = None
    titles: tuple[str, ...] = ()
    authors: tuple[Person, ...] = ()
    partial: bool = False
    editors: tuple[Person, ...] = ()
    year: int | None = None
    years: tuple[int, ...] = ()
    venue: str | None = None
    venue_aliases: tuple[str, ...] = ()
    publisher: str | None = None
    type: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    article_number: str | None = None
    edition: str | None = None
    series: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    category: str | None = None
    isbn: tuple[str, ...] = ()
    issn: tuple[str, ...] = ()
    pmid: str | None = None
    pmcid: str | None = None
    url: str | None = None
    abstract: str | None = None
    notices: tuple[str, ...] = ()
    published_as: tuple[str, ...] = ()
    submitted_to: str | None = None
    source: str | None = None
