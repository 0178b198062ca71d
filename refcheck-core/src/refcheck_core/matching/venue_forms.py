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
from .venue_parts import fits_with_initials, pairs_within
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
    r"(?:,\s*|\s(?=[A-Z]{3}))(?P<acronym>[A-Z][A-Za-z@&*-]{1,14})[\s'’]*(?:(?:19|20)\d\d|\d\d)(?=\s*(?:,|$)).*$",
    re.DOTALL,
)
"""The acronym, place and date behind a conference's name, as DBLP writes them (", CVPR 2021, virtual, June 19-25")."""
_DATE = re.compile(
    r"(?<=\w),\s*(?:\d{1,2}(?:\s?[-–]\s?\d{1,2})?\s+)?(?:January|February|March|April|May|June|July|August|September|October|"
    r"November|December)\s+\d.*$",
    re.DOTALL,
)
"""Date and place behind a name (", January 25-30, 2015, Austin, Texas, USA")."""
_PLACE = re.compile(r"[A-Z][\w.'’-]*(?: (?:[A-Z][\w.'’-]*|de|del|la|of|the)){0,3}")
"""A city, state or country: names alone ("New York", "Rio de Janeiro"), no "and" as in the title of a conference."""
_LOCATORS = re.compile(
    r"[,;.]?\s+(?:volume|vol|issue|number|no|pages|page|pp|p)\b\.?\s*[A-Za-z]?\d.*$", re.IGNORECASE | re.DOTALL
)
"""Volume and pages behind a name (", vol. 5, pp. 1-10"), which language models put there."""
_EDITORS = re.compile(r"^in:?\s+.{1,200}?\(?\beds?\b\.?\)?[,.:]?\s+(?=\w)", re.IGNORECASE)
"""Editors before the name of a collection ("In R. E. Miller and J. W. Thatcher (eds.), Complexity of …")."""
_VOLUME = re.compile(r"^(?P<series>\w.*?\w),?\s+(?:volume|vol\.?|bd\.?|band)\s+\d{1,4}[:.,]\s+\w", re.IGNORECASE)
"""A series, the number of a volume and the title of that volume ("Syntax and Semantics, Volume 3: Speech Acts")."""
_DROPPED = FUNCTION_WORDS | frozenset(
    "do da dos das e em del di della delle dei degli il lo gli van voor het og och au aux dem den im series ser".split()
)
"""Words that abbreviations leave out (ISO 4 drops articles, prepositions and conjunctions)."""
_BROKEN = re.compile(r"(?<=[a-z])[-‐]\s?(?=[a-z])")
"""A hyphen where a line ended ("Micro-biol"); few names of venues have another one in lower case."""
_FUTURE = re.compile(r"^(?:to appear|accepted|forthcoming|in press)\s+(?:in|at|by|for|to)\b:?\s+", re.IGNORECASE)
_STATUS = re.compile(
    r"preprint|(?:unpublished |author )?manuscript|unpublished(?: work)?|(?:currently )?under review(?: .*)?"
    r"|submitted(?: .*)?"
    r"|in preparation|to appear|in press|accepted|forthcoming|working paper|technical report|available online|online"
    r"|(?:unpublished )?draft|mimeo|abs \d[\d ]*|n a|none|null|unknown|not published|unpublished"
)
"""What stands in the place of a venue and is none, normalised: the state of a paper, or that nothing is known."""
_ELISION = re.compile(r"\b[LlDd]['’](?=\w)")
_SECTION = re.compile(r"\s(?:[a-z]|i{2,3}|iv|vi{0,3})$")
"""The letter or Roman numeral of a journal's section ("Journal of Physics A", "Circuits and Systems II")."""
_ROMAN = frozenset("i ii iii iv v vi vii viii".split())
_SOCIETIES = frozenset("ieee acm ifip aaai usenix siam".split())
"""Societies whose name may stand before that of their journal or conference, or not."""
_SERIALS = frozenset(
    "journal j jour transactions trans letters lett review reviews rev annals ann archives arch magazine mag bulletin "
    "bull quarterly acta revue revista rivista zeitschrift annales annalen".split()
)
"""Words by which a journal is told from a conference: of its name every word counts but that of its society."""
_SIDE_EVENTS = frozenset("workshop workshops findings student tutorial tutorials companion demo demonstrations".split())
_EDITIONS = frozenset(
    "american british english chinese russian german french european international general methodological theoretical "
    "applied clinical".split()
)
"""What stands in parentheses to tell editions apart; places each database writes its way ("Science (New York)")."""
_MEETINGS = frozenset("conference conf symposium proceedings proc workshop meeting".split())
MIN_KNOWN = 4
"""Letters of an acronym that is no other word in capitals ("FAT", "TIP")."""
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
        societies: those of `_SOCIETIES` that it names.
        beside: acronyms that stand beside the name, in parentheses or before a year.
        edition: word in parentheses that tells one edition from another ("british").
        side_event: whether it is a track of a conference whose papers are not those of the conference.
    """

    text: str
    normal: str
    words: tuple[str, ...]
    acronyms: frozenset[str]
    group: str
    server: str
    section: str = ""
    societies: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    edition: str = ""
    side_event: bool = False


_NO_VENUE = PreparedVenue("", "", (), frozenset(), "", "")


@lru_cache(maxsize=16384)
def prepare_venue(text: str) -> PreparedVenue:
    """Compute the compared forms of a venue once."""
    shown = _FUTURE.sub("", _EDITORS.sub("", _ELISION.sub("", clean_text(text) or "")))
    if _STATUS.fullmatch(normalize(shown)):
        return _NO_VENUE
    inside = set(re.findall(r"\(([A-Z][A-Za-z&-]{1,14})[ '’\d]*\)", shown))
    bare = re.sub(r"\([^()]*\)", " ", shown)
    meeting = None if bare.isupper() else _MEETING.search(bare)
    if meeting and meeting.start() and _names_a_meeting(meeting["acronym"]):
        inside.add(meeting["acronym"])
        bare = bare[: meeting.start()]
    volume = _VOLUME.match(bare)
    bare = _LOCATORS.sub("", _without_date(bare))
    bare = bare if bare.strip() else shown
    normal = " ".join(w for w in normalize(_YEAR.sub(" ", bare)).split() if not any(c.isdigit() for c in w))
    words = tuple(w for w in _without_function_words(normal.split()) if w not in _BOILERPLATE)
    own = _without_proceedings(normal)
    solid = "".join(own)
    beside = {normalize(a).replace(" ", "") for a in (*inside, *_joint(inside))}
    acronyms = set(beside)
    if 2 <= len(solid) <= 8 and (len(own) <= 3 or len(own) == len(solid)):  # "A A A I", as PDF files have it
        acronyms.add(solid)
    head = " ".join(w for w in normalize(_YEAR.sub(" ", bare.split(":")[0])).split() if not any(c.isdigit() for c in w))
    section = bare.split(":")[0] if ":" in bare and _SECTION.search(head) else ""
    section = volume["series"] if volume else section
    group = _group(normal, head, acronyms, beside)
    everything = frozenset(normalize(shown).split())
    return PreparedVenue(
        text=shown,
        normal=normal,
        words=words,
        acronyms=frozenset(acronyms),
        group=group,
        server=preprint_server(shown),
        section=section,
        societies=_SOCIETIES & everything,
        beside=frozenset(beside),
        edition=_edition(shown),
        side_event=bool(_SIDE_EVENTS & everything),
    )


def _without_date(text: str) -> str:
    """A meeting's name without its date, and without the place before that (", Halifax, NS, Canada, August 13")."""
    date = _DATE.search(text)
    if date is None:
        return text
    pieces = text[: date.start()].split(",")
    if not any(word in _MEETINGS for word in normalize(pieces[0]).split()):
        return text[: date.start()]
    place = [p.strip() for p in pieces[1:]]
    while place and not _PLACE.fullmatch(place[0]):
        place.pop(0)
    longest = 3 if any(len(p) <= len("NSW") and p.isupper() for p in place[:-1]) else 2  # city, state, country
    return ",".join(pieces[: max(1, len(pieces) - min(len(place), longest))])


def _without_proceedings(normal: str) -> list[str]:
    """The words of a name that is an acronym, perhaps ("Proceedings of the LREC", "IEEE TITS")."""
    words = normal.split()
    dropped = {"ieee", "acm", "proc", "proceedings"}
    if words[:1] in (["proc"], ["proceedings"]):
        dropped |= {"of", "the"}
    return [w for w in words if w not in dropped]


def _edition(shown: str) -> str:
    """The words in parentheses that tell one edition or section of a journal from another ("(British)")."""
    notes = " ".join(re.findall(r"\(([^()]+)\)", shown))
    return " ".join(w for w in normalize(notes).split() if w in _EDITIONS)


def _group(normal: str, head: str, acronyms: Iterable[str], beside: Iterable[str]) -> str:
    """The entry of `SAME_VENUES` that a venue belongs to; of a side event ("CVPR Workshops") that of its conference.

    Where the acronym beside the name is that of another conference, it is none of both ("… on Computer Vision (CVPR)").
    """
    bare = [" ".join(w for w in n.split() if w not in _SIDE_EVENTS) for n in (normal, head)]
    if "findings" in head:  # "Findings of the Association for Computational Linguistics: EMNLP"
        bare.insert(0, normal[len(head) :].strip())
    names = (normal, *bare, *(name for n in bare for name in _stripped(n)))
    by_name = next((_GROUP_OF[k] for k in names if k in _GROUP_OF), "")
    by_acronym = [_GROUP_OF[k] for k in beside if k in _GROUP_OF]
    if by_name and by_acronym and by_name not in by_acronym and "findings" not in head:
        return "/".join((by_name, *sorted(by_acronym)))
    known = (normal, *acronyms, *names)
    return next((_GROUP_OF[k] for k in known if k in _GROUP_OF), "")


def _names_a_meeting(acronym: str) -> bool:
    """Whether letters before a year are those of a conference, not of the society that holds it ("IEEE 2020")."""
    normal = normalize(acronym)
    return normal not in _BOILERPLATE or normal in _GROUP_OF


def _joint(acronyms: Iterable[str]) -> Iterator[str]:
    """The acronyms of conferences that are held as one ("EMNLP-IJCNLP")."""
    for acronym in acronyms:
        parts = acronym.split("-")
        if len(parts) > 1 and all(len(p) >= MIN_JOINT and p[:1].isupper() and p[-2:].isupper() for p in parts):
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
    if _are_one(first, second):
        return True
    if prepare_venue(first).side_event != prepare_venue(second).side_event:
        return False
    return any(_are_one(one, two) for one, two in pairs_within(first, second))


def _are_one(first: str, second: str) -> bool:
    """Whether two names as they stand may be those of one venue."""
    one, two = prepare_venue(first), prepare_venue(second)
    if not one.normal or not two.normal:
        return False
    known = _by_what_is_known(one, two)
    if known is not None:
        return known
    ways = (_abbreviates_group, _abbreviates, _acronym, _typo, _lacks_subtitle, _abbreviates_note)
    same = one.normal == two.normal or any(way(one, two) or way(two, one) for way in ways)
    if not same and (_BROKEN.search(first) or _BROKEN.search(second)):
        return _are_one(_BROKEN.sub("", first), _BROKEN.sub("", second))
    return same and not _contradict(one, two)


def _by_what_is_known(one: PreparedVenue, two: PreparedVenue) -> bool | None:
    """Whether two are one venue, as far as servers, tracks, societies and `SAME_VENUES` tell."""
    if one.server or two.server:
        return one.server == two.server
    if one.text.casefold() == two.text.casefold():
        return True
    if one.side_event != two.side_event or _journal_against_meeting(one, two) or _are_of_other_societies(one, two):
        return False
    return one.group == two.group if one.group and two.group else None


def _contradict(one: PreparedVenue, two: PreparedVenue) -> bool:
    """Whether something that stands in both names tells two venues apart, however alike the rest is."""
    if one.edition and two.edition and one.edition != two.edition:
        return True
    return _belies_itself(one, two) or _belies_itself(two, one)


def _is_serial(venue: PreparedVenue) -> bool:
    return any(w in _SERIALS for w in venue.normal.split())


def _are_of_other_societies(one: PreparedVenue, two: PreparedVenue) -> bool:
    """Whether two journals are told apart by their societies ("IEEE Transactions on Graphics", "ACM …")."""
    named = bool(one.societies and two.societies) and not one.societies & two.societies
    return named and _is_serial(one) and _is_serial(two)


def _belies_itself(one: PreparedVenue, two: PreparedVenue) -> bool:
    """Whether the acronym beside one name is that of another conference than the name, which alone is like the other's.

    "International Conference on Language Resources (COLING 2014)": the acronym is well known, and no word of its long
    names is in this one; or it is not made of its initials, and the acronym beside the other is.
    """
    if not one.beside or one.beside & two.acronyms:
        return False
    known = [_GROUP_OF[a] for a in one.beside if a in _GROUP_OF]
    if known and len(one.words) > 1:
        long = {w for group in known for name in _NAMES_OF[group] for w in name.split()}
        if long and not long & set(one.words):
            return True
    return bool(two.beside) and _is_made_of(two.beside, two) and not _is_made_of(one.beside, one)


def _is_made_of(acronyms: Iterable[str], venue: PreparedVenue) -> bool:
    """Whether an acronym is made of the initials of a name, or of most of them."""
    initials = "".join(w[0] for w in venue.normal.split())
    return any(len(a) > 2 and _in_order(a, initials) for a in acronyms)


def _in_order(short: str, long: str) -> bool:
    letters = iter(long)
    return all(c in letters for c in short)


def is_journal(name: str) -> bool:
    """Whether a name is plainly that of a journal ("Journal of …", "… Letters", "IEEE Trans. …")."""
    words = normalize(name).split()
    return len(words) > 1 and any(w in _SERIALS for w in words)


def is_well_known(name: str) -> bool:
    """Whether a name alone says that it is of a venue: one of `SAME_VENUES`, in full or as an acronym in capitals."""
    venue = prepare_venue(name)
    letters = "".join(c for c in name if c.isalpha())
    acronym = len(letters) >= MIN_KNOWN and sum(map(str.isupper, letters)) > 1
    return bool(venue.group) and (len(venue.normal.split()) > 1 or acronym)


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
    if _fits(abbreviated, words) or fits_with_initials(short.text, words, _word_fits):
        return True
    if _is_serial(short) or _is_serial(full):  # "Journal of Cancer" is not the "International Journal of Cancer"
        return _fits(_without_society(abbreviated), _without_society(words))
    return len(short.words) > 1 and _fits(list(short.words), list(full.words))


def _abbreviates_note(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether `short` has what `full` has in parentheses ("J R Stat Soc Series B Methodol")."""
    if "(" not in full.text or "(" in short.text:
        return False
    return _abbreviates(short, prepare_venue(full.text.replace("(", " ").replace(")", " ")))


def _content(venue: PreparedVenue) -> list[str]:
    return _without_function_words(venue.normal.split())


def _without_society(words: list[str]) -> list[str]:
    return [w for w in words if w not in _SOCIETIES]


def _without_function_words(words: list[str]) -> list[str]:
    """Words without function words; a last letter is one of a series ("Physical Review A")."""
    return [w for i, w in enumerate(words) if w not in _DROPPED or (i and i == len(words) - 1)]


def _abbreviates_group(short: PreparedVenue, full: PreparedVenue) -> bool:
    """Whether `short` abbreviates one of the names that `SAME_VENUES` has for `full`."""
    return bool(full.group) and any(_abbreviates(short, prepare_venue(name)) for name in _NAMES_OF.get(full.group, ()))


def _fits(abbreviated: Sequence[str], words: Sequence[str]) -> bool:
    if not abbreviated or len(abbreviated) != len(words):
        return False
    return all(_word_fits(a, w) for a, w in zip(abbreviated, words, strict=True)) and any(
        len(a) >= 2 for a in abbreviated
    )


def _word_fits(short: str, word: str) -> bool:
    if short in _ROMAN and word in _ROMAN:
        return short == word  # of sections: "Circuits and Systems I" is no abbreviation of "… II"
    if word.startswith(short):
        return short == word or not word.startswith(OTHER_ABBREVIATIONS.get(short, ()))
    # Contractions keep the first letter and some of the others in order ("natl", "mgmt", "dept").
    return len(short) >= 3 and word[0] == short[0] and _in_order(short, word)


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


def _journal_against_meeting(one: PreparedVenue, two: PreparedVenue) -> bool:
    """Whether one is a journal that is named like the subject of the other, a conference."""
    pairs = ((one, two), (two, one))
    return any(a.normal in JOURNALS_NAMED_LIKE_MEETINGS and _MEETINGS & set(b.normal.split()) for a, b in pairs)


def _typo(one: PreparedVenue, two: PreparedVenue) -> bool:
    serial = _is_serial(one) or _is_serial(two)
    left, right = ([_without_society(_content(v)) for v in (one, two)]) if serial else (one.words, two.words)
    if min(len(one.normal), len(two.normal)) < 12 or len(left) != len(right):
        return False
    pairs = zip(left, right, strict=True)
    return all(a == b or (len(a) > 4 and Levenshtein.distance(a, b) <= 1) for a, b in pairs)
