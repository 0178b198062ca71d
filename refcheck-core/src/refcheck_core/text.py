"""Text of titles, names and venues: displayed, and compared.

`clean_text` is what people read, `normalize` the one form in which both sides of a comparison are put, whether they come
from LaTeX, HTML, MathML or plain text.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import islice

from .latex import latex_to_text, looks_like_latex
from .markup import drop_invisible, drop_tags, unescape

# Printable ASCII without "&" and "<", without runs of blanks: nothing to clean.
_NEEDS_CLEANING = re.compile(r"[^ -%'-;=-~]|  ")
_HYPHEN_AT_LINE_END = re.compile(r"(?<=\w)([-\u2010\u2011])[ \t]*[\r\n]\s*(?=\w)")
_LINE_BREAK_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011][ \t]*[\r\n]\s*(?=[^\W\d_])")

# Accents that a PDF extractor left beside their letter: "B¨ack", "Garc´ıa", "Franc¸ois".
_SPACING_ACCENTS = {
    "¨": "\u0308",
    "ˇ": "\u030c",
    "˜": "\u0303",
    "˚": "\u030a",
    "ˆ": "\u0302",
    "˝": "\u030b",
    "´": "\u0301",
    "˘": "\u0306",
}
_ACCENT_BEFORE = re.compile(r"(?<=[^\W\d_])([¨ˇ˜˚ˆ˝˘])([a-zı])|(?<=[^\W\d_]{2})(´)([aeiouyı])")
_CEDILLA_AFTER = re.compile(r"([cstCST])¸(?=[^\W\d_])")


def _join_accent(match: re.Match[str]) -> str:
    accent, letter = (match[1], match[2]) if match[1] else (match[3], match[4])
    joined = unicodedata.normalize("NFC", letter.replace("ı", "i") + _SPACING_ACCENTS[accent])
    return joined if len(joined) == 1 else match[0]


def _repair_accents(text: str) -> str:
    if text.isascii() or not any(accent in text for accent in "¨ˇ˜˚ˆ˝´˘¸"):
        return text
    return unicodedata.normalize("NFC", _CEDILLA_AFTER.sub("\\1\u0327", _ACCENT_BEFORE.sub(_join_accent, text)))


def clean_text(text: str | None) -> str | None:
    """Text as people read it: without markup, entities, control characters and runs of blanks; ``None`` if none is left.

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
    text = drop_tags(unescape(text))
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
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi"
        " psi omega".split(),
        strict=True,
    )
)
# A Greek letter on its own, or two, are symbols; more are a Greek word.
_GREEK_SYMBOLS = re.compile(r"(?<![α-ω])[α-ω]{1,2}(?![α-ω])")

_SPECIAL_LETTERS = {
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n",
    "ħ": "h", "ŧ": "t", "ƶ": "z", "ɨ": "i", "ə": "e", "∆": "delta", "∂": "d", "&": " and ",
    # Apostrophes join (O'Hare, don't), in whatever spelling.
    "'": "", "\u2019": "", "\u2018": "", "\u02bc": "", "\u02bb": "", "\u02b9": "", "\u2032": "", "`": "", "\u201b": "",
    "\uff07": "", "\u00b4": "", "\u02bf": "", "\u02be": "", "ـ": "",
}  # fmt: skip
# Combining marks of Latin, Greek and Cyrillic. Those of other scripts (dakuten, Indic vowels, Hebrew and Arabic points)
# tell words apart and stay.
_ACCENT_RANGES = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))


class _Folding(dict[int, str]):
    """Translation table, filled as characters are met, from decomposed lower case to letters, digits and blanks."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character in _SPECIAL_LETTERS:
            folded = _SPECIAL_LETTERS[character]
        elif any(first <= code <= last for first, last in _ACCENT_RANGES):
            folded = ""
        elif unicodedata.category(character)[0] in "LNM":
            folded = character
        elif unicodedata.category(character) in {"Cf", "Cs"}:
            folded = ""
        else:
            folded = " "
        self[code] = folded
        return folded


_FOLDING = _Folding()
_APOSTROPHES_BEFORE_NFKD = str.maketrans({"\u00b4": "'", "\uff40": "'", "\u02b9": "'", "\u0374": "'"})

# Scripts written without blanks: each character is compared as a word, so that blanks don't matter and a changed
# character is a changed word, not another title.
_UNSPACED = re.compile("([\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff][\u3099\u309a]*)")

# "RETRACTED: …", "RETRACTED ARTICLE: …", "[Retracted] …", "… (Retracted article. See vol. 3, p. 7)".
_STATUS_WORDS = r"(?:retracted|withdrawn|removed|retired|temporary\s+removal)"
_STATUS_PREFIX = re.compile(
    rf"^\W*(?:{_STATUS_WORDS}(?:\s+(?:article|paper|chapter|preprint|review|publication))?\s*[:\u2014\u2013|]"
    rf"|[\[(]\s*{_STATUS_WORDS}(?:\s+(?:article|paper|chapter))?\s*[\])]:?)\s*",
    re.IGNORECASE,
)
_STATUS_SUFFIX = re.compile(
    rf"\s*[\[(]\s*{_STATUS_WORDS}(?:\s*(?:article|paper|chapter))?(?:[.,;:\s][^\[\]()]{{0,120}})?[\])]\W*$",
    re.IGNORECASE,
)

_PLAIN = re.compile(r"[^ -%'-*,-;=-\[\]`-z|\t\n\r]|\$|#")
_PLAIN_FOLDING = {code: chr(code) if chr(code).isalnum() else " " for code in range(128)} | {39: "", 96: ""}
_POWERS_AND_INDICES = re.compile(r"(?<=\w)[_^](?=(?:\w|\d+)(?![^\W_]))|(?<=\w)\^")
_PLUSES = re.compile(r"(?<![^\W_])([a-z])\+\+")
_SHARP = re.compile(r"(?<![^\W_])([cf])#")


def normalize(text: str) -> str:
    """The form in which titles, names and venues are compared: words of folded letters and digits, single blanks between.

    Both sides of every comparison go through it. LaTeX, HTML and entities are resolved; case, accents and special
    letters (ß ss, ø o, æ ae, ł l …) are folded; typographic forms and ligatures are taken apart (NFKC); apostrophes
    join, every other punctuation mark, the hyphen too, parts; a hyphen at a line's end joins; "&" is "and"; single Greek
    letters are their names; the prefix or suffix that marks a retraction goes. Other scripts stay, and digits are never
    dropped. Text without a letter or digit gives "", which is no evidence of anything.
    """
    return _normalize(text)


@lru_cache(maxsize=8192)
def _normalize(text: str) -> str:
    if not _PLAIN.search(text) and "\n" not in text and "\r" not in text:
        lowered = text.lower()
        if (
            "retract" not in lowered
            and "withdraw" not in lowered
            and "remov" not in lowered
            and "retired" not in lowered
        ):
            return " ".join(lowered.translate(_PLAIN_FOLDING).split())
    return _fold(text)


def _fold(text: str) -> str:
    text = drop_tags(unescape(text))
    if "\n" in text or "\r" in text:
        text = _LINE_BREAK_HYPHEN.sub("", text)
    text = plain_text(text)
    text = _drop_status(text)
    text = text.translate(_APOSTROPHES_BEFORE_NFKD)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    text = _SHARP.sub(r"\1sharp", _PLUSES.sub(r"\1plusplus", _POWERS_AND_INDICES.sub("", text)))
    folded = text.translate(_FOLDING)
    if folded.strip() and not any(character.isalnum() for character in text):
        return ""
    if not folded.isascii():
        folded = _GREEK_SYMBOLS.sub(lambda match: " ".join(_GREEK.get(c, c) for c in match[0]), folded)
        folded = _UNSPACED.sub(r" \1 ", unicodedata.normalize("NFC", folded))
    return " ".join(folded.split())


def _drop_status(text: str) -> str:
    while True:
        shorter = _STATUS_SUFFIX.sub("", _STATUS_PREFIX.sub("", text, count=1), count=1)
        if shorter == text:
            return text
        text = shorter


def squash(text: str) -> str:
    """`normalize` without blanks: "data-base", "data base" and "database" are one."""
    return normalize(text).replace(" ", "")


# Function words that keyword engines ignore or drown in: English, and the short ones of German, French and Spanish.
_STOP_WORDS = frozenset(
    "a about above after again all also am an and any are as at be because been before being below between both but by can"
    " could did do does doing down during each few for from further had has have having how if in into is it its itself"
    " just more most no nor not of off on once only or other our out over own same should so some such than that the"
    " their them then there these they this those through to too under until up upon using very via was we were what when"
    " where which while who whom why will with within without would you your"
    " der die das den dem des ein eine einer eines und oder von vom zu zum zur im ist mit fur auf bei nach uber aus als"
    " le la les un une et ou du au aux en dans sur pour par avec est que qui ce cette ses son"
    " el los las una uno y o del al con por para su sus como".split()
)


def keywords(text: str, limit: int | None = None) -> tuple[str, ...]:
    """Distinctive words of a title, for engines that search by keywords, in the order of the title.

    Stop words go, unless nothing else is left; a word in capitals ("DAG", "WHO") and every number stays, since a short
    acronym may be all that tells a title from thousands of others.

    Args:
        text: a title.
        limit: at most so many words, the longest and the acronyms first chosen.
    """
    acronyms = {normalize(word) for word in re.findall(r"\b[A-Z][A-Z0-9]+\b", text)} if text.upper() != text else set()
    words = tuple(dict.fromkeys(normalize(text).split()))
    chosen = tuple(word for word in words if word not in _STOP_WORDS or word in acronyms) or words
    if limit is None or len(chosen) <= limit:
        return chosen
    ranked = sorted(chosen, key=lambda word: (word in acronyms, len(word)), reverse=True)
    kept = set(islice(ranked, max(limit, 0)))
    return tuple(word for word in chosen if word in kept)
