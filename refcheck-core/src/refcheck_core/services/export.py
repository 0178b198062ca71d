"""BibTeX entries of works that were looked for: which record is written, and what to say where there is none.

Entries are always our own rendering of a structured record. What databases offer as BibTeX lacks authors or venues at
times, holds entities and markup, and takes keys from nowhere; repairing it would need the structured record, which says
all that it says (`tests/test_bibtex_recordings.py` holds our entries against Crossref's).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..arxiv_ids import year_posted
from ..bibtex import TAKEN_BACK, Entry, build_entry, field_values, unique_keys, written
from ..errors import AllSourcesFailedError
from ..identifiers import IdentifierKind
from ..matching import are_one_work, record_order, same_version
from ..models import DiscrepancyField, Severity, Verdict
from ..models.export import BibtexAnswer, EntryAnswer, MissingAnswer
from .answers import to_answer
from .conclusion import CANNOT_LOOK_UP
from .evidence import is_offline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..bibtex import Style
    from ..models import Record, Verification, Work
    from ..models.export import MissingKind
    from ..sources import SourcePool
    from .many import Checked
    from .wishes import Wish


_OWN_KINDS = frozenset({IdentifierKind.S2_PAPER, IdentifierKind.S2_CORPUS})
"""Kinds of identifier that a database gives to its own records."""
_FITS = 0.85
"""Score from which a work fits all that the input says (the threshold of ``verified``)."""
NO_ABSTRACT = "The database gives no abstract."


@dataclass(frozen=True, slots=True)
class _Found:
    """An entry to be."""

    wish: Wish
    record: Record
    entry: Entry
    remarks: tuple[str, ...]


def export(
    wishes: Sequence[Wish],
    checked: Sequence[Checked],
    pool: SourcePool,
    *,
    style: Style = "latex",
    include_abstract: bool = False,
) -> BibtexAnswer:
    """Write the entries.

    Args:
        wishes: the inputs.
        checked: what came of each that has a claim, in their order.
        pool: the sources that were asked.
        style: see `refcheck_core.bibtex.render_entry`.
        include_abstract: whether abstracts go in.

    Raises:
        AllSourcesFailedError: for none of the inputs could any source answer.
    """
    _raise_if_nothing_answered(checked)
    outcomes = iter(checked)
    sorted_out = _SortedOut(pool, include_abstract=include_abstract)
    for wish in wishes:
        sorted_out.take(wish, next(outcomes) if wish.claim else None)
    entries = _entries(sorted_out.found, style)
    answered, failed, skipped = _sources(checked, pool)
    remarks = [r for name in answered for r in pool.infos[name].remarks]
    return BibtexAnswer(
        bibtex=bibtex_of(entries),
        entries=entries,
        warnings=[*_remarks(sorted_out.found, entries), *_repeats(sorted_out, entries)],
        not_found=sorted_out.not_found,
        not_checked=sorted_out.not_checked,
        sources_checked=answered,
        sources_failed=failed,
        sources_skipped=skipped,
        remarks=list(dict.fromkeys(remarks)),
    )


class _SortedOut:
    """Inputs by what came of them, each list in the order of the inputs.

    Attributes:
        found: works to write.
        repeats: inputs of works that are among them already, with the place there.
        not_found, not_checked: the others.
    """

    def __init__(self, pool: SourcePool, *, include_abstract: bool) -> None:
        self.found: list[_Found] = []
        self.repeats: list[tuple[Wish, int]] = []
        self.not_found: list[MissingAnswer] = []
        self.not_checked: list[MissingAnswer] = []
        self._infos = pool.infos
        self._trusted = frozenset(name for name, info in pool.infos.items() if info.registers)
        self._include_abstract = include_abstract

    def take(self, wish: Wish, checked: Checked | None) -> None:
        """Take in one input with what came of it; ``None`` where it could not be looked for."""
        if checked is None:
            reason = wish.problem or "It cannot be read."
            self.not_found.append(MissingAnswer(input=wish.input, kind="no_identifier", reason=reason))
        elif checked.verification is None:
            self.not_checked.append(MissingAnswer(input=wish.input, kind="not_checked", reason=str(checked.error)))
        elif checked.verification.verdict is Verdict.VERIFIED and checked.verification.matched is not None:
            self._add(wish, checked.verification, checked.verification.matched)
        elif _is_settled(checked.verification) or self._is_unknown(wish, checked.verification):
            is_doubtful = checked.verification.verdict is Verdict.PARTIAL_MATCH
            kind: MissingKind = "doubtful_match" if is_doubtful else "no_such_work"
            self.not_found.append(_missing(wish, checked.verification, kind, _why_not_found(checked.verification)))
        else:
            reason = _why_not_checked(checked.verification)
            self.not_checked.append(_missing(wish, checked.verification, "not_checked", reason))

    def _is_unknown(self, wish: Wish, verification: Verification) -> bool:
        """Whether a database does not have an id of its own, which no other database could know."""
        if not wish.names_its_work or verification.verdict is not Verdict.NOT_FOUND or _unasked(verification):
            return False
        own = {i.kind for i in wish.claim.identifiers} & _OWN_KINDS if wish.claim else frozenset()
        answered = [self._infos[o.source] for o in verification.outcomes if o.answered]
        return any(info.exhaustive and own & info.id_kinds for info in answered)

    def _add(self, wish: Wish, verification: Verification, work: Work) -> None:
        record = best_record(work, self._trusted)
        for place, earlier in enumerate(self.found):
            known = earlier.record
            if known == record or (are_one_work(known, record) and same_version(known, record)):
                self.repeats.append((wish, place))
                return
        entry = build_entry(record, include_abstract=self._include_abstract)
        remarks = [*_remarks_on(wish, verification, record, entry)]
        if self._include_abstract and "abstract" not in entry.fields:
            remarks.append(NO_ABSTRACT)
        self.found.append(_Found(wish, record, entry, tuple(remarks)))


def bibtex_of(entries: Iterable[EntryAnswer]) -> str:
    """The entries as one text, which ends in a newline."""
    texts = [written(e.entry_type, e.citation_key, e.fields) for e in entries]
    return "\n\n".join(texts) + "\n" if texts else ""


def best_record(work: Work, trusted: frozenset[str]) -> Record:
    """The record to write: of the version that fits best, the record that is whole, a registry's before others.

    Args:
        work: the matched work, the record that fits best leading.
        trusted: names of the sources that register what they hold.
    """
    same = [r for r in work.records if r is work.lead or same_version(r, work.lead)]
    return min(same, key=lambda r: (_gaps(r), r.source not in trusted, record_order(r)))


def _gaps(record: Record) -> int:
    """How much of what any entry needs is lacking."""
    people = record.authors or record.editors
    is_untyped = record.type is None or build_entry(record).entry_type == "misc"
    of_version = (is_untyped, not record.doi) if not record.is_preprint else ()
    return 2 * (not people) + (not record.authors_complete) + (not record.year) + sum(of_version)


def _remarks_on(wish: Wish, verification: Verification, record: Record, entry: Entry) -> Iterator[str]:
    grave = [d for d in verification.discrepancies if d.severity is not Severity.INFO]
    status = [d.message for d in grave if d.field is DiscrepancyField.STATUS]
    yield from (w for w in entry.warnings if not (status and w == TAKEN_BACK))  # status says it with more detail
    yield from status
    yield from (d.message for d in grave if d.field is DiscrepancyField.ARXIV_ID)  # such as a version that there is not
    yield from _about_versions(wish, record)
    yield from _about_the_year(record, verification.matched.records if verification.matched else ())


def _about_versions(wish: Wish, record: Record) -> Iterator[str]:
    """Where the entry is of another version than the input names, or another one could be cited."""
    doi, arxiv_id = (wish.claim.doi, wish.claim.arxiv_id) if wish.claim else (None, None)
    if doi and record.doi and doi != record.doi:
        yield f"The database answers for {doi} with the DOI {record.doi}."
    if record.is_preprint:
        for doi in record.published_as[:1] or record.preprint_of[:1]:
            yield f"This is the preprint; the database names {doi} as the published version."
    elif wish.names_its_work and arxiv_id:
        yield f"This is the published version; no record of the preprint {arxiv_id} itself was found."


def _about_the_year(record: Record, records: Iterable[Record]) -> Iterator[str]:
    """Whether the year may be that of the preprint, as the record is of both versions and no other confirms it."""
    mixes = record.arxiv_id or (record.doi if record.doi in record.preprints else None)
    if record.is_preprint or mixes is None or record.year is None:
        return
    if record.arxiv_id and year_posted(record.arxiv_id) != record.year:
        return
    if any(r.source != record.source and r.year == record.year and same_version(r, record) for r in records):
        return
    yield (
        f"The year {record.year} may be that of the preprint {mixes}: only {record.source} gives it, "
        "whose record is of both versions."
    )


def _missing(wish: Wish, verification: Verification, kind: MissingKind, reason: str) -> MissingAnswer:
    return MissingAnswer(input=wish.input, kind=kind, reason=reason, candidates=to_answer(verification).candidates)


def _is_settled(verification: Verification) -> bool:
    """Whether no further answer could lead to an entry: where several works fit equally well, more of them don't."""
    return verification.conclusive or sum(c.score >= _FITS for c in verification.candidates) > 1


def _why_not_found(verification: Verification) -> str:
    grave = [d.message for d in verification.discrepancies if d.severity is Severity.ERROR]
    told = grave or [d.message for d in verification.discrepancies if d.severity is Severity.WARNING]
    if verification.verdict is Verdict.PARTIAL_MATCH:
        return " ".join(["It is not sure which work is meant.", *told])
    return " ".join(told or ["No database that was asked has such a work."])


def _unasked(verification: Verification) -> dict[str, str | None]:
    """Databases that could not answer, or not in full, with the reason."""
    return {o.source: o.reason for o in verification.outcomes if o.failed or o.partial or o.unable or is_offline(o)}


def _why_not_checked(verification: Verification) -> str:
    """Who could not be asked, or that nobody would know."""
    if failed := _unasked(verification):
        listed = "; ".join(f"{name}: {reason.rstrip('.')}" if reason else name for name, reason in failed.items())
        return f"Not checked, as not every database could be asked ({listed})."
    told = [d.message for d in verification.discrepancies if d.severity is not Severity.INFO]
    why = verification.why_inconclusive or "no database that was asked would hold such a work."
    return " ".join(told or [f"Not checked: {why}"])


def _entries(found: Sequence[_Found], style: Style) -> list[EntryAnswer]:
    keys = unique_keys(f.entry.key for f in found)
    return [
        EntryAnswer(
            input=f.wish.input,
            citation_key=key,
            entry_type=f.entry.entry_type,
            fields=field_values(f.entry, style),
            source_api=f.record.source,
        )
        for f, key in zip(found, keys, strict=True)
    ]


def _remarks(found: Sequence[_Found], entries: Sequence[EntryAnswer]) -> Iterator[str]:
    for one, entry in zip(found, entries, strict=True):
        yield from (f"{entry.citation_key}: {remark}" for remark in one.remarks)


def _repeats(sorted_out: _SortedOut, entries: Sequence[EntryAnswer]) -> Iterator[str]:
    for wish, place in sorted_out.repeats:
        entry = entries[place]
        yield f"{entry.citation_key}: {wish.input} is the same work as {entry.input}; its entry is given once."


def _raise_if_nothing_answered(checked: Sequence[Checked]) -> None:
    errors = [c.error for c in checked if c.error is not None]
    if errors and len(errors) == len(checked):
        reasons: dict[str, str] = {}
        for error in errors:
            for name, reason in error.reasons.items():
                if name not in reasons or reasons[name] == CANNOT_LOOK_UP:
                    reasons[name] = reason
        raise AllSourcesFailedError(reasons)


def _sources(checked: Sequence[Checked], pool: SourcePool) -> tuple[list[str], dict[str, str], dict[str, str]]:
    """Who answered, who could not and who was not asked, over all inputs."""
    answered: set[str] = set()
    failed: dict[str, str] = {}
    skipped: dict[str, str] = dict(pool.skipped)
    for one in checked:
        if one.verification is not None:
            answer = to_answer(one.verification)
            answered.update(answer.sources_checked)
            failed = answer.sources_failed | failed
            skipped = answer.sources_skipped | skipped
        elif one.error is not None:
            for name, reason in one.error.reasons.items():
                told = skipped if name in pool.skipped or reason == CANNOT_LOOK_UP else failed
                told.setdefault(name, reason)
    asked = answered | failed.keys()
    return (
        [name for name in pool.infos if name in answered],
        {name: failed[name] for name in pool.infos if name in failed},
        {name: reason for name, reason in skipped.items() if name not in asked},
    )
