"""Text of titles, names and venues: displayed, and compared.

`clean_text` is what people read, `normalize` the one form in which both sides of a comparison are put, whether they
come from LaTeX, HTML, MathML or plain text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from .latex import latex_to_text, looks_like_latex
from .markup import drop_invisible, drop_tags, unescape
from .patterns import lazy_pattern

# Printable ASCII without "&" and "<", without runs of blanks: nothing to clean.
_NEEDS_CLEANING = lazy_pattern(r"[^ -%'-;=-~]|  ")
_TERMINAL = lazy_pattern(r"\x1b\[[0-9;?]*[ -/]*[@-~]")  # what commands a terminal ("\\x1b[31m"), as a whole
_HYPHEN_AT_LINE_END = lazy_pattern(r"(?<=\w)([-\u2010\u2011])[ \t]*[\r\n]\s*(?=\w)")
_LINE_BREAK_HYPHEN = lazy_pattern(r"(?<=[^\W\d_])[-\u2010\u2011][ \t]*[\r\n]\s*(?=[^\W\d_])")

# Accents that a PDF extractor left beside their letter: "B¨ack", "Garc´ıa", "Franc¸ois".
_SPACING_ACCENTS = {
    "¨": "\u0308", "ˇ": "\u030c", "˜": "\u0303", "˚": "\u030a", "ˆ": "\u0302", "˝": "\u030b", "´": "\u0301",
    "˘": "\u0306",
}  # fmt: skip
_SPACING_ACCENT = lazy_pattern("[¨ˇ˜˚ˆ˝´˘¸]")
# An acute accent may be an apostrophe ("l´analyse", "it´s"), unless it stands behind a capital or more letters.
_ACCENT_BEFORE = lazy_pattern(
    r"(?<=[^\W\d_])([¨ˇ˜˚ˆ˝˘])\s?([A-Za-zı])|(?:(?<=[A-ZÀ-Þ])|(?<=[^\W\d_]{2}))(´)\s?([aeiouyı]|[AEIOUY]|[cnsz](?=[^\W\d_]))"
    r"|(?<=[^\W\d_])(´)\s([aeiouyı])"
)
_CEDILLA_AFTER = lazy_pattern(r"([cstCST])¸\s?(?=[^\W\d_])")


def _join_accent(match: re.Match[str]) -> str:
    accent, letter = (group for group in match.groups() if group)
    joined = unicodedata.normalize("NFC", letter.replace("ı", "i") + _SPACING_ACCENTS[accent])
    return joined if len(joined) == 1 else match[0]


def _repair_accents(text: str) -> str:
    if text.isascii() or _SPACING_ACCENT.search(text) is None:
        return text
    return unicodedata.normalize("NFC", _CEDILLA_AFTER.sub("\\1\u0327", _ACCENT_BEFORE.sub(_join_accent, text)))


def clean_text(text: str | None) -> str | None:
    """Text as people read it: no markup, no entities, no control characters; ``None`` if nothing is left.

    Entities are decoded twice (publishers deposit ``&amp;amp;``), tags are dropped with their text kept, MathML becomes
    its text, bidirectional and zero-width characters and soft hyphens go, a word broken at a line's end keeps its
    hyphen without the break, and the result is in NFC. Letters and punctuation are left alone.
    """
    if not text:
        return None
    if _NEEDS_CLEANING.search(text):
        text = _clean(text)
    return text.strip() or None


def _clean(text: str) -> str:
    text = _TERMINAL.sub("", drop_tags(unescape(text)))
    if "\n" in text or "\r" in text:
        text = _HYPHEN_AT_LINE_END.sub(r"\1", text)
    text = unicodedata.normalize("NFC", drop_invisible(text))
    return " ".join(_repair_accents(text).split())


def plain_text(text: str) -> str:
    """`clean_text` with LaTeX turned into Unicode as well; empty if nothing is left."""
    cleaned = clean_text(text) or ""
    if looks_like_latex(cleaned):
        return clean_text(latex_to_text(cleaned)) or ""
    return cleaned


# --- comparison form ------------------------------------------------------------------------------------------------

_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi"
        " chi psi omega".split(),
        strict=True,
    )
)
# A Greek letter on its own, or two, are symbols; more are a Greek word.
_GREEK_SYMBOLS = lazy_pattern(r"(?<![α-ω])[α-ω]{1,2}(?![α-ω])")

_SPECIAL_LETTERS = {
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n",
    "ħ": "h", "ŧ": "t", "∆": "delta", "∞": " infinity ", "×": "x", "&": " and ",
    # Apostrophes join (O'Hare, don't), in whatever spelling.
    "'": "", "`": "", "\u2018": "", "\u2019": "", "\u201b": "", "\u02bb": "", "\u02bc": "", "\u02be": "", "\u02bf": "",
    "\u2032": "", "\u0640": "",
}  # fmt: skip
# Combining marks of Latin, Greek and Cyrillic, and variation selectors. The marks of other scripts (dakuten, Indic
# vowels, Hebrew and Arabic points) tell words apart and stay.
_ACCENTS = (
    (0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE00, 0xFE0F), (0xFE20, 0xFE2F),
    (0xE0100, 0xE01EF),
)  # fmt: skip


class _Folding(dict[int, str]):
    """Translation table, filled as characters are met, from decomposed lower case to letters, digits and blanks."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        if character in _SPECIAL_LETTERS:
            folded = _SPECIAL_LETTERS[character]
        elif category == "Nd":
            folded = str(unicodedata.decimal(character))
        elif category == "Cf" or any(first <= code <= last for first, last in _ACCENTS):
            folded = ""
        else:
            folded = character if category[0] in "LNM" else " "
        self[code] = folded
        return folded


_FOLDING = _Folding()
# These would decompose to a blank and an accent.
_APOSTROPHES = str.maketrans({"\u00b4": "'", "\uff40": "'", "\u02b9": "'", "\u0374": "'", "\u1fef": "'", "\u1ffd": "'"})

# Scripts written without blanks: each character is compared as a word, so that blanks don't matter and a changed
# character is a changed word, not another title.
_UNSPACED_CHARACTERS = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_UNSPACED = lazy_pattern(rf"([{_UNSPACED_CHARACTERS}][\u3099\u309a]*)")

# "RETRACTED: …", "RETRACTED ARTICLE: …", "[Retracted] …", "… (Retracted article. See vol. 3, p. 7)".
_STATUS = r"(?:retracted|withdrawn|removed|retired|temporary\s+removal)"
_STATUS_KIND = r"(?:\s+(?:article|paper|chapter|preprint|review|publication))?+"
_STATUS_PREFIX = lazy_pattern(
    rf"[^\w\[(]*+(?:(?:{_STATUS}{_STATUS_KIND}\s*[:\u2014\u2013|]|[\[(]\s*{_STATUS}{_STATUS_KIND}\s*[\])]:?)\s*)+",
    re.IGNORECASE,
)
_STATUS_SUFFIX = lazy_pattern(
    rf"(?:[\[(]\s*{_STATUS}{_STATUS_KIND}(?:[.,;:\s][^\[\]()]{{0,120}})?[\])][\s.]*)+$", re.IGNORECASE
)
_STATUS_WORD = lazy_pattern(_STATUS, re.IGNORECASE)

# What makes lower-case ASCII text need more than the folding of single characters: entities, tags, LaTeX, indices and
# powers, "c++" and "c#", line breaks and controls.
_UNUSUAL = lazy_pattern(r"[^ !\"%'()*,./0-9:;=>?@\[\]a-z|~-]")
_ASCII_FOLDING = {code: chr(code) if chr(code).isalnum() else " " for code in range(128)} | {ord("'"): ""}
# x_i, x^2, CO_2: an index belongs to what it stands at, a longer word after "_" (S_Dbw) is one of its own.
_INDEX_MARK = lazy_pattern(r"(?<=\w)_(?=(?:[^\W_]|\d+)(?![^\W_]))|(?<=\w)\^")
_PLUSES = lazy_pattern(r"(?<![^\W_])([a-z])\+\+")
_SHARP = lazy_pattern(r"(?<![^\W_])([cf])#")
# Longer text is not worth keeping in memory.
_CACHED_LENGTH = 1000


def normalize(text: str) -> str:
    """The form in which titles, names and venues are compared: words of folded letters and digits, with single blanks.

    Both sides of every comparison go through it. LaTeX, HTML and entities are resolved; case, accents and special
    letters (ß ss, ø o, æ ae, ł l …) are folded; typographic forms and ligatures are taken apart (NFKC); apostrophes
    join, every other punctuation mark, the hyphen too, parts; a hyphen at a line's end joins; "&" is "and"; single
    Greek letters are their names; the prefix or suffix that marks a retraction goes. Other scripts stay, and digits are
    never dropped. Text without a letter or digit gives "", which is no evidence of anything.
    """
    return _normalized(text) if len(text) <= _CACHED_LENGTH else _normalized.__wrapped__(text)


@lru_cache(maxsize=8192)
def _normalized(text: str) -> str:
    lowered = text.lower()
    if _UNUSUAL.search(lowered) is None and not _hints_at_status(lowered):
        return " ".join(lowered.translate(_ASCII_FOLDING).split())
    if "\n" in text or "\r" in text:
        text = _LINE_BREAK_HYPHEN.sub("", unicodedata.normalize("NFC", text))
    return _folded(_without_status(plain_text(text)))


def _hints_at_status(lowered: str) -> bool:
    return "retract" in lowered or "withdraw" in lowered or "remov" in lowered or "retired" in lowered


def status_mark(text: str) -> str | None:
    """The word by which a title is marked as taken back ("retracted", "withdrawn" …), or ``None``."""
    if not _hints_at_status(text.lower()):
        return None
    shown = plain_text(text)
    mark = _STATUS_PREFIX.match(shown) or _STATUS_SUFFIX.search(shown)
    word = _STATUS_WORD.search(mark[0]) if mark else None
    return word[0].lower() if word else None


def _without_status(text: str) -> str:
    if not _hints_at_status(text.lower()):
        return text
    prefix = _STATUS_PREFIX.match(text)
    return _STATUS_SUFFIX.sub("", text[prefix.end() :] if prefix else text)


def _folded(text: str) -> str:
    text = text.translate(_APOSTROPHES)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    text = _SHARP.sub(r"\1sharp", _PLUSES.sub(r"\1plusplus", _INDEX_MARK.sub("", text)))
    if "&" in text and not any(character.isalnum() for character in text):
        return ""  # "and" alone would be made up
    folded = text.translate(_FOLDING)
    if not folded.isascii():
        folded = _GREEK_SYMBOLS.sub(_spelled_out, folded)
        folded = _UNSPACED.sub(r" \1 ", unicodedata.normalize("NFC", folded))
    return " ".join(folded.split())


def _spelled_out(match: re.Match[str]) -> str:
    """Greek letters by name, parted from other letters ("ΔΔCT", "TNFα") but not from a number ("TGFβ1")."""
    text, (start, end) = match.string, match.span()
    before = " " if text[:start][-1:].isalpha() else ""
    after = " " if text[end : end + 1].isalpha() else ""
    return before + " ".join(_GREEK[letter] for letter in match[0]) + after


def squash(text: str) -> str:
    """`normalize` without blanks: "data-base", "data base" and "database" are one."""
    return normalize(text).replace(" ", "")


_ACRONYM = lazy_pattern(r"\b[A-Z][A-Z0-9]+\b")
# "Newton's" is indexed as Newton, "l'analyse" as analyse.
_ELISION = lazy_pattern(r"(?<=\w)['\u2019](?:s|t|re|ve|ll|d)\b|\b(?:[cdjlmnst]|qu)['\u2019](?=\w)", re.IGNORECASE)
_BLANK_IN_UNSPACED = lazy_pattern(rf"(?<=[{_UNSPACED_CHARACTERS}\u3099\u309a]) (?=[{_UNSPACED_CHARACTERS}])")

# Function words that keyword engines ignore or drown in: English, and the short ones of German, French and Spanish.
_STOP_WORDS = frozenset(
    "a about above after again all also am an and any are as at be because been before being below between both"
    " but by can could did do does doing down during each few for from further had has have having how if in into"
    " is it its itself just more most no nor not of off on once only or other our out over own same should so some"
    " such than that the their them then there these they this those through to too under until up upon using very"
    " via was we were what when where which while who whom why will with within without would you your de der die das"
    " den dem des ein eine einer eines und oder von vom zu zum zur im ist mit fur auf bei nach uber aus als le la"
    " les un une et ou du au aux en dans sur pour par avec est que qui ce cette ses son el los las una uno y o del"
    " al con por para su sus como".split()
)


def keywords(text: str, limit: int | None = None) -> tuple[str, ...]:
    """Distinctive words of a title, for engines that search by keywords, in the order of the title.

    Stop words go, unless nothing else is left; a word in capitals ("DAG", "WHO") and every number stays, since a short
    acronym may be all that tells a title from thousands of others. Runs of a script without blanks stay together.

    Args:
        text: a title.
        limit: at most so many words: acronyms first, then the longest.
    """
    text = _ELISION.sub("", plain_text(text))
    acronyms = {normalize(word) for word in _ACRONYM.findall(text)} if text.upper() != text else set()
    words = tuple(dict.fromkeys(_BLANK_IN_UNSPACED.sub("", normalize(text)).split()))
    chosen = tuple(word for word in words if word not in _STOP_WORDS or word in acronyms) or words
    if limit is None or len(chosen) <= limit:
        return chosen
    ranked = sorted(chosen, key=lambda word: (word in acronyms, len(word)), reverse=True)
    kept = set(ranked[: max(limit, 0)])
    return tuple(word for word in chosen if word in kept)


def title_distance(wanted: str, found: str | None) -> int:
    """How near a title is to the one that was searched for, to put in order what a database finds by words.

    Returns:
        0 for the title itself, 1 for one that goes on or ends before, 2 for others.
    """
    one, other = normalize(wanted), normalize(found or "")
    if one == other:
        return 0
    return 1 if other and (other.startswith(f"{one} ") or one.startswith(f"{other} ")) else 2
