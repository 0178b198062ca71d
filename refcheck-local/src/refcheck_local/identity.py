"""The identifiers of a row, normalised: the same for the index, which finds rows by them, and for records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from refcheck_core import Identifier, IdentifierKind, parse_arxiv_id, parse_doi, parse_identifier

from .types import PARTS, work_type

if TYPE_CHECKING:
    from .rows import Row

ARXIV_DOI = "10.48550/arxiv."
"""Every paper of arXiv has the DOI of this prefix and its id without version (arXiv's help page on DOIs)."""
PREPRINT_TYPES = frozenset({"preprint", "posted-content", "posted_content"})

# Schemes of row ids that are identifiers of works, with the label by which core knows them.
_LABELS = {"pmid": "PMID:", "pmcid": "PMCID:", "s2": "S2:", "corpusid": "CorpusID:"}
# As in core, of which this is the common case; an index of the anthology has a hundred thousand of them.
_ACL = re.compile(r"[A-Z]\d{2}-\d{4}|\d{4}\.[a-z][a-z0-9_]*-[a-z0-9]+\.\d+", re.ASCII)
_DIGITS = re.compile(r"[1-9]\d{0,8}")


def arxiv_id_of(row: Row) -> str | None:
    """The row's arXiv id, without version: its own field, that its id names, or that its DOI at arXiv does."""
    text = row.arxiv_id or (row.id[len("arxiv:") :] if row.id.startswith("arxiv:") else None)
    if text is None and row.doi and ARXIV_DOI in row.doi.lower():
        text = row.doi.lower().rpartition(ARXIV_DOI)[2]
    parsed = parse_arxiv_id(text) if text else None
    return parsed.id if parsed is not None else None


def dois_of(row: Row) -> tuple[str | None, tuple[str, ...]]:
    """The row's own DOI, and those of the published version of a preprint.

    The DOI field of arXiv's metadata is that of the published version, which is another version of the work; the
    preprint's own is arXiv's.
    """
    return _dois(row, arxiv_id_of(row))


def _dois(row: Row, arxiv: str | None) -> tuple[str | None, tuple[str, ...]]:
    given = parse_doi(row.doi) if row.doi else None
    published = [doi for text in row.published_as if (doi := parse_doi(text)) is not None]
    if arxiv is not None and is_preprint(row):
        own = f"{ARXIV_DOI}{arxiv.lower()}"
        if given is not None and given != own:
            published.insert(0, given)
        given = own
    return given, tuple(dict.fromkeys(doi for doi in published if doi != given))


def is_preprint(row: Row) -> bool:
    """Whether the row says that it is one."""
    return (row.type or "").lower() in PREPRINT_TYPES


def identifiers_of(row: Row) -> tuple[Identifier, ...]:
    """Every identifier of the row itself, in the order of their trust."""
    arxiv = arxiv_id_of(row)
    doi, _ = _dois(row, arxiv)
    found = [Identifier(IdentifierKind.DOI, doi)] if doi else []
    if arxiv:
        found.append(Identifier(IdentifierKind.ARXIV, arxiv))
    if row.pmid and _DIGITS.fullmatch(row.pmid.strip()):
        found.append(Identifier(IdentifierKind.PMID, row.pmid.strip()))
    texts = [row.pmcid] if row.pmcid else []
    if row.isbn and work_type(row.type) not in PARTS:
        texts += [f"ISBN {isbn}" for isbn in row.isbn]
    scheme, _, name = row.id.partition(":")
    if scheme == "acl" and _ACL.fullmatch(name):
        found.append(Identifier(IdentifierKind.ACL, name))
    elif scheme in _LABELS:
        texts.append(f"{_LABELS[scheme]}{name}")
    found += [identifier for text in texts if (identifier := parse_identifier(text)) is not None]
    return tuple(dict.fromkeys(found))
