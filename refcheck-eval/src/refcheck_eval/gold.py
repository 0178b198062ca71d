"""Gold files: references whose truth is known, one JSON object a line (docs/eval.md has the format)."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

from pydantic import Field, ValidationError, field_validator, model_validator

from refcheck_core.errors import ClaimError
from refcheck_core.identifiers import IdentifierKind, parse_arxiv_id, parse_doi
from refcheck_core.models.verification import DiscrepancyField, Verdict
from refcheck_core.services import build_claim

from .flat import gold_of_flat_row
from .model import NO_WORK, ClaimRow, Gold, GoldError, Label, Strict, work_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


LONGEST_LINE = 1_000_000
"""Bytes of a line; a longer one is no reference."""
_MOST_TOLD = 20
"""Lines with faults that are named; the rest are counted."""
_MOST_FAULTS = 5
"""Faults of one line that are named."""


class _Row(Strict):
    id: str = Field(min_length=1, max_length=200)
    label: Label
    kind: str = Field(default="-", min_length=1, max_length=100)
    claim: ClaimRow | None = None
    raw: str | None = None
    expected_doi: list[str] = Field(default_factory=list)
    expected_verdict: list[Literal["verified", "partial_match", "not_found"]] = Field(default_factory=list)
    expected_conclusive: bool | None = None
    wrong_field: list[str] = Field(default_factory=list)
    notes: str = ""

    @field_validator("expected_doi", "expected_verdict", "wrong_field", mode="before")
    @classmethod
    def _one_or_several(cls, value: Any) -> Any:
        return [] if value is None else [value] if isinstance(value, str) else value

    @field_validator("wrong_field")
    @classmethod
    def _known_fields(cls, value: list[str]) -> list[str]:
        known = [field.value for field in DiscrepancyField]
        for name in value:
            if name not in known:
                raise ValueError(f"{name!r} is no field; the fields are {', '.join(known)}")
        return value

    @model_validator(mode="after")
    def _sound(self) -> _Row:
        if (self.claim is None) == (self.raw is None):
            raise ValueError("exactly one of claim and raw is needed")
        if self.label == "real" and self.wrong_field:
            raise ValueError("a real reference has no wrong_field")
        if self.label in {"partial", "fabricated"} and Verdict.VERIFIED in self.expected_verdict:
            raise ValueError(f"a {self.label} reference cannot be expected to be verified")
        if self.label == "real" and self.expected_verdict and Verdict.VERIFIED not in self.expected_verdict:
            raise ValueError("a real reference is one for which verified is right; with a fault it is partial")
        if NO_WORK in self.expected_doi and len(self.expected_doi) > 1:
            raise ValueError(f"expected_doi is either {NO_WORK!r} or names works")
        return self


def read_gold(paths: Iterable[str | Path]) -> list[Gold]:
    """Read gold files.

    Raises:
        GoldError: a file cannot be read, or one of its lines is no reference; the text tells which and why.
    """
    found: list[Gold] = []
    problems: list[str] = []
    seen: dict[str, str] = {}
    for path in paths:
        before = len(found) + len(problems)
        for number, line in _lines(Path(path)):
            place = f"{Path(path).name}, line {number}"
            try:
                gold = parse_line(line, fallback_id=f"{Path(path).name}:{number}")
            except GoldError as error:
                problems.append(f"{place}: {error}")
                continue
            if gold.id in seen:
                problems.append(f"{place}: the id {gold.id!r} stands in {seen[gold.id]} already")
            seen.setdefault(gold.id, place)
            found.append(gold)
        if len(found) + len(problems) == before:
            problems.append(f"{Path(path).name} holds no reference")
    if problems:
        more = f"\n… and {len(problems) - _MOST_TOLD} more" if len(problems) > _MOST_TOLD else ""
        raise GoldError("\n".join(problems[:_MOST_TOLD]) + more)
    return found


def parse_line(line: bytes, *, fallback_id: str = "-") -> Gold:
    """Read one line.

    Args:
        line: JSON in UTF-8.
        fallback_id: the id of a flat row that has none.

    Raises:
        GoldError: it is no reference; the text tells why.
    """
    row = _object(line)
    if is_flat(row):
        return gold_of_flat_row(row, fallback_id)
    try:
        checked = _Row.model_validate(row)
        claim = checked.claim.claim() if checked.claim is not None else build_claim(citation=checked.raw)
    except ValidationError as error:
        raise GoldError(_in_words(error)) from None
    except ClaimError as error:
        raise GoldError(str(error)) from None
    return Gold(
        id=checked.id,
        label=checked.label,
        kind=checked.kind,
        claim=claim,
        works=frozenset(_work(text) for text in checked.expected_doi if text != NO_WORK),
        no_work=NO_WORK in checked.expected_doi,
        verdicts=frozenset(checked.expected_verdict),
        conclusive=checked.expected_conclusive,
        wrong_fields=frozenset(checked.wrong_field),
        notes=checked.notes,
    )


def is_flat(row: dict[str, Any]) -> bool:
    """Whether a row has its fields side by side, as public data sets have them."""
    return "claim" not in row and ("source" in row or "title" in row)


def _work(text: str) -> str:
    arxiv = parse_arxiv_id(text)
    if arxiv is not None:
        return work_name(IdentifierKind.ARXIV, arxiv.id)
    doi = parse_doi(text)
    if doi is None:
        raise GoldError(f"expected_doi: {text[:100]!r} is neither a DOI, nor an arXiv id, nor {NO_WORK!r}")
    return work_name(IdentifierKind.DOI, doi)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Lines that hold something, with their numbers."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise GoldError(f"{path.name}, line {number}: longer than {LONGEST_LINE} bytes")
                if number == 1:
                    line = line.removeprefix(b"\xef\xbb\xbf")
                if line.strip():
                    yield number, line
    except (OSError, EOFError, zlib.error) as error:
        raise GoldError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _object(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line.decode(), object_pairs_hook=_without_repeats, parse_constant=_refuse)
    except UnicodeDecodeError:
        raise GoldError("not UTF-8") from None
    except GoldError:
        raise
    except (ValueError, RecursionError) as error:
        told = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deep, or a number too long"
        raise GoldError(f"not JSON: {told}") from None
    if not isinstance(row, dict):
        raise GoldError("not a JSON object")
    return row


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise GoldError(f"the field {next(n for n in names if names.count(n) > 1)!r} is given twice")
    return found


def _refuse(constant: str) -> NoReturn:
    raise GoldError(f"not JSON: {constant}")


_WORDS: Final[Mapping[str, str]] = {
    "bool_type": "should be true or false",
    "dict_type": "should be an object",
    "extra_forbidden": "there is no such field",
    "list_type": "should be a list, or text",
    "model_type": "should be an object",
    "missing": "is missing",
    "string_too_short": "should not be empty",
    "string_type": "should be text",
    "string_unicode": "holds half of a surrogate pair, which is no character",
}
"""What pydantic's kinds of fault mean here, where its own words are about Python."""


def _in_words(error: ValidationError) -> str:
    told: dict[str, None] = {}
    for fault in error.errors(include_url=False, include_input=False):
        loc = fault["loc"][:-1] if fault["loc"][-1:] in {("int",), ("str",)} else fault["loc"]  # the arms of a union
        place = ".".join(str(part) for part in loc)
        text = "should be a number or text" if loc != fault["loc"] else _WORDS.get(fault["type"], fault["msg"])
        text = text.removeprefix("Value error, ").removeprefix("Input ")
        told[f"{place}: {text}" if place else text] = None
    return "; ".join([*told][:_MOST_FAULTS])
