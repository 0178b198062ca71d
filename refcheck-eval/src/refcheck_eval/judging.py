"""Holding an answer against the truth: what is right, and each fault in words. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core.identifiers import IdentifierKind, parse_arxiv_id
from refcheck_core.models import Severity

from .metrics import Fault, Judged, Link
from .model import NO_WORK, work_name

if TYPE_CHECKING:
    from refcheck_core.models import Record, Verification, Work

    from .model import Gold


def judge(gold: Gold, verification: Verification | None, probability: float | None = None) -> Judged:
    """Hold what came of a reference against the truth.

    Args:
        gold: the reference.
        verification: the answer; ``None`` where it could not be checked.
        probability: the answer's calibrated chance, if it has one.
    """
    if verification is None:
        return Judged(id=gold.id, label=gold.label, kind=gold.kind)
    verdict = verification.verdict.value
    return Judged(
        id=gold.id,
        label=gold.label,
        kind=gold.kind,
        verdict=verdict,
        confidence=verification.confidence,
        probability=probability,
        conclusive=verification.conclusive,
        link=_link(gold, verification.matched),
        verdict_agrees=verdict in gold.verdicts if gold.verdicts else None,
        conclusive_agrees=None if gold.conclusive is None else verification.conclusive is gold.conclusive,
        field_named=bool(gold.wrong_fields & named_fields(verification)) if gold.wrong_fields else None,
    )


def named_fields(verification: Verification) -> set[str]:
    """The fields that errors and warnings of an answer are about."""
    return {d.field.value for d in verification.discrepancies if d.severity is not Severity.INFO}


def faults(gold: Gold, judged: Judged, verification: Verification | None) -> list[str]:
    """What is wrong with an answer, each in words; nothing where all is as it should be."""
    return [_in_words(fault, gold, judged, verification) for fault in judged.faults]


def _in_words(fault: Fault, gold: Gold, judged: Judged, verification: Verification | None) -> str:
    named = ", ".join(sorted(named_fields(verification))) if verification else ""
    return {
        Fault.NOT_CHECKED: "not checked",
        Fault.FALSE_VERIFIED: f"a {gold.label} reference is verified",
        Fault.FALSE_ALARM: f"a real reference is {judged.verdict}",
        Fault.WRONG_LINK: f"the work is not the one that is meant: {_expected(gold)}",
        Fault.NO_LINK: f"no work is matched; meant is {_expected(gold)}",
        Fault.OTHER_VERDICT: f"the verdict is {judged.verdict}; expected is {' or '.join(sorted(gold.verdicts))}",
        Fault.CONCLUSIVENESS: f"the answer is {'' if judged.conclusive else 'not '}conclusive",
        Fault.FIELD_NOT_NAMED: (
            f"the wrong field is {' or '.join(sorted(gold.wrong_fields))}; named is {named or 'nothing'}"
        ),
    }[fault]


def _link(gold: Gold, matched: Work | None) -> Link | None:
    if gold.no_work:
        return Link.ABSENT if matched is None else Link.WRONG
    if not gold.works:
        return None
    if matched is None:
        return Link.NONE
    if gold.works & _names(matched.lead):
        return Link.RIGHT
    names = {name for record in matched.records for name in _names(record)}
    if gold.works & names:
        return Link.VERSION
    return Link.WRONG if names else Link.UNKNOWN


def _names(record: Record) -> set[str]:
    dois = {doi for doi in (record.doi, *record.same_as) if doi}
    names = {work_name(IdentifierKind.DOI, doi) for doi in dois}
    arxiv = {record.arxiv_id} if record.arxiv_id else set()
    arxiv |= {parsed.id for doi in dois if (parsed := parse_arxiv_id(doi)) is not None}
    return names | {work_name(IdentifierKind.ARXIV, one) for one in arxiv}


def _expected(gold: Gold) -> str:
    return NO_WORK if gold.no_work else " or ".join(sorted(gold.works))
