"""Citations without a title, as chemists and physicists write them.

"Kroto, H. W.; Heath, J. R. Nature 1985, 318, 162", "J. P. Perdew and K. Burke, Phys. Rev. Lett. 77, 3865 (1996)": only
where nothing but a work's authors and journal stand in the string, beside numbers, no title is claimed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..text import normalize
from .boundaries import name_words
from .venue_forms import same_venue

if TYPE_CHECKING:
    from ..models import Work

LABELS = frozenset("doi arxiv pmid pmc isbn et al and others url available at see cf eds ed".split())
"""Words beside names, years and identifiers that are no part of a title."""
LONGEST_JOURNAL = 8
"""Words of a journal's name that are looked for."""
_WORD = re.compile(r"[^\W_]+")


def venue_at_end(text: str, work: Work) -> tuple[str | None, str]:
    """The work's journal at the end of a string, numbers and labels aside, and what stands before it."""
    names = dict.fromkeys(n for r in work.records for n in (r.venue, *r.venue_aliases) if n)
    words = list(_WORD.finditer(text))
    while words and _is_locator(words[-1][0]):
        words.pop()
    for word in words[: -LONGEST_JOURNAL - 1 : -1]:
        piece = text[word.start() : words[-1].end()]
        piece += ")" * (piece.count("(") - piece.count(")"))  # "Nature (London)"
        found = next((name for name in names if same_venue(piece, name)), None)
        if found is not None:
            return found, text[: word.start()]
    return None, text


def _is_locator(word: str) -> bool:
    return any(c.isdigit() for c in word) or word.lower() in LABELS


def holds_no_title(text: str, work: Work) -> bool:
    """Whether nothing but names of the work's authors and labels stand in a string without years and journal."""
    names = name_words(work)
    words = normalize(text).split()
    strange = [w for w in words if w not in names and w not in LABELS]
    # Initials of given names are compared as such, later.
    return all(len(w) == 1 for w in strange) and not (strange and names.isdisjoint(words))
