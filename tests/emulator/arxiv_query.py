"""arXiv's query language: prefixes, phrases, AND, OR, ANDNOT, parentheses and date ranges.

As in the real engine the index is folded and the query is not (an accented word finds nothing), stop words count for
nothing, and only the first word after a prefix takes it: ``ti:deep learning`` is ``ti:deep OR all:learning``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .library import ARXIV, Library
from .text import STOP_WORDS, raw_tokens, tokens
from .work import Work, arxiv_facts, authors_of, display_name, full_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .index import Index

_TOKEN = re.compile(
    r"\s*(?:(?P<paren>[()])"
    r"|(?P<op>ANDNOT|AND|OR)(?=[\s()]|$)"
    r"|(?:(?P<field>[A-Za-z]+):)?(?:\"(?P<phrase>[^\"]*)\"|\[(?P<range>[^\]]*)\]|(?P<word>[^\s()\":]+)))"
)
_FIELDS = frozenset({"ti", "au", "abs", "co", "jr", "cat", "rn", "id", "all", "submittedDate", "doi"})


class QueryError(ValueError):
    """The query cannot be read; the text is for the error entry."""


@dataclass(slots=True)
class Found:
    """Positions that a query finds, and the words to rank them by."""

    positions: set[int] = field(default_factory=set)
    words: list[str] = field(default_factory=list)


class ArxivSearch:
    """Answers queries over the works of a library that are on arXiv."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._items: list[re.Match[str]] = []
        self._next = 0
        self._words: list[str] = []

    def find(self, text: str) -> Found:
        """What the query finds.

        Raises:
            QueryError: quotes or parentheses don't close, or a prefix is unknown.
        """
        self._items, self._next, self._words = list(_scan(text)), 0, []
        positions = self._expression()
        if self._next < len(self._items):
            raise QueryError(f"unexpected {self._items[self._next][0].strip()!r} in query")
        return Found(positions if positions is not None else set(), self._words)

    def _expression(self) -> set[int] | None:
        """None stands for a clause of stop words only, which counts for nothing."""
        found = self._clause()
        while self._next < len(self._items):
            item = self._items[self._next]
            if item["paren"] == ")":
                break
            operator = "OR"
            if item["op"]:
                operator = item["op"]
                self._next += 1
            other = self._clause()
            if found is None or other is None:
                found = other if found is None else found
            elif operator == "OR":
                found = found | other
            else:
                found = found & other if operator == "AND" else found - other
        return found

    def _clause(self) -> set[int] | None:
        if self._next >= len(self._items):
            raise QueryError("query ends in the middle")
        item = self._items[self._next]
        self._next += 1
        if item["paren"] == "(":
            found = self._expression()
            if self._next >= len(self._items) or self._items[self._next]["paren"] != ")":
                raise QueryError("parenthesis does not close")
            self._next += 1
            return found
        if item["paren"] or item["op"]:
            raise QueryError(f"unexpected {item[0].strip()!r} in query")
        name = item["field"] or "all"
        if name not in _FIELDS:
            raise QueryError(f"unknown prefix {name}")
        if item["range"] is not None:
            return self._dates(item["range"])
        return self._terms(name, item["phrase"] if item["phrase"] is not None else item["word"])

    def _terms(self, name: str, text: str) -> set[int] | None:
        if name in {"cat", "id", "jr", "co", "rn", "doi", "abs"}:
            return self._scan_for(name, text)
        words = raw_tokens(text)
        if name == "au":
            words = raw_tokens(text.replace("_", " "))
            return self._filtered(self._all(words, (self._library.index("author"),)), _has_author(words))
        wanted = [word for word in words if word not in STOP_WORDS]
        if not wanted:
            return None
        self._words.extend(wanted)
        title = self._library.index("title")
        found = self._all(wanted, (title,) if name == "ti" else self._library.keyword_indexes())
        return self._filtered(found, _has_phrase(wanted, name)) if len(wanted) > 1 else found

    def _all(self, words: Sequence[str], indexes: Sequence[Index]) -> set[int]:
        """Works on arXiv that hold every word; initials are left to the check of names."""
        found: set[int] | None = None
        for word in words:
            if len(word) == 1 and len(words) > 1 and indexes == (self._library.index("author"),):
                continue
            held = {at for index in indexes for at in index.postings(word)}
            found = held if found is None else found & held
        return {at for at in found or () if self._library.flags[at] & ARXIV}

    def _filtered(self, found: set[int], keep: Callable[[Work], bool]) -> set[int]:
        return {at for at in found if keep(self._library.work(at))}

    def _scan_for(self, name: str, text: str) -> set[int]:
        wanted = text.lower().replace("*", "")
        every = (at for at, flag in enumerate(self._library.flags) if flag & ARXIV)
        return {at for at in every if wanted in _field_text(self._library.work(at), name)}

    def _dates(self, text: str) -> set[int]:
        match = re.fullmatch(r"\s*(\d{8}(?:\d{4})?)\s+TO\s+(\d{8}(?:\d{4})?)\s*", text)
        if match is None:
            raise QueryError(f"invalid date range [{text}]")
        start, end = match[1].ljust(12, "0"), match[2].ljust(12, "9")
        found = set()
        for at, flag in enumerate(self._library.flags):
            if flag & ARXIV:
                moment = re.sub(r"\D", "", published(arxiv_facts(self._library.work(at)) or {}))[:12]
                if start <= moment <= end:
                    found.add(at)
        return found


def published(facts: Any) -> str:
    """Date of the first version; where only the id is known, the first of its month."""
    if given := facts.get("published"):
        return str(given)
    match = re.match(r"(?:[a-z-]+(?:\.[A-Z]{2})?/)?(\d\d)(\d\d)", str(facts["id"]))
    if match is None:
        return "1991-08-14T00:00:00Z"
    century = "19" if int(match[1]) > 90 else "20"
    return f"{century}{match[1]}-{match[2]}-01T00:00:00Z"


def _scan(text: str) -> list[re.Match[str]]:
    items, place = [], 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise QueryError(f"cannot read the query from {text[place : place + 20]!r}")
        items.append(match)
        place = match.end()
    return items


def _has_phrase(words: Sequence[str], name: str) -> Callable[[Work], bool]:
    def keep(work: Work) -> bool:
        facts = arxiv_facts(work) or {}
        texts = [full_title(work), str(facts.get("title") or "")]
        if name == "all":
            texts += [*(display_name(author) for author in authors_of(work)), str(work.get("abstract") or "")]
            texts += [str(facts.get(key) or "") for key in ("comment", "journal_ref", "abstract")]
        for text in texts:
            held = [word for word in tokens(text) if word not in STOP_WORDS]
            if any(held[at : at + len(words)] == list(words) for at in range(len(held) - len(words) + 1)):
                return True
        return False

    return keep


def _has_author(words: Sequence[str]) -> Callable[[Work], bool]:
    full = [word for word in words if len(word) > 1] or list(words)
    initials = [word for word in words if len(word) == 1 and word not in full]

    def keep(work: Work) -> bool:
        facts = arxiv_facts(work) or {}
        for author in (*authors_of(work), *(facts.get("authors") or ())):
            names = tokens(display_name(author))
            if all(word in names for word in full) and all(any(n[0] == i for n in names) for i in initials):
                return True
        return False

    return keep


def _field_text(work: Work, name: str) -> str:
    facts = arxiv_facts(work) or {}
    key = {"cat": "category", "jr": "journal_ref", "co": "comment", "abs": "abstract", "rn": "report"}.get(name, name)
    return str(facts.get(key) or (work.get(key) if key != "id" else "") or "").lower()
