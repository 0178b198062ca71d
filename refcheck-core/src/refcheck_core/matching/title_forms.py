"""The forms of a title that are compared: its words, its main title, and what is written beside a title."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ..text import normalize, plain_text, squash
from .spelling import american
from .words import roman_number

_SUBTITLE = re.compile(r"\s*[:?!;—–]\s+|\s+[-–—]+\s+|\.\s+(?=\w)|\s+\((?=[^()]*\)[\s.]*$)")
_MAX_CUTS = 4
"""Places at which a subtitle may begin that are tried."""

_LANGUAGE = (
    r"(?:arabic|chinese|czech|danish|dutch|english|finnish|french|german|greek|hebrew|hungarian|italian|japanese"
)
_LANGUAGE += r"|korean|norwegian|persian|polish|portuguese|romanian|russian|serbian|spanish|swedish|turkish|ukrainian)"
_VERSION_NOTE = (
    r"(?:extended|full|long|short|journal|conference|preliminary|revised|brief|regular)\s+"
    r"(?:abstract|version|paper|report|draft|announcement)"
    r"|invited\s+(?:talk|paper|lecture|contribution|keynote)|keynote(?:\s+(?:talk|speech|lecture|address))?"
    r"|(?:poster|demo|demonstration|oral|student|position|work-in-progress)\s+(?:paper|presentation|abstract)|poster"
    r"|technical\s+report|tech\.?\s+report|preprint|working\s+paper"
)
"""Notes by which DBLP and authors tell versions of a work apart."""
_PLAIN_NOTE = (
    rf"(?:(?:text|article|abstract|originally|published)\s+)?(?:in|auf)\s+{_LANGUAGE}(?:[\s,;]+(?:with|and)\b[^()\[\]]*)?"
    r"|version\s+\d{1,2}(?:[;:,.\s][^()\[\]]*)?|online|electronic\s+resource|e-?book|pdf|open\s+access|with\s+discussion"
    r"|data\s*set|software|computer\s+(?:software|program)|source\s+code|(?:ph\.?\s?d\.?|doctoral|master(?:'s|s)?)"
    r"\s+(?:thesis|dissertation)|thesis|dissertation|(?:1[5-9]|20)\d\d"
)
"""Notes of language, form, and F1000's versions: no part of any title."""
_NOTE = re.compile(rf"\s*[(\[]\s*(?:(?P<version>{_VERSION_NOTE})|{_PLAIN_NOTE})\s*[)\]][\s.]*$", re.IGNORECASE)
_CARRIER = re.compile(r"\s*\[(?:(?:[JMDCRSPNAZGK]|DB|CP|EB|DS)(?:/(?:OL|CD|MT|DK))?|Internet)\][\s./]*$")
"""What GB/T 7714 ("[J]", "[C]//", "[EB/OL]") and Vancouver ("[Internet]") write behind a title for kind and carrier."""
_FOOTNOTE = re.compile(r"(?<=[a-z]{4})[¹²³⁴⁵⁶⁷⁸⁹*†‡§¶]+\s*$")
"""The mark of a footnote behind a title, and no exponent ("L²")."""
_CHAPTER = re.compile(
    r"(?:chapter|chap\.|ch\.|kapitel|chapitre|cap[ií]tulo|section)\s+(?P<number>\d{1,3}|[ivx]{1,6})\b\s*[-.:–—]*\s*(?=\w)",
    re.IGNORECASE,
)
"""A number before the title of a chapter, as Crossref's deposits and citations have it or leave it out."""
_PARALLEL = re.compile(r"\s+=\s+|\s+/\s+|\s+\[(?=[^\[\]]+\][\s.]*$)")
"""Between a title and its translation: ISBD's sign, and what libraries and PubMed write."""
_MIN_PARALLEL = 2
"""Words that each of two parallel titles must have: "P = NP" is one title."""
_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "Å": "Aa", "ø": "oe", "Ø": "Oe"}
)
_CUT_SHORT = re.compile(r"(?:\.{3}|…)\s*$")

_SAME = {"versus": "vs"} | {
    word: str(number)  # "one" is a pronoun as often as a number
    for number, word in enumerate("two three four five six seven eight nine ten eleven twelve".split(), 2)
}
_ORDINALS = {
    word: str(number)
    for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_EDITION = re.compile(
    rf"[\s,.:;–—-]*[(\[]?\s*\b(?P<edition>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})\s+"
    r"(?:revised\s+|international\s+)?(?:edition|edn?\b)[.\s]*[)\]]?[.\s]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A place at which a subtitle may begin.

    Attributes:
        main: normalised title before it.
        rest: words behind it.
        tail: normalised title behind it.
        name: whether what stands before it may be the name of a method or tool ("BERT: …").
        after_stop: whether a full stop makes it.
    """

    main: str
    rest: tuple[str, ...]
    name: bool
    after_stop: bool

    @property
    def tail(self) -> str:
        """What stands behind the cut, normalised."""
        return " ".join(self.rest)


@dataclass(frozen=True, slots=True)
class PreparedTitle:
    """A title with its compared forms.

    Attributes:
        text: as plain text.
        normal, squashed, words: the compared form, without blanks, and in words.
        cuts: places at which a subtitle may begin.
        umlauts: the compared form with umlauts written as two letters; empty where there are none.
        core: the title without the notes and numbers beside it; empty where there are none.
        notes: those notes.
        version_note: whether one of them tells versions of a work apart.
        chapter, edition: their numbers, in digits, where they stand beside the title.
        parallel: titles in several languages that stand in it.
        cut_short: whether it ends in an ellipsis.
        plain: whether it is in Latin letters and has nothing of the above but cuts: two such titles are compared fast.
    """

    text: str
    normal: str
    squashed: str
    words: tuple[str, ...]
    cuts: tuple[Cut, ...]
    umlauts: str
    core: str
    notes: tuple[str, ...]
    version_note: bool
    chapter: str
    edition: str
    parallel: tuple[str, ...]
    cut_short: bool
    plain: bool

    @property
    def main(self) -> str:
        """Normalised main title, where a subtitle follows it; else empty."""
        return self.cuts[0].main if self.cuts else ""

    @property
    def rest(self) -> tuple[str, ...]:
        """Words of the subtitle."""
        return self.cuts[0].rest if self.cuts else ()


@lru_cache(maxsize=65536)
def prepare_title(text: str) -> PreparedTitle:
    """Compute the compared forms of a title once."""
    plain = _FOOTNOTE.sub("", _CARRIER.sub("", plain_text(text)))
    normal = normalize(plain)
    beside = _beside(plain)
    parallel = _parallel(plain)
    umlauts = "" if plain.isascii() else _umlauts(plain, normal)
    core = beside.core if beside.notes and normalize(beside.core) else ""
    cut_short = _CUT_SHORT.search(plain) is not None
    return PreparedTitle(
        text=plain,
        normal=normal,
        squashed=squash(plain),
        words=tuple(normal.split()),
        cuts=_cuts(plain),
        umlauts=umlauts,
        core=core,
        notes=beside.notes,
        version_note=beside.version_note,
        chapter=beside.chapter,
        edition=beside.edition,
        parallel=parallel,
        cut_short=cut_short,
        plain=bool(normal) and not (umlauts or core or parallel or cut_short) and normal.isascii(),
    )


def _cuts(plain: str) -> tuple[Cut, ...]:
    found = []
    for match in _SUBTITLE.finditer(plain):
        before = plain[: match.start()]
        main, rest = normalize(before), normalize(plain[match.end() :])
        if main and rest:
            found.append(Cut(main, tuple(rest.split()), _may_be_name(before), match[0].startswith(".")))
        if len(found) == _MAX_CUTS:
            break
    return tuple(found)


def _may_be_name(text: str) -> bool:
    """Whether a text may be the name of a method: a word or two with a capital inside, or a digit."""
    words = text.split()
    return len(words) <= 2 and any(c.isupper() or c.isdigit() for w in words for c in w[1:])


def _umlauts(plain: str, normal: str) -> str:
    written = normalize(plain.translate(_UMLAUTS))
    return written if written != normal else ""


class _Beside(NamedTuple):
    """What stands beside a title."""

    core: str
    notes: tuple[str, ...] = ()
    version_note: bool = False
    chapter: str = ""
    edition: str = ""


def _beside(plain: str) -> _Beside:
    notes, version_note, edition, chapter = [], False, "", ""
    while match := _NOTE.search(plain) or _EDITION.search(plain):
        plain = plain[: match.start()]
        notes.append(match[0].strip(" ()[].,:;–—-"))
        groups = match.groupdict()
        edition = edition or _ordinal(groups.get("edition") or "")
        version_note = version_note or bool(groups.get("version") or edition)
    match = _CHAPTER.match(plain)
    if match:
        chapter = canonical_number(match["number"].lower())
        notes.append(match[0].strip(" .:–—-"))
        plain = plain[match.end() :]
    return _Beside(plain, tuple(notes), version_note, chapter, edition)


def _ordinal(text: str) -> str:
    return _ORDINALS.get(text.lower(), text.rstrip("stndrhSTNDRH"))


def _parallel(plain: str) -> tuple[str, ...]:
    parts = tuple(p.strip(" []") for p in _PARALLEL.split(plain))
    if len(parts) < 2 or any(len(normalize(p).split()) < _MIN_PARALLEL for p in parts):
        return ()
    return parts


@lru_cache(maxsize=65536)
def canonical_number(word: str) -> str:
    """A number in digits, where a word is one (Roman or in letters); else the word itself."""
    number = roman_number(word)
    return str(number) if number is not None else _SAME.get(word, word)


@lru_cache(maxsize=32768)
def canonical_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words with American spelling and numbers in digits.

    A last "i" or "one" is a number ("On random graphs I", "Part one"), any other may be a pronoun.
    """
    found = tuple(american(canonical_number(w)) for w in words)
    return (*found[:-1], "1") if found and found[-1] in {"i", "one"} else found
