"""A verification as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core.services import to_answer

from .terminal import safe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from refcheck_core.models import Discrepancy, Verification
    from refcheck_core.models.answer import CandidateAnswer, ReferenceAnswer, VerificationAnswer
    from refcheck_core.models.bibliography import BibliographyAnswer
    from refcheck_core.models.search import SearchAnswer

    from .terminal import Page

_COLOURS = {
    "verified": "green",
    "partial_match": "yellow",
    "not_found": "red",
    "error": "red",
    "warning": "yellow",
    "info": "cyan",
}
_NAMED_AUTHORS = 6
_WORTH_SHOWING = 0.3
"""Score below which a work that was considered is left out here (``--json`` has them all)."""
_LABEL = 11
"""Columns of the labels at the left."""
_NOT_SET_UP = ("no key:", "no index yet:")
"""Reasons of databases that the user has not set up: told by "refcheck sources" and "refcheck doctor", and in JSON."""


def verdict_lines(verification: Verification, page: Page) -> Iterator[str]:
    """The verdict, the work, how the claim differs from it, other works, and who was asked."""
    answer = to_answer(verification)
    verdict = page.style(answer.verdict, "bold", _COLOURS[answer.verdict])
    yield f"{verdict}  confidence {answer.confidence:.3f}"
    if not answer.conclusive:
        why = answer.why_inconclusive or "no database that was asked would hold such a work."
        yield from page.wrap(f"Not conclusive: {why}")
    if answer.matched_reference is not None:
        yield ""
        yield from work_lines(answer.matched_reference, page)
    yield from _discrepancy_lines(verification.discrepancies, page)
    if not answer.verified:
        yield from _other_works(answer, page)
    yield from source_lines(answer, page)


def work_lines(work: ReferenceAnswer, page: Page, indent: str = "  ") -> Iterator[str]:
    """A work: title, authors, year and venue, identifiers."""
    yield from (page.style(line, "bold") for line in page.wrap(work.title or "(no title)", indent))
    if work.authors:
        shown = work.authors[:_NAMED_AUTHORS]
        more = max(work.author_count, len(work.authors)) - len(shown)
        yield from page.wrap(", ".join(shown) + (f" and {more} more" if more > 0 else ""), indent)
    where = [part for part in (str(work.year) if work.year else None, work.venue) if part]
    if where:
        yield from page.wrap(", ".join(where), indent)
    ids = [f"doi:{work.doi}" if work.doi else None, f"arXiv:{work.arxiv_id}" if work.arxiv_id else None, work.url]
    if any(ids):
        # One line each: an identifier or an address that is broken across lines cannot be copied.
        yield from (indent + page.style(safe(part), "dim") for part in ids if part)


def _discrepancy_lines(discrepancies: tuple[Discrepancy, ...], page: Page) -> Iterator[str]:
    if discrepancies:
        yield ""
    for severity in ("error", "warning", "info"):
        for discrepancy in discrepancies:
            if discrepancy.severity == severity:
                yield from page.labelled(severity, discrepancy.message, _LABEL, _COLOURS[severity])
                yield from _both_values(discrepancy, page)


def _both_values(discrepancy: Discrepancy, page: Page) -> Iterator[str]:
    """Claimed and found value, where the sentence does not hold them already."""
    indent = " " * _LABEL
    for label, value in (("claimed", discrepancy.claimed), ("found", discrepancy.found)):
        if value and value not in discrepancy.message:
            yield from page.wrap(f"{label}: {value}", indent)


def _other_works(answer: VerificationAnswer, page: Page) -> Iterator[str]:
    if answer.possible_match is not None:
        yield ""
        yield "Closest work:"
        yield from work_lines(answer.possible_match, page)
    others = [
        c
        for c in answer.candidates
        if c.score >= _WORTH_SHOWING and not _same(c, answer.possible_match, answer.matched_reference)
    ]
    if others:
        yield ""
        yield "Other works:" if answer.possible_match or answer.matched_reference else "Works considered:"
    for candidate in others:
        yield from candidate_lines(candidate, page)


def candidate_lines(candidate: CandidateAnswer, page: Page) -> Iterator[str]:
    """A work that was considered, with its number."""
    first = candidate.authors[0] if candidate.authors else None
    author = f"{first} et al." if first and candidate.author_count > 1 else first
    parts = [candidate.title or "(no title)", author, str(candidate.year or ""), candidate.doi or candidate.arxiv_id]
    text = ". ".join(part.rstrip(".") for part in parts if part)
    yield from page.labelled(f"  {candidate.number}.", f"{text} (score {candidate.score:.2f})", 5)


def _same(candidate: CandidateAnswer, *shown: ReferenceAnswer | None) -> bool:
    fields = set(type(candidate).model_fields) - {"number", "score", "sources"}
    return any(work and all(getattr(work, f) == getattr(candidate, f) for f in fields) for work in shown)


def source_lines(answer: VerificationAnswer | SearchAnswer | BibliographyAnswer, page: Page) -> Iterator[str]:
    """Which databases answered, failed and were not asked, and what to know of those that answered."""
    yield ""
    if answer.sources_checked:
        yield from page.labelled("answered", ", ".join(answer.sources_checked), _LABEL, "dim")
    for name, reason in answer.sources_failed.items():
        yield from page.labelled("failed", f"{name}: {reason}", _LABEL, "yellow")
    skipped: dict[str, list[str]] = {}
    for name, reason in answer.sources_skipped.items():
        if not reason.startswith(_NOT_SET_UP):
            skipped.setdefault(reason, []).append(name)
    for reason, names in skipped.items():
        yield from page.labelled("skipped", f"{', '.join(names)}: {reason}", _LABEL, "dim")
    for remark in answer.remarks:
        yield from page.labelled("note", remark, _LABEL, "cyan")
