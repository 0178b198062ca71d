"""`Record`: what one database holds about one work."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

from ..arxiv_ids import parse_arxiv_id
from ..identifiers import Identifier, IdentifierKind
from ..names import parse_name
from .preprint_servers import preprint_server


class WorkType(StrEnum):
    """Kind of work. The values are those of Crossref's ``/types`` where it has one; others are named after CSL."""

    JOURNAL_ARTICLE = "journal-article"
    PROCEEDINGS_ARTICLE = "proceedings-article"
    BOOK = "book"
    EDITED_BOOK = "edited-book"
    MONOGRAPH = "monograph"
    REFERENCE_BOOK = "reference-book"
    BOOK_CHAPTER = "book-chapter"
    REFERENCE_ENTRY = "reference-entry"
    PROCEEDINGS = "proceedings"
    POSTED_CONTENT = "posted-content"
    """A preprint, working paper or other text on a server, not (yet) published elsewhere."""
    DISSERTATION = "dissertation"
    REPORT = "report"
    STANDARD = "standard"
    DATASET = "dataset"
    SOFTWARE = "software"
    PEER_REVIEW = "peer-review"
    COMPONENT = "component"
    JOURNAL = "journal"
    """A journal, volume, issue, series or set as such: never the target of a paper's citation."""
    GRANT = "grant"
    WEBPAGE = "webpage"
    PATENT = "patent"
    LEGAL = "legal"
    """A court decision or a statute."""
    OTHER = "other"


_POSTED_AS = frozenset({None, WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE, WorkType.REPORT, WorkType.OTHER})
"""Kinds under which databases list what stands on a preprint server."""


class NoticeKind(StrEnum):
    """What happened to a work after publication (the update types of Crossref and Retraction Watch)."""

    RETRACTION = "retraction"
    WITHDRAWAL = "withdrawal"
    REMOVAL = "removal"
    EXPRESSION_OF_CONCERN = "expression_of_concern"
    CORRECTION = "correction"
    OTHER = "other"


class Notice(BaseModel):
    """A notice about a work, such as its retraction.

    Attributes:
        kind: what happened.
        doi: DOI of the notice itself, if it has one.
        asserted_by: who says so (``publisher``, ``retraction-watch``, or a source's name).
    """

    model_config = ConfigDict(frozen=True)

    kind: NoticeKind
    doi: str | None = None
    asserted_by: str | None = None


class Author(BaseModel):
    """A contributor's name as its database gives it, in parts where the database separates them.

    Attributes:
        family: family name with its particles ("van den Oord"), or ``None`` for an organisation.
        given: given names or initials.
        suffix: "Jr.", "III".
        literal: the whole name as one string: of an organisation, or where the parts are not known.
        organization: whether it is known to be an organisation or a collaboration.
    """

    model_config = ConfigDict(frozen=True)

    family: str | None = None
    given: str | None = None
    suffix: str | None = None
    literal: str | None = None
    organization: bool = False

    @classmethod
    def parse(cls, text: str) -> Author:
        """Read one name in any usual spelling ("Family, Given", "Given Family", "Family GM", "{Org}")."""
        parts = parse_name(text)
        return cls(
            family=parts.family,
            given=parts.given,
            suffix=parts.suffix,
            literal=parts.literal,
            organization=parts.organization,
        )

    @property
    def display(self) -> str:
        """The name as people write it: "Given Family Suffix", or the literal."""
        if self.literal and not self.family:
            return self.literal
        return " ".join(part for part in (self.given, self.family, self.suffix) if part)


class Record(BaseModel):
    """What one database holds about one work. A field that the database does not give is ``None`` or empty.

    Attributes:
        source: name of the source that gave it.
        source_id: the database's own id of the record.
        title: main title as plain text (no markup, no entities).
        subtitle: subtitle where the database keeps it apart.
        alternative_titles: translations, original-language and short titles.
        authors: in order; empty means unknown, not "none".
        authors_complete: ``False`` where the database cuts the list or knows the first author only.
        editors: editors of the work itself (an edited book).
        year: year of the version of record (print, else online, else posted), Gregorian.
        years: every year of publication that the record gives (print, online, posted), `year` among them;
            never registration or indexing dates.
        venue: container title: journal, proceedings or book that holds the work; a preprint server for posted content.
        venue_aliases: other names of the venue (abbreviation, acronym, series).
        publisher: publisher, institution or school.
        type: kind of work, ``None`` where the database does not say.
        volume, issue, pages, article_number, edition, series: as given (pages with an ASCII hyphen).
        doi: normalised DOI. arxiv_id: without version. Other ids in `identifiers`.
        identifiers: every identifier, `doi` and `arxiv_id` among them.
        arxiv_version: version that the record describes, if it is one of several.
        arxiv_class: primary arXiv category.
        url: address of the record or work for people.
        abstract: plain text.
        notices: retractions, corrections and so on.
        preprint_of, published_as: DOIs of the published version of this preprint, where the database links them.
        preprints: DOIs of preprints of this (published) work, where the database links them.
        journal_ref: where a preprint was published, as its author typed it ("Acta Astron. 56:1-50, 2006"); no more
            than a hint.
        same_as: DOIs of the same work (aliases).
        reviews: DOIs of works that this one reviews or comments on.
        submitted_to: venue of a submission that was not (or not yet) accepted; confirms no venue.
        degree: of a dissertation, as given.
    """

    model_config = ConfigDict(frozen=True)

    source: str
    source_id: str | None = None
    title: str | None = None
    subtitle: str | None = None
    alternative_titles: tuple[str, ...] = ()
    authors: tuple[Author, ...] = ()
    authors_complete: bool = True
    editors: tuple[Author, ...] = ()
    year: int | None = Field(default=None, ge=1000, le=2999)
    years: tuple[int, ...] = ()
    venue: str | None = None
    venue_aliases: tuple[str, ...] = ()
    publisher: str | None = None
    type: WorkType | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    article_number: str | None = None
    edition: str | None = None
    series: str | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    identifiers: tuple[Identifier, ...] = ()
    arxiv_version: int | None = None
    arxiv_class: str | None = None
    url: str | None = None
    abstract: str | None = None
    notices: tuple[Notice, ...] = ()
    preprint_of: tuple[str, ...] = ()
    published_as: tuple[str, ...] = ()
    preprints: tuple[str, ...] = ()
    journal_ref: str | None = None
    same_as: tuple[str, ...] = ()
    reviews: tuple[str, ...] = ()
    submitted_to: str | None = None
    degree: str | None = None

    @property
    def venue_names(self) -> tuple[str, ...]:
        """Every name by which the venue is told: its own, others of it, and its series."""
        return tuple(name for name in (self.venue, *self.venue_aliases, self.series) if name)

    @property
    def full_title(self) -> str | None:
        """Title with its subtitle, as "Title: Subtitle"."""
        if self.title and self.subtitle:
            return f"{self.title}: {self.subtitle}"
        return self.title

    @property
    def is_preprint(self) -> bool:
        """Whether the record describes a version on a preprint server, whatever kind its database makes of it.

        So it is where it is posted content, where a paper's venue is a server, or where a record without type and venue
        has no identifier but arXiv's. Theses, books and data on a server are what they are.
        """
        if self.type is WorkType.POSTED_CONTENT:
            return True
        if self.venue:
            return self.type in _POSTED_AS and bool(preprint_server(self.venue))
        if self.type is not None:
            return False
        return parse_arxiv_id(self.doi) is not None if self.doi else self.arxiv_id is not None

    def identifier(self, kind: IdentifierKind) -> str | None:
        """The first identifier of a kind, or ``None``."""
        return next((i.value for i in self.identifiers if i.kind is kind), None)
