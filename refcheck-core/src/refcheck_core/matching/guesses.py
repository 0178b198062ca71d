"""Finding the title in a citation string, well enough to ask a search engine for it."""

from __future__ import annotations

import re

NUMBERING = re.compile(r"^\s*(?:\[[^\]]{1,12}\]|\(?\d{1,4}[.)])\s*")
"""The number of a reference in its list."""
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\bdoi\s*:?\s*10\.\d{4,9}/\S+", re.IGNORECASE)
_QUOTED = re.compile(
    r"[\"“”«»„](?P<double>[^\"“”«»„]{10,300})[\"“”«»„]|(?<=\s)['‘](?P<single>.{10,300}?)['’](?=[,.])"
    r"|[《『「](?P<brackets>[^《》『』「」]{2,300})[》』」]"
)
"""A title in quotation marks, or in the brackets of Chinese and Japanese."""
_GOES_ON = re.compile(r":\s+([^.?!]{5,200})")
_CARRIER = re.compile(r"[.．:：]\s*(?P<title>[^.．\[]{2,300})\[[A-Z]{1,2}(?:/[A-Z]{2})?\]")
"""A title before the mark of GB/T 7714 ("[J]", "[M]", "[EB/OL]")."""
# A year in parentheses or between full stops stands before the title (APA, Harvard, ACM).
_AFTER_YEAR = re.compile(r"(?:\((?:1[5-9]|20)\d\d[a-z]?[^)]{0,20}\)|[.,]\s(?:1[5-9]|20)\d\d[a-z]?\.)\s*[.,:]?\s+")
# The end of a sentence, or of a list of names before a colon (Springer), or before "arXiv preprint" and "in".
# Initials end sentences, too, which does no harm: the pieces between them don't look like a title.
_END = re.compile(
    r"(?<=[.?!])\s+(?=[^a-z\s]|(?:arXiv|bioRxiv|medRxiv|in|doi|pp)\b)|(?<=[A-Z]\.):\s+|(?<=[.?!][\"”’')\]])\s+"
)
_INVERTED = re.compile(r"^[^\W\d_][\w'’ -]{1,40},\s[^\W\d_][\w'’.-]{1,20}(?:\s[^\W\d_][\w'’.-]{0,20})?:\s+(?=\S)")
"""A name of which the family name stands first, before a colon ("Frege, Gottlob: …")."""
_BEHIND = re.compile(r",\s+in:?\s.*|,\s[^,:]{3,40}:\s.*|,\s\d.*")
"""What stands behind a title without a stop: a collection, place and publisher, a volume or edition."""
_BETWEEN_NAMES = re.compile(r",|;|&|\band\b")
_ET_AL = re.compile(r"\bet\.? al\b", re.IGNORECASE)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")
"""Words of scripts that write no blanks: a whole title may be one."""
_MIN_WORDS = 2
_MIN_TITLE = 3
_MAX_WORDS_OF_NAME = 4
_AROUND = " .,;:\"“”'‘’"


def guess_title(citation: str) -> str | None:
    """The part of a citation that looks like its title, or ``None``.

    A text in quotation marks, or before a mark of its kind; else the sentence after the year, where the year comes
    before it; else the first sentence that looks like prose rather than like names; else, where commas part all, the
    longest part that does. Only good for a search: what is found is then compared with the whole citation.
    """
    text = NUMBERING.sub("", " ".join(_ADDRESS.sub(" ", citation).replace(" // ", ". ").split()))
    marked = _quoted(text) or _marked(text)
    if marked is not None:
        return marked
    year = _AFTER_YEAR.search(text)
    if year:
        first = _END.split(text[year.end() :], maxsplit=1)[0]
        if _is_prose(first):
            return first.strip(_AROUND)
    named = _INVERTED.match(text)
    parts = [p for p in _END.split(text[named.end() :] if named else text)[:-1] if _is_prose(p)]
    # A short capitalised part may be the only author; a longer one that follows is the better guess.
    best = next((part for part in parts if not _may_be_name(part.split())), next(iter(parts), None))
    if best is not None:
        return _without_names(_BEHIND.sub("", best) if named else best)
    if len(_END.split(text)) == 1 and _is_prose(text) and len(text.split()) >= _MIN_TITLE and "," not in text:
        return text.strip(_AROUND)  # a title and nothing else
    if named is None:
        return _between_commas(text)
    rest = _BEHIND.sub("", text[named.end() :])
    return rest.strip(_AROUND) if "," not in rest and _is_prose(rest) else _between_commas(rest)


def _quoted(text: str) -> str | None:
    for found in _QUOTED.finditer(text):
        title = found["double"] or found["single"] or found["brackets"]
        if found["brackets"]:
            return title.strip(_AROUND)
        if _is_prose(title):
            rest = _GOES_ON.match(text, found.end())
            return f"{title}: {rest[1]}".strip(_AROUND) if rest else title.strip(_AROUND)
    return None


def _marked(text: str) -> str | None:
    found = _CARRIER.search(text)
    return found["title"].strip(_AROUND) if found else None


def _between_commas(text: str) -> str | None:
    """The longest part between commas that is no name, publisher or place: one with a word in lower case."""
    parts = [p.strip() for p in text.split(",")]
    prose = [p for p in parts if _is_prose(p) and len(p.split()) >= _MIN_TITLE and _has_a_small_word(p)]
    best = max(prose, key=len, default=None)
    return best.strip(_AROUND) if best else None


def _has_a_small_word(part: str) -> bool:
    words = part.split()
    starts_well = not part[:1].isdigit() and words[0] != "and"
    return starts_well and any(w[:1].islower() for w in words) and not _may_be_name(words)


def _without_names(part: str) -> str:
    """A part without the end of a list of names before it and a volume or edition behind it (Bluebook)."""
    pieces = part.split(", ")
    while len(pieces) > 1 and len(pieces[0].split()) == 1 and pieces[0][:1].isupper() and _may_be_title(pieces[1]):
        del pieces[0]
    while len(pieces) > 1 and pieces[-1][:1].isdigit():
        pieces.pop()
    return ", ".join(pieces).strip(_AROUND)


def _may_be_title(piece: str) -> bool:
    return len(piece.split()) >= _MIN_TITLE and piece[:1].isupper()


def _is_prose(text: str) -> bool:
    """Whether a text may be a title: words without more commas and initials than a third of them, and no names."""
    words = re.findall(r"[^\W\d_]+", text)
    if _ET_AL.search(text):
        return False
    if len(words) < _MIN_WORDS:
        return _UNSPACED.search(text) is not None and len(text) > 2 * _MAX_WORDS_OF_NAME
    initials = sum(len(word) == 1 for word in words)
    return text.count(",") + initials <= len(words) / 3 and not _is_list_of_names(text)


def _is_list_of_names(text: str) -> bool:
    pieces = [piece.split() for piece in _BETWEEN_NAMES.split(text) if piece.strip()]
    return len(pieces) > 1 and all(_may_be_name(piece) for piece in pieces)


def _may_be_name(words: list[str]) -> bool:
    return len(words) <= _MAX_WORDS_OF_NAME and words[0][:1].isupper() and words[-1][:1].isupper()
