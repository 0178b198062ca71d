"""Words that carry little, and words that decide, in titles and venues.

The lists are short on purpose: each word is in them because leaving it out gave a wrong verdict.
"""

from __future__ import annotations

import re
from functools import lru_cache

FUNCTION_WORDS = frozenset(
    "a an the of for in on to and or with by at as is are be its it via using "
    "der die das und ein eine von zur zum fur le la les des du et un une el los las de y".split()
)
"""Words whose presence or absence does not make another title. No negations, no pronouns."""

ARTICLES = frozenset("a an the der die das ein eine le la les un une el los las".split())
"""Function words that say nothing at all; one preposition in place of another does."""

DISTINGUISHING_WORDS = frozenset(
    "survey review reviews reply comment comments commentary erratum errata corrigendum correction addendum "
    "response rejoinder discussion revisited retraction editorial preface supplement supplementary abstract "
    "tutorial overview introduction part volume vol book ii iii iv vi vii viii ix no not non without never "
    "replication critique rebuttal manual protocol second third fourth "
    "follow followup update updated extended continued translation".split()
)
"""Words that make another work of an otherwise equal title, wherever they stand."""

GENERIC_TITLES = frozenset(
    {
        "abstract", "abstracts", "acknowledgements", "acknowledgments", "addendum", "announcement", "announcements",
        "appendix", "author index", "book review", "book reviews", "calendar", "commentary", "comment", "comments",
        "conclusion", "conclusions", "contents", "contributors", "correction", "corrections", "correspondence",
        "corrigendum", "cover", "deep learning", "discussion", "editor s note", "editorial", "editorial board",
        "epilogue", "errata", "erratum", "foreword", "from the editor", "from the editors", "front matter",
        "frontmatter", "guest editorial", "index", "in memoriam", "in this issue", "introduction", "issue information",
        "letter to the editor", "letters", "letters to the editor", "list of contributors", "machine learning",
        "masthead", "news", "notes", "obituary", "organizing committee", "preface", "program committee", "prologue",
        "publisher s note", "references", "reply", "response", "review", "reviewers", "subject index", "summary",
        "table of contents", "title page", "welcome", "welcome message",
    }
)  # fmt: skip
"""Titles that many works bear; alone they identify nothing. Normalised."""

_ROMAN = re.compile(r"(?=[ivx])(x{0,2})(ix|iv|v?i{0,3})")


@lru_cache(maxsize=65536)
def is_number(word: str) -> bool:
    """Whether a normalised word is a number: digits in it, or a Roman numeral from II to XXIX."""
    if any(c.isdigit() for c in word):
        return True
    return roman_number(word) is not None


_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10}


def roman_number(word: str) -> int | None:
    """The value of a Roman numeral from II to XXIX; ``None`` for any other word."""
    if len(word) < 2 or _ROMAN.fullmatch(word) is None:
        return None
    digits = [_ROMAN_DIGITS[c] for c in word]
    return sum(-d if d < after else d for d, after in zip(digits, [*digits[1:], 0], strict=True))


def content_words(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words that are not function words; all of them where nothing would be left."""
    return tuple(w for w in words if w not in FUNCTION_WORDS) or words


def is_generic(normalized_title: str) -> bool:
    """Whether a title is borne by many works: in `GENERIC_TITLES`, or of one or two words."""
    words = normalized_title.split()
    if not words:
        return True
    if normalized_title in GENERIC_TITLES:
        return True
    return len(words) <= 2 and all(_is_spaced_script(w) for w in words)


def _is_spaced_script(word: str) -> bool:
    # Chinese, Japanese, Thai and others write whole titles without blanks: one "word" there is no short title.
    return all(ord(c) < 0x0E00 or 0xAC00 <= ord(c) <= 0xD7A3 for c in word) or len(word) < 4
