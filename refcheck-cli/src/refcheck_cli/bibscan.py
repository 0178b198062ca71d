"""What a ``.bib`` file holds already: its citation keys, and which works its entries are about.

Only as much of BibTeX's grammar is read as is needed for that (Patashnik's ``bibtex.web``; Markey, *Tame the BeaST*):
an entry begins with "@", a word and an opening brace or parenthesis, and ends where that is closed; text between
entries is ignored.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refcheck_core.identifiers import arxiv_doi, parse_arxiv_id, parse_doi

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ENTRY = re.compile(r"@[ \t\r\n]*([A-Za-z][\w-]*)[ \t\r\n]*([{(])")
_KEY = re.compile(r"[ \t\r\n]*([^\s,{}]+)[ \t\r\n]*,")
_BRACE = re.compile(r"[{}]")
_PARENTHESIS = re.compile(r"[{})]")
_FIELD_OR_BRACE = re.compile(r"[{}]|(?<![\w-])(doi|eprint|url)[ \t\r\n]*=[ \t\r\n]*", re.IGNORECASE)
_BARE = re.compile(r"[^\s,{}]+")
_KEYLESS = frozenset({"preamble", "string"})
_EPRINT_TYPES = frozenset({"misc", "online", "unpublished"})
"""Types of entry that are about the preprint itself, where they give an arXiv id."""


class UnclosedEntryError(ValueError):
    """An entry that is never closed, so that whatever follows belongs to it.

    Attributes:
        line: where it begins, from 1.
    """

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(f"the entry that begins in line {line} is not closed")


@dataclass(slots=True)
class Holdings:
    """What a file holds.

    Attributes:
        keys: citation keys in the order of the file, those in comments included (they may come back).
        works: DOI or address of each entry -> its key.
        text: the text, with line feeds for newlines.
    """

    keys: list[str] = field(default_factory=list)
    works: dict[str, str] = field(default_factory=dict)
    text: str = ""


def scan(text: str) -> Holdings:
    """Find the entries.

    Args:
        text: of the whole file.

    Raises:
        UnclosedEntryError: an entry is not closed.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    found = Holdings(text=text)
    position, comment_ends = 0, 0
    while match := _ENTRY.search(text, position):
        entry_type = match[1].lower()
        end = _end(text, match.end(), match[2])
        is_live = match.start() >= comment_ends and not _is_behind_percent(text, match.start())
        if end is None and is_live and entry_type != "comment":
            raise UnclosedEntryError(text.count("\n", 0, match.start()) + 1)
        if end is None or entry_type == "comment":
            # BibTeX reads on behind the word "@comment", other programs behind its block.
            comment_ends = max(comment_ends, end or 0)
            position = match.end()
            continue
        position = end
        key = _KEY.match(text, match.end(), end)
        if entry_type in _KEYLESS or key is None:
            continue
        found.keys.append(key[1])
        if is_live:
            for work in work_ids(entry_type, dict(_fields(text[key.end() : end - 1]))):
                found.works.setdefault(work, key[1])
    return found


def _is_behind_percent(text: str, place: int) -> bool:
    """Whether a percent sign stands before it in its line: a comment for all programs but BibTeX."""
    return "%" in text[text.rfind("\n", 0, place) + 1 : place]


def work_ids(entry_type: str, fields: Mapping[str, str]) -> Iterator[str]:
    """What tells which work an entry is about: its DOI, else an arXiv id as DOI, else its address."""
    doi = parse_doi(fields.get("doi", ""))
    url = fields.get("url", "").strip()
    if doi is None and "doi.org/" in url.lower():
        doi = parse_doi(url)
    eprint = parse_arxiv_id(fields.get("eprint", "")) if entry_type in _EPRINT_TYPES else None
    if doi is not None:
        yield doi
    elif eprint is not None:
        yield arxiv_doi(eprint.id)
    elif url:
        yield url


def _end(text: str, start: int, opener: str) -> int | None:
    """The place behind the closing brace or parenthesis; ``None`` if there is none. Backslashes hide no brace."""
    depth = 1 if opener == "{" else 0
    for match in (_BRACE if opener == "{" else _PARENTHESIS).finditer(text, start):
        if match[0] == ")":
            if depth == 0:
                return match.end()
            continue
        depth += 1 if match[0] == "{" else -1
        if depth < 0 or (depth == 0 and opener == "{"):
            return match.end()
    return None


def _fields(body: str) -> Iterator[tuple[str, str]]:
    """Name and value of the fields that tell works apart, where they stand at the top of the entry."""
    depth = 0
    for match in _FIELD_OR_BRACE.finditer(body):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth == 0:
            yield match[1].lower(), _value(body, match.end())


def _value(body: str, start: int) -> str:
    opener, rest = body[start : start + 1], body[start + 1 :]
    if opener == "{":
        end = _end(rest, 0, "{")
        return rest[: end - 1 if end else None].strip("{} \t\n")
    if opener == '"':
        return rest.partition('"')[0].strip("{} \t\n")
    bare = _BARE.match(body, start)
    return bare[0] if bare else ""
