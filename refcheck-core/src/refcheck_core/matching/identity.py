"""Identifiers of a claim held against a work: another work's identifier is the commonest disguise of an invention."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from ..identifiers import Identifier, IdentifierKind, parse_arxiv_id
from ..models import Claim, Discrepancy, DiscrepancyField, Record, Severity, Work
from ..models.preprint_servers import preprint_server
from .comparison import UNKNOWN, Agreement, Comparison, note

if TYPE_CHECKING:
    from collections.abc import Sequence

_FIELDS = {IdentifierKind.DOI: DiscrepancyField.DOI, IdentifierKind.ARXIV: DiscrepancyField.ARXIV_ID}
_NAMES = {
    IdentifierKind.DOI: "DOI",
    IdentifierKind.ARXIV: "arXiv id",
    IdentifierKind.PMID: "PubMed id",
    IdentifierKind.PMCID: "PubMed Central id",
    IdentifierKind.ISBN: "ISBN",
    IdentifierKind.S2_PAPER: "Semantic Scholar id",
    IdentifierKind.S2_CORPUS: "Semantic Scholar corpus id",
    IdentifierKind.ACL: "ACL Anthology id",
}


class Version(Enum):
    """Which version of a work a claim cites, as its venue tells."""

    UNTOLD = auto()
    PREPRINT = auto()
    PUBLISHED = auto()


def _version_cited(claim: Claim) -> Version:
    if not claim.venue:
        return Version.UNTOLD
    return Version.PREPRINT if preprint_server(claim.venue) else Version.PUBLISHED


@dataclass(frozen=True, slots=True)
class IdentifierFact:
    """What looking up an identifier of the claim brought.

    Attributes:
        identifier: the identifier.
        records: what it belongs to; records of its own registry first.
        registry: names of the sources among them that decide who has it.
        absent: a source that decides says that nobody has it.
        elsewhere: a sentence, where it is registered at an agency that no asked source covers.
    """

    identifier: Identifier
    records: tuple[Record, ...] = ()
    registry: frozenset[str] = frozenset()
    absent: bool = False
    elsewhere: str | None = None

    @property
    def deciding(self) -> tuple[Record, ...]:
        """The records that say who has the identifier: the registry's where it answered, else all."""
        chosen = [r for r in self.records if r.source in self.registry] or list(self.records)
        return tuple(sorted(chosen, key=lambda r: (r.source, r.full_title or "", r.source_id or "")))


def compare_identifiers(claim: Claim, work: Work, best: Record, facts: Sequence[IdentifierFact]) -> Comparison:
    """Hold every identifier of the claim against a work."""
    known = {f.identifier: f for f in facts}
    notes: list[Discrepancy] = []
    agreed = 0
    for identifier in claim.identifiers:
        fact = known.get(identifier, IdentifierFact(identifier))
        if belongs(identifier, fact, work):
            agreed += 1
            notes.extend(_version_note(identifier, work, best))
            notes.extend(_alias_note(identifier, fact))
        else:
            notes.extend(_foreign(identifier, fact, work, cited=_version_cited(claim)))
    if not agreed:
        wrong = any(n.severity is Severity.ERROR for n in notes)
        return Comparison(Agreement.DIFFER, 0.0, tuple(notes)) if wrong else _unknown(notes)
    return Comparison(Agreement.AGREE, 1.0, tuple(notes))


def _unknown(notes: list[Discrepancy]) -> Comparison:
    return Comparison(Agreement.UNKNOWN, 0.0, tuple(notes)) if notes else UNKNOWN


def belongs(identifier: Identifier, fact: IdentifierFact, work: Work) -> bool:
    """Whether an identifier is one of the work's; its registry's word goes before that of other databases."""
    if fact.records and fact.registry:
        return any(r in work.records for r in fact.deciding)
    if any(r in work.records for r in fact.records):
        return True
    for record in work.records:
        if identifier in record.identifiers or identifier.value in (record.doi, record.arxiv_id):
            return True
        if identifier.kind is IdentifierKind.DOI and identifier.value in record.same_as:
            return True
    return False


def shared_identifiers(
    claim: Claim, work: Work, other: Work, facts: Sequence[IdentifierFact]
) -> tuple[Discrepancy, ...]:
    """A warning for each identifier of the claim that databases give to the work and to another one as well.

    An ISBN is that of a whole volume, whose chapters may bear it.
    """
    known = {f.identifier: f for f in facts}
    notes = []
    for identifier in claim.identifiers:
        fact = known.get(identifier, IdentifierFact(identifier))
        if identifier.kind is IdentifierKind.ISBN or not all(belongs(identifier, fact, w) for w in (work, other)):
            continue
        name, field = _NAMES[identifier.kind], _FIELDS.get(identifier.kind, DiscrepancyField.IDENTIFIER)
        sources = " and ".join(dict.fromkeys((*work.sources, *other.sources)))
        message = f"{name} {identifier.value} is given to another work as well: {describe(other.lead)} ({sources})."
        notes.append(note(field, Severity.WARNING, message, identifier.value, describe(other.lead)))
    return tuple(notes)


def foreign_identifiers(claim: Claim, facts: Sequence[IdentifierFact]) -> tuple[Discrepancy, ...]:
    """What to say of the claim's identifiers when no work was found that fits the claim."""
    known = {f.identifier: f for f in facts}
    found = (known.get(i, IdentifierFact(i)) for i in claim.identifiers)
    return tuple(d for fact in found for d in _foreign(fact.identifier, fact, None))


def _foreign(
    identifier: Identifier, fact: IdentifierFact, work: Work | None, *, cited: Version = Version.UNTOLD
) -> list[Discrepancy]:
    field = _FIELDS.get(identifier.kind, DiscrepancyField.IDENTIFIER)
    name, value = _NAMES[identifier.kind], identifier.value
    own = _own(identifier, work, cited) if work else None
    tail = f" The work's own is {own}." if own else ""
    if fact.deciding:
        owner = describe(fact.deciding[0])
        message = f"{name} {value} belongs to another work: {owner}.{tail}"
        return [note(field, Severity.ERROR, message, value, own or owner)]
    if fact.absent:
        return [note(field, Severity.ERROR, f"{name} {value} is not registered.{tail}", value, own)]
    if fact.elsewhere:
        return [note(field, Severity.WARNING, f"{name} {value} was not checked: {fact.elsewhere}.{tail}", value, own)]
    if own:
        return [note(field, Severity.ERROR, f"{name} mismatch: claimed {value}, found {own}.", value, own)]
    return [note(field, Severity.WARNING, f"{name} {value} was not found in any database asked.", value)]


def _own(identifier: Identifier, work: Work, cited: Version) -> str | None:
    """What the work has in place of a claimed identifier.

    The DOI of a preprint is none of the published version: where one is known, or cited, it does not contradict a DOI
    of another registrant, unless it is the preprint that is cited.
    """
    kind = identifier.kind
    known = cited is Version.PUBLISHED or any(not r.is_preprint for r in work.records)
    published = known and cited is not Version.PREPRINT
    for record in work.records:
        is_other_version = published and record.is_preprint
        if kind is IdentifierKind.DOI and is_other_version and _registrant(record.doi) != _registrant(identifier.value):
            continue
        value = record.identifier(kind)
        if kind is IdentifierKind.DOI:
            value = record.doi or value
        if kind is IdentifierKind.ARXIV:
            value = record.arxiv_id or value
        if value:
            return value
    return None


def _registrant(doi: str | None) -> str:
    return (doi or "").partition("/")[0]


def _version_note(identifier: Identifier, work: Work, best: Record) -> list[Discrepancy]:
    """A warning where the identifier is of the preprint, and the rest of the claim of the published version."""
    if best.is_preprint or identifier.kind is not IdentifierKind.DOI or identifier.value == best.doi:
        return []
    holder = next((r for r in work.records if r.doi == identifier.value), None)
    if holder is None or not holder.is_preprint:
        return []
    found = f"; the published version has {best.doi}" if best.doi else ""
    message = f"DOI {identifier.value} is that of the preprint{found}."
    return [note(DiscrepancyField.DOI, Severity.WARNING, message, identifier.value, best.doi)]


def _alias_note(identifier: Identifier, fact: IdentifierFact) -> list[Discrepancy]:
    """A hint where the registry answered with the DOI that it now lists the work under."""
    registered = (r for r in fact.deciding if r.source in fact.registry and identifier.value in r.same_as)
    own = next((r.doi for r in registered if r.doi and r.doi != identifier.value), None)
    if own is None:
        return []
    message = f"DOI {identifier.value} is an alias of {own}."
    return [note(DiscrepancyField.DOI, Severity.INFO, message, identifier.value, own)]


def arxiv_version_notes(claim: Claim, records: Sequence[Record]) -> tuple[Discrepancy, ...]:
    """A warning where the claim names a version of its arXiv id that is beyond the last one, or before it."""
    claimed = claim.arxiv_version
    known = [r.arxiv_version for r in records if r.arxiv_id == claim.arxiv_id and r.arxiv_version]
    if not claimed or not known or claimed == max(known):
        return ()
    last = max(known)
    message = f"arXiv has {claim.arxiv_id} up to version {last} only: claimed v{claimed}."
    if claimed < last:
        message = f"An earlier version is cited: claimed {claim.arxiv_id}v{claimed}, the last one is v{last}."
    return (note(DiscrepancyField.ARXIV_ID, Severity.WARNING, message, f"v{claimed}", f"v{last}"),)


def missing_identifiers(claim: Claim, best: Record) -> tuple[Discrepancy, ...]:
    """Hints at identifiers that the claim could add."""
    notes: list[Discrepancy] = []
    if best.doi and not claim.doi and not (claim.arxiv_id and parse_arxiv_id(best.doi)):
        notes.append(note(DiscrepancyField.DOI, Severity.INFO, f"Could add the DOI {best.doi}.", None, best.doi))
    elif best.arxiv_id and not claim.identifiers:
        message = f"Could add the arXiv id {best.arxiv_id}."
        notes.append(note(DiscrepancyField.ARXIV_ID, Severity.INFO, message, None, best.arxiv_id))
    return tuple(notes)


def describe(record: Record) -> str:
    """A work in one line: "'Title' by Family et al. (2017)"."""
    parts = [f"'{record.full_title}'" if record.full_title else "a work without title"]
    if record.authors:
        first = record.authors[0].family or record.authors[0].display
        parts.append(f"by {first}{' et al.' if len(record.authors) > 1 else ''}")
    if record.year:
        parts.append(f"({record.year})")
    return " ".join(parts)
