"""Queries in Scopus' search language, in which nothing of a user's text is more than words.

A text in double quotes is a "loose phrase": its words in this order, punctuation ignored; but ``*`` and ``?`` are
wildcards there, too, and ``AND``, ``OR``, ``NOT`` and the proximity operators ``W/n`` and ``PRE/n`` may be taken for
operators. So phrases are made of words alone, and a text is parted where it has one of those words.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from refcheck_core import clean_text, keywords

if TYPE_CHECKING:
    from refcheck_core import SearchQuery

_MAX_TEXT = 300
"""Characters of a text that are searched for; a longer one adds nothing, and the API refuses long addresses."""
_MAX_DOI = 6000
"""Encoded characters of a DOI: none is registered that is longer (2048 characters)."""
_FEW_WORDS = 6
"""Distinctive words of a title that are looked for in any order."""
_OPERATORS = frozenset({"and", "or", "not"})
_NO_WORD = re.compile(r"[^\w'’]|_")
_PROXIMITY = re.compile(r"\b(?:W|PRE)/\d+\b", re.IGNORECASE)


def title_phrase(title: str) -> str | None:
    """A query for a title as a phrase; ``None`` where it has no words."""
    phrases: list[list[str]] = [[]]
    for word in _words(title):
        if word.casefold() in _OPERATORS:
            phrases.append([])
        else:
            phrases[-1].append(word)
    return " AND ".join(f'TITLE("{" ".join(phrase)}")' for phrase in phrases if phrase) or None


def title_words(title: str) -> str | None:
    """A query for the distinctive words of a title in any order; ``None`` where there are less than two."""
    words = _keywords(title)
    return f"TITLE({' AND '.join(words)})" if len(words) > 1 else None


def topic(query: SearchQuery) -> str | None:
    """A query for works about a subject; ``None`` where the text has no words."""
    words = _keywords(query.text)
    if not words:
        return None
    parts = [f"TITLE-ABS-KEY({' AND '.join(words)})"]
    if query.year_from is not None:
        parts.append(f"PUBYEAR > {query.year_from - 1}")
    if query.year_to is not None:
        parts.append(f"PUBYEAR < {query.year_to + 1}")
    return " AND ".join(parts)


def doi_phrase(doi: str) -> str | None:
    """A query for a DOI; ``None`` for one that cannot be put in quotes, as it has some itself."""
    return None if '"' in doi or len(quote(doi, safe="")) > _MAX_DOI else f'DOI("{doi}")'


def _words(text: str) -> list[str]:
    plain = _NO_WORD.sub(" ", _PROXIMITY.sub(" ", clean_text(text) or "")).replace("’", "'")
    return [word for word in _cut(plain).split() if word.strip("'")]


def _cut(text: str) -> str:
    """The whole words of a text that are searched for."""
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT].rpartition(" ")[0]


def _keywords(text: str) -> list[str]:
    """Distinctive words, quoted; each is one word, so that no operator is among them."""
    words = (part for word in keywords(_cut(_PROXIMITY.sub(" ", text)), _FEW_WORDS) for part in _words(word))
    return [f'"{word}"' for word in words if word.casefold() not in _OPERATORS]
