"""Which work an entry of a ``.bib`` file is about, and whether a file holds it already."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from refcheck_core.bibtex import written
from refcheck_core.identifiers import arxiv_doi, parse_arxiv_id, parse_doi
from refcheck_core.text import plain_text, squash

from .bibscan import HeldEntry, with_line_feeds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from refcheck_core.models.export import EntryAnswer

_ARXIV_DOI = "10.48550/arxiv."
# What must be equal, or be missing in both, for two entries without identifiers to be about one work.
_TELLING = tuple(
    "title subtitle author editor year journal booktitle series volume number pages edition publisher school "
    "institution howpublished type isbn".split()
)


def work_id(fields: Mapping[str, str]) -> str | None:
    """The identifier of the work that an entry is about: its DOI, else its arXiv id as the DOI that arXiv gives it.

    The same paper has the same one whether its entry gives arXiv's DOI, an ``eprint``, an address at arXiv or a journal
    such as "arXiv preprint arXiv:1706.03762". Where an entry has another DOI, that tells; an ``eprint`` beside it is
    the preprint of a work that was published. An address without identifier tells nothing: works share home pages.

    Args:
        fields: names in lower case.
    """
    url = fields.get("url", "")
    doi = parse_doi(fields.get("doi", "")) or parse_doi(url)
    if doi is not None and not doi.startswith(_ARXIV_DOI):
        return doi
    for text in (doi or "", _eprint(fields), fields.get("arxivid", ""), *_places(fields, url)):
        if (arxiv_id := parse_arxiv_id(text)) is not None:
            return arxiv_doi(arxiv_id.id)
    return doi


def _eprint(fields: Mapping[str, str]) -> str:
    archive = fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv"
    return fields.get("eprint", "") if archive.strip("{} ").lower() == "arxiv" else ""


def _places(fields: Mapping[str, str], url: str) -> Iterator[str]:
    """Where the entry of a preprint says so, as arXiv, Google Scholar and DBLP ("CoRR", "abs/1706.03762") write it."""
    journal = f"{fields.get('journal', '')} {fields.get('volume', '')}"
    for text, words in (
        (url, ("arxiv.org/",)),
        (journal, ("arxiv", "corr ")),
        (fields.get("howpublished", ""), ("arxiv",)),
    ):
        if any(word in text.lower() for word in words):
            yield text


class Shelf:
    """The entries that a file holds, to be looked up by the work that they are about."""

    def __init__(self, entries: Iterable[HeldEntry]) -> None:
        self._by_id: dict[str, HeldEntry] = {}
        self._by_text: dict[tuple[str, str], HeldEntry] = {}
        self._by_year: dict[tuple[str, str], list[tuple[str | None, HeldEntry]]] = {}
        for entry in entries:
            self._put(entry)

    def add(self, entry: EntryAnswer) -> HeldEntry:
        """Put an entry on the shelf; what is held of it then, without a key as yet."""
        held = HeldEntry("", entry.entry_type.lower(), _lowered(entry.fields), _body(entry))
        self._put(held)
        return held

    def _put(self, entry: HeldEntry) -> None:
        work = work_id(entry.fields)
        if work is not None:
            self._by_id.setdefault(work, entry)
        self._by_text.setdefault((entry.entry_type, entry.body), entry)
        self._by_year.setdefault(_shelf(entry.entry_type, entry.fields), []).append((work, entry))

    def find(self, entry: EntryAnswer) -> HeldEntry | None:
        """The entry that is about the same work: of the same identifier, or equal in all but key and identifiers.

        Two entries with different identifiers are about two works, however equal they are otherwise.
        """
        fields, entry_type = _lowered(entry.fields), entry.entry_type.lower()
        work = work_id(fields)
        if work is not None and work in self._by_id:
            return self._by_id[work]
        if (same := self._by_text.get((entry_type, _body(entry)))) is not None:
            return same
        if not _fold(fields.get("title", "")):
            return None
        for other, held in self._by_year.get(_shelf(entry_type, fields), ()):
            if (work is None or other is None) and _agree(fields, held.fields):
                return held
        return None


def _lowered(fields: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in fields.items()}


def _shelf(entry_type: str, fields: Mapping[str, str]) -> tuple[str, str]:
    return entry_type, fields.get("year", "").strip("{} ")


def _body(entry: EntryAnswer) -> str:
    """What follows the key in the entry as it is written."""
    return with_line_feeds(written(entry.entry_type, "", entry.fields)).partition("{")[2]


def _agree(one: Mapping[str, str], two: Mapping[str, str]) -> bool:
    """Whether all that tells works apart is equal; addresses only where both have one."""
    urls = {fields["url"].strip("{} ") for fields in (one, two) if fields.get("url")}
    return len(urls) < 2 and all(_fold(one.get(name, "")) == _fold(two.get(name, "")) for name in _TELLING)


@lru_cache(maxsize=4096)
def _fold(value: str) -> str:
    """A value without what styles and people write differently: LaTeX, case, accents, braces, blanks."""
    return squash(plain_text(value)) if value else ""
