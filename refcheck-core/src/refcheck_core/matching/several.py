"""Citations that hold more than one reference: what is found of the one says nothing of the other.

A second reference is seen where names stand behind the end of a sentence, and what is before them and behind them has a
year and what may be a title. Editors, translators and reviewers whom a reference names are none. Where it is not plain,
none is seen: of 23,009 citations in public collections 9 were taken for two, and are; of pairs of them put together at
random between a third and four fifths were, by collection (of some without titles or years fewer).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, pairwise

from ..text import plain_text

MAX_LENGTH = 4000
"""Characters of a citation that are looked at."""
MAX_BEGINNINGS = 50
"""Places that are looked at; with more, a text is no citation."""
REACH = 200
"""Characters before a name in which its role is looked for."""
MIN_WORDS = 3
"""Words of more than two letters, without stops between them, that a title has at least."""
LONGEST_NAME = 3
"""Words that a name has without stop or comma ("Woon Sau Leung"); a title in capitals is longer."""
SHOWN = 60
"""Characters that are shown of the second reference."""

_UPPER = "A-ZÀ-ÖØ-ÞĀ-Ž"
_LETTER = r"[^\W\d_]"
_PARTICLES = r"(?:(?:[Vv]an|[Vv]on|der|den|[Dd]e|del|della|di|da|dos|du|[Ll]a|[Ll]e|el|al|bin|ibn|ter|ten|zu)\s){0,3}"
_NO_NAME = r"(?:By|In|The|For|And|See|From|With|On|An|At|Band|Bd|Heft|Part|Reihe|Serie|Series|Teil|Tome|Tomo|Vol)\b"
_WORD = rf"(?!{_NO_NAME})[{_UPPER}](?=[^{_UPPER}\d\s.])(?:{_LETTER}|['’-]){{1,30}}"
_FAMILY = rf"{_PARTICLES}{_WORD}(?:\s{_WORD})?"
_INITIALS = rf"(?:[{_UPPER}]\.[\s-]?){{1,4}}"
_FULL = rf"{_WORD}(?:\s[{_UPPER}]\.?)?\s{_PARTICLES}{_WORD}"
_NAME = "|".join(
    (
        rf"{_FAMILY},?\s{_INITIALS}",  # "Kern, P. J."
        rf"{_FAMILY}\s(?!II)[{_UPPER}]{{1,3}}(?=[.,;]|\s\()",  # "Kern PJ,"
        rf"{_INITIALS}{_FAMILY}(?=[\s,.;]|\sand\s)",  # "P. J. Kern"
        rf"{_WORD}\s[{_UPPER}]\.?\s{_WORD}(?=[.,])",  # "Paul J Kern."
        # 'Kern, Paul. "Title', "Kern, Paul, and Ada Abel", "Kern, Paul. 2019"; but not "Madison, Wisconsin."
        rf"{_FAMILY},\s{_WORD}(?:\s[{_UPPER}]\.?)?(?=\.\s[\"“]|,\sand\s{_WORD}\s|\.\s(?:1[5-9]|20)\d\d)",
        rf"(?:{_FULL},\s){{1,20}}(?:(?:and|&)\s)?{_FULL}[.,]\s|{_FULL},?\s(?:and|&)\s{_FULL}[.,]\s",  # whole names
    )
)
_BEGINNING = re.compile(rf"(?<![\s.(\[][{_UPPER}])[.;]\s+(?:[\[(]?\w{{1,3}}[\])]\s*|\d{{1,3}}\.\s+)?(?P<names>{_NAME})")
_LABEL = re.compile(r"(?:^|[.;]\s+)(?P<open>[\[(])(?P<label>[a-z]|\d{1,3})[\])]\s")
_DATED = re.compile(
    r"[.;]\s+(?P<names>(?!(?:original|reprint|erratum|in|review)\b)[^\W\d_][^.;:()\d]{1,100}?)\s"
    r"\((?P<year>(?:1[5-9]|20)\d\d)[a-z]?\)\s?[.:,]?\s(?P<rest>[^(].*)",
    re.IGNORECASE,
)
"""Names of any kind with a year in parentheses ("Ministry of Things (2004): …"); another such year is before them."""
_PARENTHESES = re.compile(r"\(((?:1[5-9]|20)\d\d)[a-z]?\)")
_ROLE_BEFORE = re.compile(
    r"(?:\b(?:in|by|eds?|edited|editors?|trans|translated|translator|translation|reprinted|repr|rpt|of|with|from|and"
    r"|see|cf|also|foreword|introduction|intro|afterword|preface|illustrated|comment|commentary|discussion|reply"
    r"|response|review|erratum|hrsg|hg|übers|dir|coord|orgs?|advisors?|supervisors?|dans|em|en|di)\b[.:;,)\]\s(]*|&\s*)$",
    re.IGNORECASE,
)
_IN_LIST = re.compile(rf"\b[Ii]n:?\s(?:(?:{_NAME})[,;]?\s*){{1,20}}$")
"""What tells that the names behind it are of editors, translators or of somebody whose work is discussed."""
_ROLE_BEHIND = re.compile(
    r"[^\d\"“]{0,120}?(?:\(\s*(?:eds?|hrsg|hg|trans|dir|coord|orgs?|comps?|editors?)\b|,\s*(?:eds?|editors?|hrsg)\b"
    r"|\b(?:eds?|hrsg)\.)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b(?:doi\s*:?\s*)?10\.\d{4,9}/\S+", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d/–-])(?:1[5-9]\d\d|20\d\d)[a-z]?(?![\d–-])")
_AND = frozenset("and und et y e van von der den de del della di da dos du la le".split())
_STRETCH = re.compile(r"[^.;:()\[\]\"“”?!]+")


@lru_cache(maxsize=256)
def second_reference(citation: str) -> str | None:
    """The beginning of a second reference in a citation; ``None`` where it holds one alone."""
    text = " ".join(_ADDRESS.sub(". ", plain_text(citation[:MAX_LENGTH])).split())
    found = _labelled(text) or _named(text) or _dated(text)
    if found is None:
        return None
    return found if len(found) <= SHOWN else found[:SHOWN].rsplit(" ", 1)[0] + " …"


def _named(text: str) -> str | None:
    for match in islice(_BEGINNING.finditer(text), MAX_BEGINNINGS):
        # The stop belongs to what is before, which may end in "Ed."; a label belongs to what begins.
        first, second = text[: match.start() + 1], text[match.start("names") :]
        nearest = first[-REACH:]
        if _ROLE_BEFORE.search(nearest) or _IN_LIST.search(nearest) or _ROLE_BEHIND.match(second):
            continue
        if _is_whole(first) and _is_whole(second):
            return second
    return None


def _dated(text: str) -> str | None:
    """What begins with names and a second year in parentheses, and goes on as a title does."""
    for match in islice(_DATED.finditer(text), MAX_BEGINNINGS):
        first = text[: match.start() + 1]
        others = set(_PARENTHESES.findall(first)) - {match["year"]}
        if others and _has_prose(first) and not _ROLE_BEFORE.search(first[-REACH:]) and _has_prose(match["rest"]):
            return text[match.start("names") :]
    return None


def _labelled(text: str) -> str | None:
    """The second of references that are counted, "(a) … (b) …" or "[3] … [4] …"."""
    labels = list(_LABEL.finditer(text))
    for one, two in pairwise(labels):
        first, second = text[one.end() : two.start()], text[two.end() :]
        counted = one["open"] == two["open"] and two["label"] == _next(one["label"])
        if counted and _YEAR.search(first) and _YEAR.search(second):
            return second
    return None


def _next(label: str) -> str:
    return str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)


def _is_whole(part: str) -> bool:
    """Whether a part of a citation has a year and what may be a title."""
    return _YEAR.search(part) is not None and _has_prose(part)


def _has_prose(part: str) -> bool:
    return any(_is_prose(m[0]) for m in _STRETCH.finditer(part))


def _is_prose(stretch: str) -> bool:
    """Whether a stretch is no list of names: it has small words other than "and", or is longer than a name."""
    words = re.findall(r"[^\W\d_]+", stretch)
    if sum(len(w) > 2 for w in words) < MIN_WORDS or stretch.count(",") > len(words) / 3:
        return False
    if any(w.islower() and w not in _AND for w in words) or not any(w[0].isupper() for w in words):
        return True
    return len(words) > LONGEST_NAME and not (_AND.intersection(words) or set("&,").intersection(stretch))
