"""Where a title begins and ends in a citation string, once some words of it are known.

Without this a title that only begins (or ends) like a work's would be taken for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text import normalize
from .venue_forms import same_venue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..models import Work

_STOPS = '.,:;?!"“”„‘»«()[]–—『』「」《》〈〉【】（）、。，：；？！'
_CONTINUES = re.compile(r"\s*[:?!–—]\s|\s-\s")
_ENDS = re.compile(r"\.\s|[\"”’»)\]』」》]")
"""What ends a title, or the words before it, for sure."""
MAX_OVERHANG = 2
"""Words by which a fuzzy range may reach over the end of a title."""
_INITIALS = r"[A-Z](?:[-. ]?[A-Z]){0,3}\.?(?:\s(?:[JS]r|II|III|IV|2nd|3rd)\.?)?"
_SHORT_NAME = re.compile(
    rf"[^\W\d_][\w'’-]*(?:\s[^\W\d_][\w'’-]*){{0,3}}\s{_INITIALS}|(?:[A-Z]\.[- ]?){{1,4}}[^\W\d_][\w'’-]*"
)
"""Family name and initials ("van Eck-Smit BL", "Kazazian HH Jr"), or the reverse ("L. P. Smith")."""
_YEAR_BEFORE = re.compile(r"[.,;:)\]]\s+(?:1[5-9]|20)\d\d[a-z]?\s*$")
"""A year that ends the authors without a stop behind it ("Whalen, P. J. 1998 Fear, vigilance …")."""
_GROUP_NAME = re.compile(
    r"(?:[\w'’-]+\s){1,8}(?:Group|Team|Consortium|Investigators|Collaboration|Network|Committee)s?"
)
_BETWEEN_NAMES = re.compile(r"[,;]\s*(?:and\s|&\s*)?|\s+(?:and|&)\s+")
_INVERTED_NAME = re.compile(r"[^\W\d_][\w'’ -]{0,40},\s[^\W\d_][\w'’. -]{0,40}")
_SENTENCE_END = re.compile(r"(?<![A-Z])\.\s+|[\"“„«]")
"""What ends a list of names before the name of a method ("… and Dianne Cook. “XLNet: …")."""
_PIECE = re.compile(r"\s*[^,:;()\d]{2,80}")
"""What stands up to the next number or stop other than a full stop, which abbreviations have."""
_YEAR_AFTER = re.compile(r"\s*[?!]\s*\(?(?:1[5-9]|20)\d\d\b")
_COLLECTION_AFTER = re.compile(
    r"[?!][\"”’']*\s+(?:In:?\s[^.?!]{0,80}?\b(?:Proc(?:eedings)?|Conference|Workshop|Symposium|Meeting|Advances|Findings|[A-Z]{3,})\b"
    r"|arXiv\b|CoRR\b)"
)
"""A collection or server behind a question ("Why? In Proceedings of …"), which "Why? In defence of rules" has not."""
YEAR_DIGITS = 4
_LONGEST_NAME = 5
"""Words of the longest name of a person."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a citation, folded, with its place in the string."""

    word: str
    start: int
    end: int


def widened(text: str, tokens: Sequence[Token], first: int, last: int, work: Work) -> tuple[int, int]:
    """Widen a range of tokens to the punctuation around it, and over a subtitle that follows.

    Returns:
        Where the title begins and ends in `text`.
    """
    while first > 0 and not _begins_at(text, tokens, first, work):
        first -= 1
    while last + 1 < len(tokens):
        gap = text[tokens[last].end : tokens[last + 1].start]
        if any(c in _STOPS for c in gap) and (
            not _CONTINUES.match(gap) or _ends_as_question(text, tokens[last].end, work)
        ):
            break
        if _people_follow(tokens[last + 1 :], work):
            break  # "Title / A. Vaswani", "Title by Ashish Vaswani", "Title – Vaswani et al."
        last += 1
    return tokens[first].start, tokens[last].end


def _people_follow(tokens: Sequence[Token], work: Work) -> bool:
    """Whether what comes next is the name of one of the work's authors, with given names or initials before it."""
    words = [t.word for t in tokens[: _LONGEST_NAME + 1]]
    names, families = name_words(work), {w for a in work.authors for w in normalize(a.family or a.display).split()[-1:]}
    for word in words[words[:1] == ["by"] :]:
        if word in families and len(word) > 1:
            return True
        if word not in names and len(word) > 1:
            return False
    return False


def _ends_as_question(text: str, at: int, work: Work) -> bool:
    """Whether what follows a question mark is no subtitle: a year, a collection, or the work's venue."""
    if _YEAR_AFTER.match(text, at) or _COLLECTION_AFTER.match(text, at):
        return True
    piece = _PIECE.match(text, at + 1) if text[at] in "?!" else None
    if piece is None:
        return False
    names = [n for r in work.records for n in (r.venue, *r.venue_aliases) if n]
    first, *_ = piece[0].strip().split(". ")
    return any(same_venue(found, name) for found in {piece[0].strip(), first} for name in names)


def name_words(work: Work) -> frozenset[str]:
    """Words of the names of a work's authors, folded."""
    return frozenset(w for author in work.authors for w in normalize(author.display).split())


def without_overhang(text: str, tokens: Sequence[Token], first: int, last: int) -> tuple[int, int]:
    """A fuzzy range of tokens without the word or two that it reaches over a full stop.

    The range is about as long as the work's title; where the claimed one is shorter, it takes in what stands beside.
    """
    for end in range(max(first, last - MAX_OVERHANG), last):
        if _ENDS.search(text[tokens[end].end : tokens[end + 1].start]):
            last = end
            break
    for start in range(min(last, first + MAX_OVERHANG), first, -1):
        if _ENDS.search(text[tokens[start - 1].end : tokens[start].start]):
            first = start
            break
    return first, last


def _begins_at(text: str, tokens: Sequence[Token], first: int, work: Work) -> bool:
    gap = text[tokens[first - 1].end : tokens[first].start]
    if not any(c in _STOPS for c in gap):
        return _YEAR_BEFORE.search(text[: tokens[first].start]) is not None
    if not _CONTINUES.search(gap) or ")" in gap or "]" in gap:
        return True
    # "Vaswani, A., et al.: Title" and "2017: Title" end the authors; "Main title: Subtitle" does not.
    previous = tokens[first - 1].word
    is_year = (
        len(previous) == YEAR_DIGITS and previous.isdigit() and text[: tokens[first - 1].start][-1:] not in {"-", "@"}
    )
    if previous in {"al", "eds", "ed", "others"} or len(previous) == 1 or is_year:
        return True
    if previous in name_words(work):  # "Frege, Gottlob: Title", "Kornai János: Title"
        return True
    return ":" in gap and _is_author_list(text[: tokens[first - 1].end], work)


def _is_author_list(before: str, work: Work) -> bool:
    """Whether names stand before a colon: "Moran JV, Kazazian HH Jr", or any of which the last is an author's."""
    before = _SENTENCE_END.split(before)[-1]
    names = [name.strip() for name in _BETWEEN_NAMES.split(before)]
    families = {normalize(author.family or author.display) for author in work.authors}
    last = normalize(names[-1])
    if any(f" {family} " in f" {last} " for family in families if family) and len(last.split()) <= _LONGEST_NAME:
        return True
    pieces = [p.strip() for p in before.split(";")]
    if len(pieces) > 1 and all(map(_INVERTED_NAME.fullmatch, pieces)):
        return True  # "Turner, Michael; Rossi, Elena: Title"
    if not work.authors and len(names) == 1:
        return _SHORT_NAME.fullmatch(names[0]) is not None  # a string begins with its author: "Bartel DP: MicroRNAs"
    is_group = _GROUP_NAME.fullmatch(names[-1]) is not None
    if len(names) < 2 or not (is_group or _SHORT_NAME.fullmatch(names[-1])):
        return False
    return _SHORT_NAME.fullmatch(names[-2].split(". ")[-1]) is not None
