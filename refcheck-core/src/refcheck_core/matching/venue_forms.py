"""Names of venues: the forms in which they are compared, and whether two may be of one venue.

Full names, ISO 4 abbreviations, acronyms, series, sections of journals and tracks of conferences.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from ..models.preprint_servers import preprint_server
from ..text import clean_text, normalize
from .venue_names import JOURNALS_NAMED_LIKE_MEETINGS, OTHER_ABBREVIATIONS, SAME_VENUES
from .words import FUNCTION_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_BOILERPLATE = frozenset(
    "proceedings proc conference conf international intl int annual symposium symp meeting the edition ieee acm ifip "
    "aaai usenix cvf rsj st nd rd th first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth "
    "twenty thirty forty fifty january february "
    "march april may june july august september october november december volume vol main track long papers "
    "joint".split()
)
"""Words that do not tell one conference from another. Words of journals (transactions, letters …) do, and stay."""

_GROUP_OF = {name: group[0] for group in SAME_VENUES for name in group}
_NAMES_OF = {group[0]: tuple(n for n in group if " " in n) for group in SAME_VENUES}
_YEAR = re.compile(r"\b(1[89]|20)\d\d\b|['’]\d\d\b")
_INTEREST_GROUP = re.compile(r"sig[a-z]{2,6}")
"""ACM's special interest groups, named before their conferences."""
_MEETING = re.compile(
    r",\s*(?P<acronym>[A-Z][A-Za-z@&*-]{1,14})[\s'’]*(?:(?:19|20)\d\d|\d\d)(?=\s*(?:,|$)).*$", re.DOTALL
)
"""The acronym, place and date behind a conference's name, as DBLP writes them (", CVPR 2021, virtual, June 19-25")."""
_DATE = re.compile(
    r"(?<=\w),\s*(?:\d{1,2}(?:\s?[-–]\s?\d{1,2})?\s+)?(?:January|February|March|April|May|June|July|August|September|October|"
    r"November|December)\s+\d.*$",
    re.DOTALL,
)
"""Date and place behind a name (", January 25-30, 2015, Austin, Texas, USA")."""
_EDITORS = re.compile(r"^in:?\s+.{1,200}?\(?\beds?\b\.?\)?[,.:]?\s+(?=\w)", re.IGNORECASE)
"""Editors before the name of a collection ("In R. E. Miller and J. W. Thatcher (eds.), Complexity of …")."""
_VOLUME = re.compile(r"^(?P<series>\w.*?\w),?\s+(?:volume|vol\.?|bd\.?|band)\s+\d{1,4}[:.,]\s+\w", re.IGNORECASE)
"""A series, the number of a volume and the title of that volume ("Syntax and Semantics, Volume 3: Speech Acts")."""
_DROPPED = FUNCTION_WORDS | frozenset(
    "do da dos das e em del di della delle dei degli il lo gli van voor het og och au aux dem den im series ser".split()
)
"""Words that abbreviations leave out (ISO 4 drops articles, prepositions and conjunctions)."""
_ELISION = re.compile(r"\b[LlDd]['’](?=\w)")
_SECTION = re.compile(r"\s[a-z]$")
_SIDE_EVENTS = frozenset("workshop workshops findings student tutorial tutorials companion demo demonstrations".split())
_MEETINGS = frozenset("conference conf symposium proceedings proc workshop meeting".split())
MIN_JOINT = 3
"""Letters of an acronym that may stand beside another in one ("ACL-IJCNLP"); shorter parts are of one name."""


@dataclass(frozen=True, slots=True)
class PreparedVenue:
    """A venue with its compared forms.

    Attributes:
        text: as given.
        normal: normalised, years, ordinals and numbers removed.
        words: distinctive words.
        acronyms: acronyms that stand in it: the whole of it, or one in parentheses.
        group: first name of its entry in `SAME_VENUES`, or empty.
        server: name of the preprint server that it is, or empty.
        section: what stands before its colon, where that ends in the letter of a section ("Journal of Physics A: …").
    """

    text: str
    normal: str
    words: tuple[str, ...]
    acronyms: frozenset[str]
    group: str
    server: str
    section: str = ""


@lru_cache(maxsize=16384)
def prepare_venue(text: str) -> PreparedVenue:
    """Compute the compared forms of a venue once."""
    shown = _EDITORS.sub("", _ELISION.sub("", clean_text(text) or ""))
    inside = set(re.findall(r"\(([A-Z][A-Za-z&-]{1,14})[ '’\d]*\)", shown))
    bare = re.sub(r"\([^()]*\)", " ", shown)
    meeting = _MEETING.search(bare)
    if meeting and meeting.start() and _names_a_meeting(meeting["acronym"]):
        inside.add(meeting["acronym"])
        bare = bare[: meeting.start()]
    bare = _DATE.sub("", bare)
    bare = bare if bare.strip() else shown
    normal = " ".join(w for w in normalize(_YEAR.sub(" ", bare)).split() if not any(c.isdigit() for c in w))
    words = tuple(w for w in _without_function_words(normal.split()) if w not in _BOILERPLATE)
    solid = "".join(w for w in normal.split() if w not in {"ieee", "acm", "proc", "proceedings"})
    acronyms = {normalize(a).replace(" ", "") for a in (*inside, *_joint(inside))}
    if 2 <= len(solid) <= 8 and len(normal.split()) <= 3:
        acronyms.add(solid)
    head = " ".join(w for w in normalize(_YEAR.sub(" ", bare.split(":")[0])).split() if not any(c.isdigit() for c in w))
    section = bare.split(":")[0] if ":" in bare and _SECTION.search(head) else ""
    volume = _VOLUME.match(bare)
    section = volume["series"] if volume else section
    group = _group(normal, head, acronyms)
    return PreparedVenue(shown, normal, words, frozenset(acronyms), group, preprint_server(shown), section)


def _group(normal: str, head: str, acronyms: Iterable[str]) -> str:
    """The entry of `SAME_VENUES` that a venue belongs to; of a side event ("CVPR Workshops") that of its conference."""
    bare = [" ".join(w for w in n.split() if w not in _SIDE_EVENTS) for n in (normal, head)]
    if "findings" in head:  # "Findings of the Association for Computational Linguistics: EMNLP"
        bare.insert(0, normal[len(head) :].strip())
    known = (normal, *acronyms, *bare, *(name for n in bare for name in _stripped(n)))
    return next((_GROUP_OF[k] for k in known if k in _GROUP_OF), "")


def _names_a_meeting(acronym: str) -> bool:
    """Whether letters before a year are those of a conference, not of the society that holds it ("IEEE 2020")."""
    normal = normalize(acronym)
    return normal not in _BOILERPLATE or normal in _GROUP_OF


def _joint(acronyms: Iterable[str]) -> Iterator[str]:
    """The acronyms of conferences that are held as one ("EMNLP-IJCNLP")."""
    for acronym in acronyms:
        parts = acronym.split("-")
        if len(parts) > 1 and all(len(p) >= MIN_JOINT and p.isupper() for p in parts):
            yield from parts


def _stripped(normal: str) -> Iterator[str]:
    """A venue's name with less and less boilerplate at its beginning ("proceedings of the annual conference on …").

    The name of a society is boilerplate in most names and belongs to others ("AAAI Conference on Artificial …").
    """
    words = normal.split()
    if len(words) == 2 and words[1] in _MEETINGS:  # "SIGMOD Conference"
        yield words[0]
    while len(words) > 1 and (words[0] in _BOILERPLATE | FUNCTION_WORDS or _INTEREST_GROUP.fullmatch(words[0])):
        words.pop(0)
        yield " ".join(words)


@lru_cache(maxsize=65536)
def same_venue(first: str, second: str) -> bool:
    """Whether two names may be those of one venue."""
    one, two = prepare_venue(first), prepare_venue(second)
    if not one.normal or not two.normal:
        return False
    if one.server or two.server:
        return one.server == two.server
    if one.normal == two.normal:
        return True
    if _side_event(one) != _side_event(two) or _journal_against_meeting(one, two):
        return False
    if one.group and two.group:
        return one.group == two.group
    ways = (_abbreviates_group, _abbreviates, _acronym, _typo, _lacks_subtitle, _abbreviates_note)
    return any(way(one, two) or way(two, one) for way in ways)


def _lacks_subtitle(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether `short` is `full` up to the letter of its section, or the number of its volume.

    "J. Phys. A", "Transportation Research Part C", "Syntax and Semantics 3".
    """
    return bool(full.section) and not short.section and same_venue(short.text, full.section)


def _abbreviates(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether each word of `short` begins the next content word of `full` (ISO 4: "IEEE Trans. Image Process.")."""
    abbreviated, words = _content(short), _content(full)
    if len(abbreviated) == 1 and "." not in short.text and short.text.lower() != full.text.lower():
        return _content(short) == _content(full)  # "Cell" does not abbreviate "Cellulose"; "Endosc." may "Endoscopy"
    return _fits(abbreviated, words) or (len(short.words) > 1 and _fits(list(short.words), list(full.words)))


def _abbreviates_note(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether `short` has what `full` has in parentheses ("J R Stat Soc Series B Methodol")."""
    if "(" not in full.text or "(" in short.text:
        return False
    return _abbreviates(short, prepare_venue(full.text.replace("(", " ").replace(")", " ")))


def _content(venue: PreparedVenue) -> list[str]:
    return _without_function_words(venue.normal.split())


def _without_function_words(words: list[str]) -> list[str]:
    """Words without function words; a last letter is one of a series ("Physical Review A")."""
    return [w for i, w in enumerate(words) if w not in _DROPPED or (i and i == len(words) - 1)]


def _abbreviates_group(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether `short` abbreviates one of the names that `SAME_VENUES` has for `full`."""
    return bool(full.group) and any(_abbreviates(short, prepare_venue(name)) for name in _NAMES_OF[full.group])


def _fits(abbreviated: Sequence[str], words: Sequence[str]) -> bool:
    if not abbreviated or len(abbreviated) != len(words):
        return False
    return all(_word_fits(a, w) for a, w in zip(abbreviated, words, strict=True)) and any(
        len(a) >= 2 for a in abbreviated
    )


def _word_fits(short: str, word: str) -> bool:
    if word.startswith(short):
        return short == word or not word.startswith(OTHER_ABBREVIATIONS.get(short, ()))
    # Contractions keep the first letter and some of the others in order ("natl", "mgmt", "dept").
    letters = iter(word)
    return len(short) >= 3 and word[0] == short[0] and all(c in letters for c in short)


def _acronym(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether an acronym of `short` is made of the initials of `full`, or stands in it in parentheses."""
    if short.acronyms & full.acronyms:
        return True
    words = [w for w in full.normal.split() if w not in FUNCTION_WORDS]
    if len(words) < 2:
        return False
    initials = {"".join(w[0] for w in words), "".join(w[0] for w in full.words)}
    initials |= {"".join(w[0] for w in words if w not in {"ieee", "acm", "proceedings", "proc", "annual"})}
    initials |= {"".join(w[0] for w in full.normal.split() if w not in {"ieee", "acm"})}  # "TOPLAS"
    return any(len(a) >= 3 and a in initials for a in short.acronyms)


def _side_event(venue: PreparedVenue) -> bool:
    """Whether it is a track beside the main one: its papers are not those of the conference."""
    return bool(_SIDE_EVENTS & set(venue.normal.split()))


def _journal_against_meeting(one: PreparedVenue, two: PreparedVenue) -> bool:
    """Whether one is a journal that is named like the subject of the other, a conference."""
    pairs = ((one, two), (two, one))
    return any(a.normal in JOURNALS_NAMED_LIKE_MEETINGS and _MEETINGS & set(b.normal.split()) for a, b in pairs)


def _typo(one: PreparedVenue, two: PreparedVenue) -> bool:
    if min(len(one.normal), len(two.normal)) < 12 or len(one.words) != len(two.words):
        return False
    pairs = zip(one.words, two.words, strict=True)
    return all(a == b or (len(a) > 4 and Levenshtein.distance(a, b) <= 1) for a, b in pairs)
