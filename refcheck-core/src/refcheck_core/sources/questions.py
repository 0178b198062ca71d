"""Questions to a source, in the form in which equal ones are recognised."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..contract import SearchQuery
    from ..identifiers import Identifier
    from ..models import Record

SHOWN_CHARACTERS = 120
"""Length to which a question is cut in traces and logs."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question to one source. Equal questions (source, hook, argument) have one answer.

    Attributes:
        source: name of the source.
        hook: hook that is asked.
        argument: the argument in a normal form.
        value: the argument as the hook takes it.
        text: the question in words.
    """

    source: str
    hook: str
    argument: str
    value: Any = field(compare=False, repr=False)
    text: str = field(compare=False)


def search_question(source: str, query: SearchQuery) -> Question:
    """Ask for works by text. Engines ignore case and spacing; a different limit is a different question."""
    argument = json.dumps(
        [
            query.kind.value,
            _folded(query.text),
            [_folded(author) for author in query.authors],
            query.year_from,
            query.year_to,
            query.limit,
            *([] if query.year is None else [query.year]),
        ],
        ensure_ascii=False,
    )
    return Question(source, "search", argument, query, _shown(f"search {query.kind.value} {query.text}"))


def doi_question(source: str, doi: str, hook: str = "lookup_doi") -> Question:
    """Ask for a DOI, alone or (``lookup_dois``) as one of a batch."""
    normal = doi.strip().lower()
    return Question(source, hook, normal, normal, _shown(f"{hook} {normal}"))


def id_question(source: str, identifier: Identifier) -> Question:
    """Ask for another identifier."""
    argument = f"{identifier.kind.value}:{identifier.value}"
    return Question(source, "lookup_id", argument, identifier, _shown(f"lookup_id {argument}"))


def bibtex_question(source: str, record: Record) -> Question:
    """Ask for the BibTeX of a record."""
    argument = record.source_id or record.doi or hashlib.sha256(record.model_dump_json().encode()).hexdigest()
    return Question(source, "to_bibtex", argument, record, _shown(f"to_bibtex {argument}"))


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _shown(text: str) -> str:
    line = " ".join(text.encode("utf-8", "replace").decode().split())  # lone surrogates cannot be printed
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[: SHOWN_CHARACTERS - 1]}…"
