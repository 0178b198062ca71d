"""What stands behind the title in a citation string: the venue, and a second title that is joined on.

The work's own venue is looked for first. Another one is claimed only where the string says so plainly: a name with a
volume behind it, a style's mark before it ("[J].", "In"), a conference known by name, or nothing but a name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..models import WorkType
from ..text import normalize
from .boundaries import name_words
from .venue_forms import is_journal, is_well_known, prepare_venue, same_venue
from .venue_names import PUBLISHERS
from .words import FUNCTION_WORDS, content_words, roman_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..models import Work

_MARK = re.compile(r"^[\s.,;:\"”’')\]]*\[(?:[JCMDRA](?:/OL)?)\][\s.]*(?://)?\s*(?:[Ii]n:?\s+)?")
"""The mark of GB/T 7714 between a title and its container ("[J].", "[C]//")."""
_MARKED = re.compile(r"(?P<name>[^\d,;()“”\"]{2,200}?)\s*(?:[,;(“”\"]|\.\s*(?:\d|$)|$|\d)")
_NUMBERED = re.compile(
    r"[\s.,;:\"”»’')\]]*(?:[Ii]n:?\s+)?(?P<name>[A-Z][^\d,;:()\"“”]{1,80}?)[\s,.;:]+(?:[Vv](?:ol(?:ume)?)?\.?\s*)?[A-Z]?\d{1,4}(?!\d)"
)
"""A name after the title with a volume or year right after it ("Science, 521", "Phys. Rev. Lett. 98", "ICML 2017")."""
_LAW = re.compile(
    r"[\s.,;:\"”»’')\]]*(?:\((?:1[5-9]|20)\d\d\)\s+)?\d{1,4}\s+(?P<name>[A-Z][A-Za-z.&'’ ]{2,60}?)\s+\d{1,5}\b"
)
"""A journal between its volume and the first page (Bluebook, OSCOLA: "10 Harv. L. Rev. 457")."""
_DATED = re.compile(r"[\s.,;:\"”’')\]]*(?:[Ii]n:?\s+)?(?P<name>[A-Z][^\d,;:()\"“”]{1,120}?)\s*\((?:1[5-9]|20)\d\d\)")
"""A name with a year in parentheses; a city or publisher may stand there, too."""
_ALONE = re.compile(r"[\s.,;:\"”»’')\]]*(?P<name>[A-Z][^\d,;:()\"“”.]{2,60})\.?\s*$")
_IN_MEETING = re.compile(
    r"\b[Ii]n:?\s+(?P<name>(?:(?:Proc|Adv|Int|Annu|Conf|Symp)[a-z]*\b\.?|IEEE|ACM|[A-Z]{3,8}\b)[^,;]{0,150})"
)
"""A conference named after "in"; it is judged where it is one of those known by name."""
VISITED = re.compile(r"\b(?:accessed|retrieved|visited|viewed|cited|available)\b.*", re.IGNORECASE | re.DOTALL)
"""When and where a page was looked at: no venue and no year of the work."""
_WORKSHOP = re.compile(r"\bworkshops?\b", re.IGNORECASE)
_IN = re.compile(r"^[\s.,;:\"”»’')\]]*[Ii]n:\s")
_SECTION = re.compile(r"\w\s[A-Z]$")
"""The letter of a journal's section ("Physical Review A"), which is no article."""
_COLLECTION = re.compile(
    r"^[\s.,;:\"”’')\]]*[Ii]n:?\s+(?:[^()]{2,200}?\(\s*[Ee]ds?\.?\s*\)|[^():]{2,120}?,\s[Ee]ds?\.)[,.:]?\s+(?P<name>[A-Z][^.,;()]{3,150})"
)
"""A book behind its editors ("In: Smith, J. (ed.) Handbook of Rivers")."""
_SERIES = frozenset({"", "lncs", "lnai", "pmlr", "acl"})
"""Series of many conferences, and a society that is their publisher: no conference is named by them alone."""
_IN_VOLUME = re.compile(r"\b(?:demo|demonstration|companion|industry|tutorial)", re.IGNORECASE)
"""Tracks whose papers are cited by the conference's name alone."""
_LONG_NAME = 4
"""Words from which a venue's name is no part of another name, but for these words beside it."""
_GOES_ON = frozenset(
    "letters lett reports communications supplement supplements workshop workshops companion advances open".split()
)
_LEADS = frozenset("applied international european asian american chinese computational".split())
_NO_VENUE = [
    [w]
    for w in "accessed available published retrieved pages page pp chapter article no number vol volume ed edition "
    "january february march april may june july august september october november december".split()
]
_NO_TITLE = frozenset(
    "in eds ed edited editor translated trans presented paper with by from available published report technical thesis "
    "dissertation proceedings proc conference lecture pages vol volume see also reprinted doi http https arxiv".split()
)
"""First words of what stands between a title and its venue and is no title."""
_UNPUBLISHED = frozenset(
    "press forthcoming submitted review preprint manuscript unpublished mimeo draft working paper accepted text pubmed "
    "online print abstract epub article edition university institute".split()
)
"""Words of notes that stand where a venue might."""
_PAPERS = frozenset({WorkType.JOURNAL_ARTICLE, WorkType.PROCEEDINGS_ARTICLE, WorkType.POSTED_CONTENT})
_GROUPS = frozenset(
    "group team consortium investigators collaboration network committee organization organisation society institute "
    "association initiative".split()
)
"""Words of the names of groups, which may stand behind a title as its authors do."""
MIN_JOINED = 4
"""Content words of a sentence between title and venue from which it is another title."""


def find_venue(after: str, work: Work) -> str | None:
    """The venue in the string: the work's where it stands there, else one that is plainly named.

    What else stands there (cities, publishers, editors) is not judged.

    Args:
        after: what stands behind the title.
        work: the work of that title.
    """
    after = VISITED.sub("", after)
    names = work.venue_names
    pieces = tuple(_pieces(after))
    workshop = next((p for p in pieces if _WORKSHOP.search(p) and prepare_venue(p).group), None)
    held_by = [n for n in names if workshop and _is_workshop_of(workshop, n)]
    for name in names:
        if name not in held_by and _names(after, pieces, name):
            return name
    if held_by:
        return workshop
    law = _LAW.match(after)
    if law:
        return law["name"].strip()
    plain = _marked(after) or _collection(after) or _numbered(after, names)
    return plain or _known(after, names) or _alone(after, work)


def _names(text: str, pieces: Sequence[str], name: str) -> bool:
    """Whether a venue stands in a text, of which the pieces are given as well."""
    return _holds(text, name) or any(same_venue(piece, name) for piece in pieces)


def _is_workshop_of(workshop: str, name: str) -> bool:
    """Whether a workshop is claimed, and a name is that of the conference that holds it: what stands in its parts."""
    return not _WORKSHOP.search(name) and prepare_venue(name).group == prepare_venue(workshop).group


def _pieces(after: str) -> Iterator[str]:
    """What may be the name of a venue: what stands between stops."""
    mark = _MARK.match(after)
    text = after[mark.end() :] if mark else after
    for piece in re.split(r"[,;:(]|\.\s+|\bin\b:?", text, flags=re.IGNORECASE):
        stripped = piece.strip(" .,:;()")
        if len(stripped) > 2:
            yield stripped
    numbered = _NUMBERED.match(text)
    if numbered:
        yield numbered["name"]


def _holds(after: str, name: str) -> bool:
    """Whether a long name stands in a text, and is not a part of a longer one."""
    if len(name.split()) < _LONG_NAME:
        return False
    words, wanted = normalize(after).split(), normalize(name).split()
    for at in range(len(words) - len(wanted) + 1):
        if words[at : at + len(wanted)] == wanted:
            before, behind = words[:at][-1:], words[at + len(wanted) :][:1]
            if not (_LEADS.intersection(before) or any(map(_continues, behind))):
                return True
    return False


def _continues(word: str) -> bool:
    """Whether a word behind a venue's name makes another of it ("Letters", "Workshops", the letter of a section)."""
    return word in _GOES_ON or (len(word) == 1 and word.isalpha()) or roman_number(word) is not None


def _marked(after: str) -> str | None:
    """The container behind a mark of GB/T 7714, which says that one stands there."""
    mark = _MARK.match(after)
    name = _MARKED.match(after, mark.end()) if mark else None
    return _plausible(name["name"]) if name else None


def _collection(after: str) -> str | None:
    found = _COLLECTION.match(after)
    return found["name"].strip(" .") if found else None


def _numbered(after: str, names: Sequence[str]) -> str | None:
    """A journal or conference with a number behind it."""
    match = _NUMBERED.match(after)
    name = _plausible(match["name"]) if match else None
    if name is not None and (_SECTION.search(name) or normalize(name).split()[-1] not in FUNCTION_WORDS):
        return _if_other(name, names) if is_well_known(name) else name
    # "Proceedings of the 2024 Conference": the number stands within the name.
    return _meeting(after, names)


def _plausible(name: str) -> str | None:
    words = normalize(name).split()
    return name.strip(" .") if words and words[:1] not in _NO_VENUE else None


def _meeting(after: str, names: Sequence[str]) -> str | None:
    """A conference behind "in", if it is another than the work's, or another track of it."""
    meeting = _IN_MEETING.search(after)
    return _if_other(meeting["name"], names) if meeting else None


def _known(after: str, names: Sequence[str]) -> str | None:
    """A venue that is known by name and stands between stops, or before a year in parentheses."""
    dated = _DATED.match(after)
    if dated and (_IN.match(after) or is_journal(dated["name"]) or _SECTION.search(dated["name"])):
        return dated["name"].strip(" .")
    found = (p for p in _pieces(after) if is_well_known(p))
    return next((other for p in found if (other := _if_other(p, names)) is not None), None)


def _if_other(name: str, names: Sequence[str]) -> str | None:
    claimed = prepare_venue(name)
    if claimed.group in _SERIES:
        return None
    same = [n for n in names if prepare_venue(n).group == claimed.group]
    if any(prepare_venue(n).side_event == claimed.side_event or _IN_VOLUME.search(n) for n in same):
        return None
    return name.strip(" .")


def _alone(after: str, work: Work) -> str | None:
    """The only thing that stands behind the title, where the work came out in a journal or in proceedings."""
    match = _ALONE.match(after)
    if match is None or not all(r.type in _PAPERS and (r.venue or r.is_preprint) for r in work.records):
        return None
    name = match["name"].strip()
    words = normalize(name).split()
    if not words or _UNPUBLISHED.intersection(words) or _NO_TITLE.intersection(words[:1]):
        return None
    publishers = [r.publisher for r in work.records if r.publisher]
    if normalize(name) in PUBLISHERS or any(same_venue(name, p) for p in publishers):
        return None
    return name


def joined_title(after: str, work: Work) -> int:
    """How far a second title reaches that stands between the title and the work's venue; 0 where none does.

    "Title. Title of another paper. Journal, 2012": where the venue that follows is the work's, what stands between is
    no part of it.
    """
    match = re.match(r"\.\s+(?P<between>[^.?!\"”]{12,250})(?:[.?!]\s+|[,.]?[\"”’]\s+|(?=\[))(?=\S)", after)
    if match is None:
        return 0
    between, rest = match["between"], after[match.end() :]
    people = name_words(work)
    words = tuple(w for w in normalize(between).split() if w not in people)
    if len(content_words(words)) < MIN_JOINED or _NO_TITLE.intersection(words[:1]) or any(map(str.isdigit, words)):
        return 0
    if _GROUPS.intersection(words):
        return 0
    names = (*work.venue_names, *(r.publisher for r in work.records if r.publisher))
    if any(same_venue(between, n) or same_venue(p, n) for n in names for p in between.split(",")):
        return 0
    pieces = tuple(_pieces(rest))
    return match.end("between") if any(_names(rest, pieces, name) for name in names) else 0
