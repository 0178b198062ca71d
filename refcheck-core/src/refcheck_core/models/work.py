"""`Work`: records of several databases, and several versions, that are one intellectual work."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from .record import Author, Notice, Record


class Work(BaseModel):
    """One work. Its records are ordered: the one that leads (best structured, published version) comes first.

    `refcheck_core.matching.merge` builds works; every value here comes from one of the records.
    """

    model_config = ConfigDict(frozen=True)

    records: tuple[Record, ...] = Field(min_length=1)

    @property
    def lead(self) -> Record:
        """The record whose fields describe the work."""
        return self.records[0]

    @property
    def title(self) -> str | None:
        """Full title of the leading record that has one."""
        return next((r.full_title for r in self.records if r.full_title), None)

    @property
    def authors(self) -> tuple[Author, ...]:
        """Authors of the first record with a complete list, else of the first with any."""
        known = [r for r in self.records if r.authors]
        return next((r.authors for r in known if r.authors_complete), known[0].authors if known else ())

    @property
    def venue_names(self) -> tuple[str, ...]:
        """Every name by which the records tell a venue, in their order."""
        return tuple(name for record in self.records for name in record.venue_names)

    @property
    def years(self) -> frozenset[int]:
        """Every year of publication of any version."""
        return frozenset(year for r in self.records for year in ((r.year,) if r.year else ()) + r.years)

    @property
    def dois(self) -> frozenset[str]:
        """DOIs of all its versions."""
        return frozenset(r.doi for r in self.records if r.doi)

    @property
    def arxiv_ids(self) -> frozenset[str]:
        """Ids at arXiv of all its versions."""
        return frozenset(r.arxiv_id for r in self.records if r.arxiv_id)

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources that hold it, in the order of the records, without repeats."""
        return tuple(dict.fromkeys(r.source for r in self.records))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Retractions, corrections and so on that any record tells."""
        return tuple(dict.fromkeys(n for r in self.records for n in r.notices))
