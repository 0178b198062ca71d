"""Answers of hooks: checked, so that nothing but a source's own `Record` goes further, and in the form of the cache."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from ..errors import PluginError
from ..models import OutcomeStatus, Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from .questions import Question

Records = tuple[Record, ...]
_WRONG_FIELDS = "gave a record whose fields are not of their types"
_RECORDS: TypeAdapter[Records] = TypeAdapter(Records)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a question, without what differs between those who asked it.

    Attributes:
        status: see `OutcomeStatus`.
        records: what was found.
        text: the BibTeX that was found.
        reason: a sentence where there is no answer.
        partial, unable: see `SourceOutcome`.
        keep: whether the cache may keep it.
        cached: whether it came from the cache.
    """

    status: OutcomeStatus
    records: Records = ()
    text: str | None = None
    reason: str | None = None
    partial: bool = False
    unable: bool = False
    keep: bool = False
    cached: bool = False


EMPTY = Answer(OutcomeStatus.EMPTY, keep=True)


def found_records(records: Records) -> Answer:
    """The answer that holds these records."""
    return Answer(OutcomeStatus.OK, records=records, keep=True) if records else EMPTY


def not_covered(reason: str) -> Answer:
    """The answer of a source that does not hold an identifier but knows who does."""
    return Answer(OutcomeStatus.SKIPPED, reason=reason, keep=True)


def in_part(answer: Answer, fault: Answer) -> Answer:
    """The answer to one question where some of what came could not be read: a find stands, an absence does not."""
    if answer.status is not OutcomeStatus.OK:
        return fault
    return replace(answer, partial=True, reason=fault.reason, keep=False)


def scrubbed(answer: Answer, scrub: Callable[[str], str]) -> Answer:
    """The answer without keys in its records and text: a database may have echoed one in another encoding.

    Raises:
        PluginError: a record cannot be without it.
    """
    if answer.text is not None:
        return replace(answer, text=scrub(answer.text))
    given = _RECORDS.dump_python(answer.records, mode="json", exclude_defaults=True)
    clean = _scrubbed(given, scrub)
    return answer if clean == given else replace(answer, records=_validated(json.dumps(clean).encode()))


def _scrubbed(value: Any, scrub: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, list | tuple):
        return [_scrubbed(item, scrub) for item in value]
    return {name: _scrubbed(item, scrub) for name, item in value.items()} if isinstance(value, dict) else value


def to_payload(answer: Answer) -> bytes:
    """An answer as JSON: a list of records, a string of BibTeX, or an object that says who holds the identifier."""
    if answer.text is not None:
        return json.dumps(answer.text).encode()
    if answer.reason is not None:
        return json.dumps({"not_covered": answer.reason}).encode()
    return _dumped(answer.records)


def from_payload(payload: bytes) -> Answer:
    """The answer that `to_payload` wrote.

    Raises:
        ValueError: it is none.
    """
    if payload.startswith(b"["):
        records = _RECORDS.validate_json(payload)
        return Answer(OutcomeStatus.OK if records else OutcomeStatus.EMPTY, records=records, cached=True)
    value = json.loads(payload)
    if isinstance(value, str):
        return Answer(OutcomeStatus.OK, text=value, cached=True)
    if isinstance(value, dict) and isinstance(value.get("not_covered"), str):
        return Answer(OutcomeStatus.SKIPPED, reason=value["not_covered"], cached=True)
    raise ValueError("no answer")


def read_search(found: Any, questions: Sequence[Question]) -> dict[Question, Answer]:
    """Check an answer of ``search``; more records than asked for are cut.

    Raises:
        PluginError: it is no sequence of records of the source.
    """
    (question,) = questions
    if not isinstance(found, Sequence) or isinstance(found, str | bytes):
        raise PluginError(f"gave a {type(found).__name__} where a list of records belongs")
    return {question: found_records(_checked(question.source, tuple(found[: question.value.limit])))}


def read_lookup(found: Any, questions: Sequence[Question]) -> dict[Question, Answer]:
    """Check an answer of ``lookup_doi`` or ``lookup_id``.

    Raises:
        PluginError: it is neither ``None`` nor a record of the source, nor several of them.
    """
    (question,) = questions
    return {question: found_records(_checked(question.source, _each(found)))}


def read_batch(found: Any, questions: Sequence[Question]) -> dict[Question, Answer]:
    """Check an answer of ``lookup_dois``: absent keys are empty answers, keys that were not asked are ignored.

    Raises:
        PluginError: it is no mapping of DOIs to records of the source.
    """
    if not isinstance(found, Mapping):
        raise PluginError(f"gave a {type(found).__name__} where a mapping of records belongs")
    by_doi = {str(doi).lower(): record for doi, record in found.items() if record is not None}
    return {
        question: found_records(_checked(question.source, _each(by_doi.get(question.argument))))
        for question in questions
    }


def read_bibtex(found: Any, questions: Sequence[Question]) -> dict[Question, Answer]:
    """Check an answer of ``to_bibtex``.

    Raises:
        PluginError: it is neither ``None`` nor text.
    """
    (question,) = questions
    if found is None or (isinstance(found, str) and not found.strip()):
        return {question: EMPTY}
    if not isinstance(found, str):
        raise PluginError(f"gave a {type(found).__name__} where BibTeX belongs")
    return {question: Answer(OutcomeStatus.OK, text=found, keep=True)}


def _each(found: Any) -> tuple[Any, ...]:
    """What was found for one identifier: nothing, a record, or a record of each work that has it."""
    if found is None:
        return ()
    if not isinstance(found, list | tuple):
        return (found,)
    if not found:
        raise PluginError("gave an empty list where None or a Record belongs")
    return tuple(found)


def _checked(source: str, records: tuple[Any, ...]) -> Records:
    for record in records:
        if not isinstance(record, Record):
            raise PluginError(f"gave a {type(record).__name__} where a Record belongs")
        if record.source != source:
            raise PluginError(f"gave a record of the source {str(record.source)[:50]!r} instead of its own")
    if not records:
        return ()
    try:
        dumped = _dumped(records)
    except ValueError as error:  # PydanticSerializationError, UnicodeEncodeError
        raise PluginError(_WRONG_FIELDS) from error
    return _validated(dumped)  # also a record built past its validation must hold


def _validated(dumped: bytes) -> Records:
    try:
        return _RECORDS.validate_json(dumped)
    except ValueError as error:
        raise PluginError(_WRONG_FIELDS) from error


def _dumped(records: Records) -> bytes:
    return _RECORDS.dump_json(records, exclude_defaults=True, warnings="error")
