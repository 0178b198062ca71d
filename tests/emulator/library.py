"""The works of one emulator: kept as compact JSON, found by identifiers, grouped into papers.

Made for five works as for 700,000: a work is its JSON line in one buffer, decoded when needed; identifiers are 40-bit
hashes in sorted arrays, checked against the work. The keyword indexes are built when first asked for.
"""

from __future__ import annotations

import gzip
import json
import pickle
import threading
from array import array
from bisect import bisect_left
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .index import Index
from .text import tokens
from .work import (
    ARXIV_DOI_PREFIX,
    Work,
    agency,
    arxiv_facts,
    author_words,
    authors_of,
    is_arxiv_record,
    linked_dois,
    merge_key,
    other_words,
    own_doi,
    title_words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

CROSSREF, ARXIV, SCOPUS, IEEE = 1, 2, 4, 8
"""Bits of `Library.flags`."""

_UNKEPT = frozenset({"_lock", "work"})
_BITS = {"crossref": CROSSREF, "arxiv": ARXIV, "scopus": SCOPUS, "ieee": IEEE}
_BY_DOI = CROSSREF | SCOPUS | IEEE
_IEEE_PREFIX = "10.1109/"
_POSITION = 24
_MAX_WORKS = 1 << _POSITION
_VERSION_GAP = 2
"""Years between two records of one title and first author that may still be versions of one paper."""


class Lookup:
    """Text keys to positions, as sorted 64-bit integers of a 40-bit hash and a 24-bit position."""

    def __init__(self) -> None:
        self._entries = array("Q")
        self._sorted = True

    def add(self, key: str, position: int) -> None:
        self._entries.append(self._hash(key) << _POSITION | position)
        self._sorted = False

    def get(self, key: str) -> list[int]:
        """Positions that may have the key, in their order; the caller checks them."""
        self._sort()
        low = self._hash(key) << _POSITION
        start = bisect_left(self._entries, low)
        found = []
        for entry in self._entries[start : start + 64]:
            if entry >> _POSITION != low >> _POSITION:
                break
            found.append(entry & (_MAX_WORKS - 1))
        return found

    def groups(self) -> Iterator[list[int]]:
        """Positions that share a key, for keys of more than one position."""
        self._sort()
        group: list[int] = []
        last = -1
        for entry in self._entries:
            if entry >> _POSITION != last:
                if len(group) > 1:
                    yield group
                group, last = [], entry >> _POSITION
            group.append(entry & (_MAX_WORKS - 1))
        if len(group) > 1:
            yield group

    def _sort(self) -> None:
        if not self._sorted:
            self._entries = array("Q", sorted(self._entries))
            self._sorted = True

    @staticmethod
    def _hash(key: str) -> int:
        return int.from_bytes(blake2b(key.encode(), digest_size=5).digest())


class Library:
    """Works, by position. Fill it with `add` and `add_file`, then read it from any thread."""

    def __init__(self, works: Iterable[Work] = (), corpora: Iterable[str | Path] = ()) -> None:
        self._lines = bytearray()
        self._ends = array("Q")
        self._by_key = Lookup()
        self._links = array("I")
        self._doubled = array("I")
        self._papers: array[int] | None = None
        self._members: dict[int, list[int]] = {}
        self._indexes: dict[str, Index] = {}
        self._lock = threading.RLock()
        self.flags = bytearray()
        self.s2_ids: dict[str, int] = {}
        self.work = lru_cache(maxsize=4096)(self._work)
        for work in works:
            self.add(work)
        for path in corpora:
            self.add_file(path)
        self._settle()

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, work: Work, line: bytes | None = None) -> None:
        """Take a work; `line` is its JSON where that is at hand."""
        position = len(self._ends)
        if position >= _MAX_WORKS:
            raise ValueError(f"A library holds at most {_MAX_WORKS} works.")
        self._lines += line if line is not None else json.dumps(work, ensure_ascii=False).encode()
        self._ends.append(len(self._lines))
        facts, doi = arxiv_facts(work), own_doi(work)
        self.flags.append(self._holders(work, doi, facts is not None))
        if doi:
            self._by_key.add(f"doi:{doi}", position)
        if facts is not None:
            self._by_key.add(f"arxiv:{str(facts['id']).lower()}", position)
        for name in ("id", "pmid"):
            if (value := work.get(name)) and (name == "pmid" or str(value).startswith("acl:")):
                self._by_key.add(f"{name}:{str(value).lower()}", position)
        if facts is not None or "relation" in work:
            links = list(linked_dois(work))
            for link in links:
                self._by_key.add(f"link:{link}", position)
            if links:
                self._links.append(position)
        if given := work.get("s2"):
            for key in (given.get("paperId"), (given.get("externalIds") or {}).get("CorpusId")):
                if key is not None:
                    self.s2_ids[str(key)] = position

    def add_file(self, path: str | Path) -> None:
        """Take the works of a JSON Lines file, gzipped or not.

        Raises:
            ValueError: a line is no JSON object; the text names file and line.
        """
        path = Path(path)
        opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rb") as stream:
            for number, line in enumerate(stream, 1):
                text = line.strip()
                if not text:
                    continue
                try:
                    work = json.loads(str(text, "utf-8"))
                except ValueError as error:
                    raise ValueError(f"{path.name}, line {number}: not JSON ({error})") from error
                self.add(work, text)

    def by_doi(self, doi: str) -> list[int]:
        """Works registered under the DOI."""
        wanted = doi.lower()
        return [at for at in self._by_key.get(f"doi:{wanted}") if own_doi(self.work(at)) == wanted]

    def by_linked_doi(self, doi: str) -> list[int]:
        """Works whose record names the DOI as that of another version."""
        wanted = doi.lower()
        return [at for at in self._by_key.get(f"link:{wanted}") if wanted in linked_dois(self.work(at))]

    def by_arxiv(self, arxiv_id: str) -> list[int]:
        wanted = arxiv_id.lower()
        return [at for at in self._by_key.get(f"arxiv:{wanted}") if _arxiv_id(self.work(at)) == wanted]

    def by_value(self, name: str, value: str) -> list[int]:
        """Works by ``id`` (those of the ACL Anthology) or ``pmid``."""
        wanted = value.lower()
        found = self._by_key.get(f"{name}:{wanted}")
        return [at for at in found if str(self.work(at).get(name, "")).lower() == wanted]

    def index(self, name: str) -> Index:
        """The index of ``title``, ``author`` or ``other`` words, built on first use."""
        with self._lock:
            if name not in self._indexes:
                words = {"title": title_words, "author": author_words, "other": other_words}[name]
                self._indexes[name] = Index(words(self._work(at)) for at in range(len(self)))
            return self._indexes[name]

    def keyword_indexes(self) -> tuple[Index, ...]:
        """The indexes of all fields together."""
        return self.index("title"), self.index("author"), self.index("other")

    def paper_of(self, position: int) -> int:
        """Position of the work that stands for the paper of this one."""
        return self._grouped()[position]

    def members(self, position: int) -> Sequence[int]:
        """All works of the paper, in their order."""
        leader = self._grouped()[position]
        return self._members.get(leader) or [leader]

    def prepare(self) -> None:
        """Build everything now rather than on the first question."""
        self._grouped()
        self.keyword_indexes()

    def save(self, path: Path) -> None:
        """Keep everything that was built, for `Library.load`."""
        with path.open("wb") as stream:
            pickle.dump({name: value for name, value in vars(self).items() if name not in _UNKEPT}, stream, protocol=5)

    @classmethod
    def load(cls, path: Path) -> Library:
        """A library that `save` wrote on this machine; the file must be one's own, as it is a pickle."""
        library = cls()
        with path.open("rb") as stream:
            vars(library).update(pickle.load(stream))
        return library

    def _work(self, position: int) -> Work:
        start = self._ends[position - 1] if position else 0
        found: Work = json.loads(str(memoryview(self._lines)[start : self._ends[position]], "utf-8"))
        return found

    @staticmethod
    def _holders(work: Work, doi: str | None, on_arxiv: bool) -> int:
        if (named := work.get("held_by")) is not None:
            return sum(_BITS.get(name, 0) for name in set(named))
        bits = ARXIV if on_arxiv else 0
        if doi and not doi.startswith(ARXIV_DOI_PREFIX) and agency(work) == "crossref":
            bits |= CROSSREF | SCOPUS | (IEEE if doi.startswith(_IEEE_PREFIX) else 0)
        return bits

    def _settle(self) -> None:
        """One Crossref record a DOI, the first not partial; a DOI that only arXiv's record names has one too."""
        dois: dict[str, list[int]] = {}
        for group in self._by_key.groups():
            for at in group:
                doi = own_doi(self._work(at))
                if doi and self.flags[at] & CROSSREF:
                    dois.setdefault(doi, []).append(at)
            for same in dois.values():
                best = min(same, key=lambda at: (bool(self._work(at).get("partial")), at))
                for at in same:
                    if at != best:
                        self.flags[at] &= ~_BY_DOI
            dois.clear()
        for at in self._links:
            work = self._work(at)
            if is_arxiv_record(work) and "held_by" not in work:
                doi = next(linked_dois(work))
                if not self.by_doi(doi) and self.by_linked_doi(doi)[0] == at:
                    self.flags[at] |= CROSSREF

    def _grouped(self) -> array[int]:
        with self._lock:
            if self._papers is None:
                self._papers = self._group()
                for at, leader in enumerate(self._papers):
                    if at != leader:
                        self._members.setdefault(leader, [leader]).append(at)
            return self._papers

    def _group(self) -> array[int]:
        parent = array("I", range(len(self)))

        def root(at: int) -> int:
            while parent[at] != at:
                parent[at] = parent[parent[at]]
                at = parent[at]
            return at

        def join(one: int, other: int) -> None:
            low, high = sorted((root(one), root(other)))
            parent[high] = low

        for at in self._links:
            for doi in linked_dois(self._work(at)):
                for other in (*self.by_doi(doi), *self.by_linked_doi(doi)):
                    join(at, other)
        versions = Lookup()
        for at in range(len(self)):
            versions.add(merge_key(self._work(at)), at)
        for group in versions.groups():
            for one, other in self._same_paper(group):
                join(one, other)
        for at in range(len(self)):
            parent[at] = root(at)
        return parent

    def _same_paper(self, group: list[int]) -> Iterator[tuple[int, int]]:
        """Pairs of one hash that are versions of one paper: equal key, near years, no conflict."""
        works = {at: self._work(at) for at in group}
        ordered = sorted(group, key=lambda at: (works[at].get("year") or 0, at))
        for number, one in enumerate(ordered):
            for other in ordered[number + 1 : number + 12]:
                if merge_key(works[one]) == merge_key(works[other]) and _compatible(works[one], works[other]):
                    yield one, other


def _compatible(one: Work, other: Work) -> bool:
    years = [work["year"] for work in (one, other) if work.get("year")]
    if len(years) == 2 and abs(years[0] - years[1]) > _VERSION_GAP:
        return False
    if not authors_of(one) or not authors_of(other):
        return False
    if is_arxiv_record(one) != is_arxiv_record(other):
        return True
    for facts in ((own_doi(one), own_doi(other)), (_arxiv_id(one), _arxiv_id(other)), (_place(one), _place(other))):
        if facts[0] and facts[1] and facts[0] != facts[1]:
            return False
    return True


def _place(work: Work) -> str:
    """Volume and first page, which two publications of one title (a column, an editorial) don't share."""
    if work.get("volume") and work.get("pages"):
        return f"{work['volume']}:{tokens(str(work['pages']))[:1]}"
    return ""


def _arxiv_id(work: Work) -> str:
    facts = arxiv_facts(work)
    return str(facts["id"]).lower() if facts is not None else ""
