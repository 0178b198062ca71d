"""Finding the title in a citation string, well enough to ask a search engine for it."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"[\"“”«»„]([^\"“”«»„]{10,300})[\"“”«»„]")
# A year in parentheses or between full stops stands before the title (APA, Harvard, ACM).
_AFTER_YEAR = re.compile(r"(?:\((?:1[5-9]|20)\d\d[a-z]?[^)]{0,20}\)|[.,]\s(?:1[5-9]|20)\d\d[a-z]?\.)\s*[.,:]?\s+")
# The end of a sentence, or of a list of names before a colon (Springer). Initials end sentences, too, which does no
# harm: the pieces between them don't look like a title.
_END = re.compile(r"(?<=[.?!])\s+(?=[^a-z\s])|(?<=[A-Z]\.):\s+|(?<=[.?!][\"”’')\]])\s+")
_BETWEEN_NAMES = re.compile(r",|;|&|\band\b")
_ET_AL = re.compile(r"\bet\.? al\b", re.IGNORECASE)
_MIN_WORDS = 2
_MIN_TITLE = 3
_MAX_WORDS_OF_NAME = 4
_AROUND = " .,;:"


def guess_title(citation: str) -> str | None:
    """The part of a citation that looks like its title, or ``None``.

    A text in quotation marks; else the sentence after the year, where the year comes before it; else the first
    sentence that looks like prose rather than like names. Only good for a search: what is found is then compared
    with the whole citation.
    """
    text = " ".join(citation.split())
    quoted = _QUOTED.search(text)
    if quoted and _is_prose(quoted[1]):
        return quoted[1].strip(_AROUND)
    year = _AFTER_YEAR.search(text)
    if year:
        first = _END.split(text[year.end() :], maxsplit=1)[0]
        if _is_prose(first):
            return first.strip(_AROUND)
    parts = [part for part in _END.split(text)[:-1] if _is_prose(part)]
    # A short capitalised part may be the only author; a longer one that follows is the better guess.
    best = next((part for part in parts if not _may_be_name(part.split())), next(iter(parts), None))
    if (
        best is None
        and not parts
        and _is_prose(text)
        and len(_END.split(text)) == 1
        and len(text.split()) >= _MIN_TITLE
    ):
        best = text  # a title and nothing else
    return best.strip(_AROUND) if best else None


def _is_prose(text: str) -> bool:
    """Whether a text may be a title: words without more commas and initials than a third of them, and no names."""
    words = re.findall(r"[^\W\d_]+", text)
    if len(words) < _MIN_WORDS or _ET_AL.search(text):
        return False
    initials = sum(len(word) == 1 for word in words)
    return text.count(",") + initials <= len(words) / 3 and not _is_list_of_names(text)


def _is_list_of_names(text: str) -> bool:
    pieces = [piece.split() for piece in _BETWEEN_NAMES.split(text) if piece.strip()]
    return len(pieces) > 1 and all(_may_be_name(piece) for piece in pieces)


def _may_be_name(words: list[str]) -> bool:
    return len(words) <= _MAX_WORDS_OF_NAME and words[0][:1].isupper() and words[-1][:1].isupper()
