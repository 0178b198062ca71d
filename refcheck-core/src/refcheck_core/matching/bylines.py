"""People who are named behind a title: "Title (Vaswani et al., 2017)", "Title, A. Vaswani and N. Shazeer, NeurIPS".

Names are taken for such only where something beside their capitals tells: "et al.", "and", initials, "by", a year in
the same parentheses. Journals, publishers and places stand there as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..text import normalize
from .boundaries import name_words
from .venue_forms import is_journal, is_well_known, prepare_venue, same_venue
from .venue_names import PUBLISHERS

if TYPE_CHECKING:
    from ..models import Work

_UPPER = "A-ZÀ-ÖØ-ÞĀ-Ž"
_PARTICLES = r"(?:(?:[Vv]an|[Vv]on|der|den|[Dd]e|del|della|di|da|dos|du|[Ll]a|[Ll]e|el|al|bin|ter|ten)\s){0,3}"
_WORD = rf"[{_UPPER}](?:[^\W\d_]|['’-]){{1,30}}"
_INITIALS = rf"(?:[{_UPPER}]\.[\s-]?){{1,4}}"
_FAMILY = rf"{_PARTICLES}{_WORD}(?:\s{_WORD})?"
_SHORT = (
    rf"(?:{_INITIALS}{_FAMILY}|{_FAMILY},?\s{_INITIALS}|[{_UPPER}]{{1,2}}\s{_FAMILY}"
    rf"|{_FAMILY}\s[{_UPPER}]{{1,3}}(?![\w.]))"
)
_FULL = rf"{_WORD}(?:\s(?:{_WORD}|[{_UPPER}]\.?)){{0,2}}\s{_PARTICLES}{_WORD}"
_PERSON = rf"(?:{_SHORT}|{_FULL})"
_AND = r"\s*,?\s+(?:and|und|y|&)\s+"
_ET_AL = r",?\s+(?:et\.?\s+al\b\.?|and others)"
_LIST = rf"{_PERSON}(?:(?:{_AND}|\s*[,;]\s+){_PERSON}){{0,30}}(?:{_ET_AL})?|{_FAMILY}(?:{_AND}{_FAMILY}|{_ET_AL})"
_BEHIND = re.compile(rf"[\s.,;:?!\"”’')]*(?P<mark>[/–—|-]|\b[Bb]y\b)?\s*(?P<names>{_LIST})(?=\s*(?:[.,;()\[\]–—|/]|$))")
_IN_BRACKETS = re.compile(
    rf"[\s.,;:?!\"”’']*[(\[]\s*(?P<names>{_FAMILY}(?:{_ET_AL}|(?:,\s{_FAMILY}){{0,5}}{_AND}{_FAMILY})?),?\s+"
    r"(?=(?:1[5-9]|20)\d\d[a-z]?\s*[,;)\]])"
)
_WITH_VENUE = re.compile(
    rf"[\s.,;:?!\"”’']*[(\[]\s*(?P<names>{_FAMILY}(?:{_ET_AL}|(?:,\s{_FAMILY}){{0,5}}{_AND}{_FAMILY})),?\s+"
    r"(?=[^()\[\]]{2,80}[)\]])"
)
"""Names in parentheses with a venue and a year behind them ("(Yu et al., CVPR 2015)")."""
_ANY_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*\.?")
_PLACES = frozenset(
    "amsterdam|barcelona|basel|beijing|berkeley|berlin|bern|bologna|bonn|boston|brussels|budapest|cambridge|chicago|"
    "darmstadt|dordrecht|düsseldorf|edinburgh|firenze|frankfurt|geneva|genève|göttingen|hamburg|heidelberg|jena|kyoto|köln|"
    "leiden|leipzig|lisboa|lisbon|london|los angeles|lyon|madrid|mexico|milan|milano|montreal|moscow|munich|münchen|"
    "new haven|new york|oslo|oxford|padova|paris|philadelphia|praha|prague|princeton|roma|rome|rotterdam|singapore|"
    "stanford|stockholm|stuttgart|sydney|tokyo|torino|toronto|tübingen|utrecht|venezia|vienna|warszawa|washington|"
    "wien|wiesbaden|zürich|zurich".split("|")
)
_JOURNALS = frozenset(
    "biochemistry biometrika blood brain cancer cell chest circulation cognition ecology econometrica erkenntnis "
    "evolution genetics gut icarus immunity lancet language mind nature neuron pain pediatrics radiology science "
    "sensors synthese".split()
)
"""Journals of one word, which might be a family name."""
_NORMAL_PLACES = frozenset(map(normalize, _PLACES))
"""Where books come out: what stands with a year in parentheses as often as an author does."""


class Byline(NamedTuple):
    """Names behind a title, and where they begin and end in what is behind it."""

    names: str
    start: int
    end: int


def find_byline(after: str, work: Work) -> Byline | None:
    """The people who are named right behind a title, if any are."""
    match = _IN_BRACKETS.match(after) or _WITH_VENUE.match(after)
    if match and not _is_place(match["names"], work):
        return Byline(match["names"], match.start("names"), match.end())
    match = _BEHIND.match(after)
    names = _before_venue(match["names"]) if match else ""
    if match is None or not names or _is_place(names, work):
        return None
    if not _is_plain(names, match["mark"], work) and not _stands_before_venue(names, after[match.end("names") :], work):
        return None
    start = match.start("mark") if match["mark"] else match.start("names")
    return Byline(names, start, match.start("names") + len(names))


def _before_venue(names: str) -> str:
    """Names up to the first that is known to be a venue's ("R. Kynch, NeurIPS Proceedings")."""
    end = 0
    for piece in re.finditer(r"[^,;]+", names):
        if is_well_known(piece[0].strip()):
            break
        end = piece.end()
    return names[:end]


def without_names(after: str, work: Work) -> str:
    """What is behind a title without names of the work's authors in front, which no stop may part from the venue."""
    known = name_words(work)
    at = 0
    for word in _ANY_WORD.finditer(after):
        if normalize(word[0]) not in known:
            break
        at = word.end()
    return after[at:] if at else after


def bracketed_venue(after: str) -> str | None:
    """A journal or conference that is known by name, alone with a year in parentheses ("(Nature, 2016)")."""
    match = _IN_BRACKETS.match(after)
    return match["names"] if match and _is_journal(match["names"]) else None


def _is_plain(names: str, mark: str | None, work: Work) -> bool:
    """Whether anything but capitals tells that names are people's."""
    if mark or re.search(_ET_AL, names):
        return True
    several = len(re.findall(rf"{_PERSON}", names)) > 1
    if re.search(rf"\s(?:[{_UPPER}]\.\s?)+(?:[,;]|$)|\s[{_UPPER}]{{1,3}}(?:[,;]|$)", names):
        return True  # "Hinton G", "Hinton, G. E."
    if several and re.search(rf"(?:^|\s){_INITIALS}", names):
        return True  # alone "J. Mach" is the beginning of a journal
    known = name_words(work)
    if any(word in known for word in normalize(names).split()):
        return True
    return re.search(rf"{_FULL}{_AND}{_FULL}|{_FULL},\s{_FULL},\s{_FULL}", names) is not None


def _stands_before_venue(names: str, behind: str, work: Work) -> bool:
    """Whether one whole name stands between the title and the work's own venue ("Yann LeCun. CVPR")."""
    if re.fullmatch(_FULL, names) is None:
        return False
    pieces = [p.strip(" .,;()") for p in re.split(r"[,;(]|\.\s+|\s(?=(?:1[5-9]|20)\d\d)", behind) if p.strip(" .,;()")]
    return any(same_venue(piece, name) for piece in pieces[:1] for name in work.venue_names)


def _is_journal(names: str) -> bool:
    return normalize(names) in _JOURNALS or is_journal(names) or bool(prepare_venue(names).group)


def _is_place(names: str, work: Work) -> bool:
    """Whether what looks like names is a journal, conference, publisher or town."""
    normal = normalize(names)
    if normal in _NORMAL_PLACES or normal in PUBLISHERS or _is_journal(names):
        return True
    held = (*work.venue_names, *(r.publisher for r in work.records if r.publisher))
    return any(same_venue(names, name) or f" {normal} " in f" {normalize(name)} " for name in held)
