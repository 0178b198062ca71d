"""A citation string held against one work.

No general parser of citations: the work's own title is looked for in the string, and what stands before and after it
is read as authors, year and venue. What the string says beyond that is no evidence for or against the work.
"""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from ..models import Author, Claim, Work
from ..names import is_truncated, split_names
from ..text import normalize, plain_text
from .boundaries import Token, widened, without_overhang
from .bylines import bracketed_venue, find_byline, without_names
from .container import VISITED, find_venue, joined_title
from .guesses import NUMBERING
from .locators import find_locators
from .title_parts import find_part
from .titles import prepare_title, title_variants
from .untitled import LABELS, holds_no_title, venue_at_end
from .words import content_words

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b(?:doi\s*:?\s*)?10\.\d{4,9}/\S+|\barXiv\s*:\s*\S+", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d:/–-])(1[5-9]\d\d|20\d\d)[a-z]?(?![\d–-])")
_DATE = re.compile(r"\([^()]{0,40}\b(?:1[5-9]|20)\d\d[a-z]?\b[^()]{0,40}\)")
"""A date in parentheses: "(2019, June 3–7)", "(Juni 2019)"."""
_POSSESSIVE = re.compile(r"['’]s?\s*[\"“„«]*\s*$")
"""What makes an author of a name before a title: "Wang's “Title”"."""
_SCRAPS = re.compile(
    r"\s*(?:\\bibitem\s*(?:\[[^\]]{0,60}\])?\{[^}]{0,60}\}|\[[^\]]{1,24}\]|\(?\d{1,4}[.)\]]|[-*•·‣▪–—>¹²³⁰⁴-⁹]+(?=\s|\W)"
    r"|(?:reference|citation|source|quelle|literatur|ref)s?\s*[:.]\s"
    r"|(?:\d{1,3}\s+)?(?:see,?\s+(?:also,?|e\.g\.,?)|see,|but\s+see|cf\.|vgl\.(?:\s+auch)?|siehe\s+auch)\s|\d{1,3}\s+see\s)",
    re.IGNORECASE,
)
"""What stands before a reference in lists: its number, key or bullet, or a word."""
_MARKED_RETRACTED = re.compile(r"\bRETRACTED(?:\s+ARTICLE)?:\s*")
_QUOTES = frozenset({'""', "''", "“”", "„“", "«»", "‘’"})
_PLACED_YEAR = re.compile(r"\((1[5-9]\d\d|20\d\d)[a-z]?[,;)]")
_YEAR_APART = re.compile(r"(?:^|[,.;:])\s*(1[5-9]\d\d|20\d\d)[a-z]?(?=\s*(?:[.,;:)]|$))")
_MEETING_DATE = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d{1,2}(?:\s?[-–]\s?(?:[A-Z][a-z]+\s)?\d{1,2})?,\s*(?:19|20)\d\d"
)
"""When a conference was held (", July 21-26, 2017"): a year of its name, too."""
_NEIGHBOURS = frozenset(
    "part erratum errata corrigendum correction addendum rejoinder rebuttal reply comment comments revisited "
    "retraction supplement dissertation thesis critique ii iii iv".split()
)
"""Words that make another work of a title beside which they stand."""
_VOLUME_OF_TITLE = re.compile(
    r"[\s,:()\[\]–—-]{1,5}(?:volume|vol\.?|band|tome)\s+(?:\d{1,2}|[IVX]{1,4})[)\]]?(?=[.:]\s|[.]?$|,[\"”]|\[)",
    re.IGNORECASE,
)
"""A volume that is part of the title, as no pages follow it (", Volume 2. Journal …")."""
_REVIEW_BEHIND = re.compile(r"\s*[.,]?\s*\[(?:review|erratum|comment)[^\]]{0,120}\]", re.IGNORECASE)
_NOTICE_BEFORE = re.compile(
    r"\s*(?:comments?\s+on|retraction(?:\s+(?:of|note(?:\s+to)?))?|erratum(?:\s+to)?|corrigendum(?:\s+to)?|correction(?:\s+to)?"
    r"|reply\s+to|review\s+of|chapter\s+\d{1,2})\s*:\s",
    re.IGNORECASE,
)
"""What begins a citation of something about a work, or of a part of it ("Comment on: He K, …")."""
FUZZY_CUTOFF = 80.0
"""Partial ratio (0 to 100) from which a stretch of the string is taken for the work's title, misspelt."""
LONGEST_NAME = 6
"""Words of a name; more are no name."""
SHORT_TITLE = 3
"""Words of a title up to which it may be the name of a journal or publisher as well."""
SHORT_JOURNAL = 8
"""Words of the title of a work without authors up to which it may be the name of a journal."""
MIN_BEFORE_JOURNAL = 6
"""Content words before a journal's name: authors and a title."""
_VOLUME_BEHIND = re.compile(
    r"[\s.,;:)\]]*(?:vol(?:ume)?\.?\s*)?(?:\d{1,4}\s?[(:,]|(?:1[5-9]|20)\d\d\s?[;,:]\s?\d)", re.IGNORECASE
)
MAX_CITATION = 4000
"""Characters of a citation that are looked at; longer input is no single reference."""


def claim_from_citation(claim: Claim, work: Work) -> Claim:
    """Read a claim's citation string as far as a work explains it.

    Returns:
        The claim with title, authors, year and venue as the string gives them. Where the work's title does not occur
        in it, the whole string is the title, which then differs; where it has no title at all ("LeCun et al., 2015,
        10.1038/nature14539"), there is none to compare.
    """
    text = _readable(claim.citation or "")
    tokens = _tokens(text)
    span = _locate(text, tokens, work)
    if span is None or _is_name_of_something_else(text, span, work):
        return _without_title(claim, text, work)
    start, end = _with_neighbours(text, *span)
    end += joined_title(text[end:], work)
    before, after = NUMBERING.sub("", text[:start]), text[end:]
    authors, truncated = _authors(before)
    if not authors and (byline := find_byline(after, work)) is not None:
        authors, truncated = _authors(byline.names)
        after = without_names(after[: byline.start] + after[byline.end :], work)
    elif not authors:
        authors, truncated = _authors_anywhere(before, after, work)
    located = find_locators(after)
    return claim.model_copy(
        update={
            "title": text[start:end].strip(" .,;\"“”'"),
            "authors": claim.authors or authors,
            "authors_truncated": claim.authors_truncated or truncated,
            "year": claim.year or _year(before, after, work),
            "venue": claim.venue or find_venue(after, work) or bracketed_venue(after),
            "volume": claim.volume or located.volume,
            "issue": claim.issue or located.issue,
            "pages": claim.pages or located.pages,
            "citation": None,
        }
    )


def _is_name_of_something_else(text: str, span: tuple[int, int], work: Work) -> bool:
    """Whether a short title stands in a string that names none of the work's authors: that of a journal or publisher.

    There are works named "Artificial Intelligence" and "Cambridge University Press"; and databases list journals as
    works without authors, whose title stands before the volume of what is cited ("… Nucleic Acids Research, 43(1)").
    """
    if not span[0] or len(normalize(text[slice(*span)]).split()) > (SHORT_TITLE if work.authors else SHORT_JOURNAL):
        return False
    if not work.authors:
        before = content_words(tuple(normalize(text[: span[0]]).split()))
        return len(before) >= MIN_BEFORE_JOURNAL and _VOLUME_BEHIND.match(text[span[1] :]) is not None
    words = set(normalize(text).split())
    return not any(set(normalize(a.family or a.display).split()) <= words for a in work.authors)


def _without_title(claim: Claim, text: str, work: Work) -> Claim:
    """The claim where the work's title does not stand in the string."""
    venue, before = venue_at_end(text, work)
    before = NUMBERING.sub("", before)
    if not holds_no_title(_YEAR.sub(" ", before), work):
        return claim.model_copy(update={"title": claim.citation, "citation": None})
    authors, truncated = _authors(before)
    return claim.model_copy(
        update={
            "authors": claim.authors or authors,
            "authors_truncated": claim.authors_truncated or truncated,
            "year": claim.year or _year(text, "", work),
            "venue": claim.venue or venue,
            "citation": None,
        }
    )


def _readable(citation: str) -> str:
    """The citation as plain text without addresses and identifiers."""
    text = citation[:MAX_CITATION].replace("**", " ").strip()
    if len(text) > 1 and (text[0] + text[-1]) in _QUOTES:
        text = text[1:-1]
    while (scrap := _SCRAPS.match(text)) is not None and scrap.end() < len(text):
        text = text[scrap.end() :]
    return _MARKED_RETRACTED.sub("", _ADDRESS.sub(" ", plain_text(text)).replace(" // ", ". "))


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    for match in _WORD.finditer(text):
        word = normalize(match.group()).replace(" ", "")
        if word:
            tokens.append(Token(word, match.start(), match.end()))
    return tokens


def _locate(text: str, tokens: list[Token], work: Work) -> tuple[int, int] | None:
    variants = dict.fromkeys(t for r in work.records for t in title_variants(r))
    prepared = sorted((prepare_title(v) for v in variants), key=lambda p: -len(p.squashed))
    for title in prepared:
        found = _exact(tokens, title.squashed)
        if found is not None:
            return widened(text, tokens, *found, work)
    parts = (find_part([t.word for t in tokens], title.words) for title in prepared)
    part = next((p for p in parts if p is not None), None)
    if part is not None:
        return widened(text, tokens, *part, work)
    for title in prepared:
        found = _fuzzy(tokens, title.normal)
        if found is not None:
            return widened(text, tokens, *without_overhang(text, tokens, *found), work)
    return None


def _exact(tokens: list[Token], squashed: str) -> tuple[int, int] | None:
    """Token range whose letters are the title's, wherever words are joined or parted."""
    if not squashed:
        return None
    joined, starts, ends = "", {}, {}
    for index, token in enumerate(tokens):
        starts[len(joined)] = index
        joined += token.word
        ends[len(joined)] = index
    at = joined.find(squashed)
    while at >= 0:
        if at in starts and at + len(squashed) in ends:
            return starts[at], ends[at + len(squashed)]
        at = joined.find(squashed, at + 1)
    return None


def _fuzzy(tokens: list[Token], normal: str) -> tuple[int, int] | None:
    spaced = " ".join(t.word for t in tokens)
    if len(normal) < 8 or len(spaced) < len(normal) // 2:
        return None
    aligned = fuzz.partial_ratio_alignment(normal, spaced, score_cutoff=FUZZY_CUTOFF)
    if aligned is None:
        return None
    position, first, last = 0, None, None
    for index, token in enumerate(tokens):
        stop = position + len(token.word)
        inside = min(stop, aligned.dest_end) - max(position, aligned.dest_start)
        if inside * 2 > len(token.word):
            first = index if first is None else first
            last = index
        position = stop + 1
    return (first, last) if first is not None and last is not None else None


def _with_neighbours(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a title over words beside it that make another work of it: ", Part II", "[Erratum]", "A rebuttal of ...".

    Only the three words before an opening quotation mark, and the two after the title, are looked at.
    """
    after = re.match(r"[\s.,;:()\[\]\"”’'–—-]*([^\W_]+)(?:\W+([^\W_]+))?", text[end:])
    if after and {normalize(after[1]), normalize(after[2] or "")} & _NEIGHBOURS:
        end += after.end()
    elif (more := _VOLUME_OF_TITLE.match(text[end:]) or _REVIEW_BEHIND.match(text[end:])) is not None:
        end += more.end()
    notice = _NOTICE_BEFORE.match(text)
    if notice and notice.end() <= start:
        return 0, end
    before = re.search(r"((?:[^\W_]+\s+){1,3})[\"“„«‘']\s*$", text[:start])
    if before and set(normalize(before[1]).split()) & _NEIGHBOURS:
        start = before.start()
    return start, end


def _authors(before: str) -> tuple[tuple[Author, ...], bool]:
    """Authors named before the title."""
    segment = _YEAR.sub(" ", _DATE.sub(" ", _POSSESSIVE.sub("", before)))
    segment = re.sub(r"\(\s*[^\w]*\)|[\"“”„«»『』「」《》【】]", " ", segment).strip(" .,:;()-–'‘、。，：；")
    names = tuple(Author.parse(n) for n in split_names(segment)) if segment else ()
    return tuple(a for a in names if _is_plausible(a.display)), is_truncated(segment)


def _is_plausible(name: str) -> bool:
    words = name.split()
    if len(words) > LONGEST_NAME or any(c.isdigit() for c in name):
        return False
    # A single letter is a scrap of another name; "M S" is one, and none that could be found in a work's list.
    return any(len(w) > 1 for w in words) or len(words) > 1


def _authors_anywhere(before: str, after: str, work: Work) -> tuple[tuple[Author, ...], bool]:
    """The work's authors as far as their names stand around the title; what stands there instead, where none does."""
    words = normalize(f"{before} {after}").split()
    named = tuple(a for a in work.authors if set(normalize(a.family or a.display).split()) <= set(words))
    if named or not work.authors:
        return named, True
    venues = {
        w for r in work.records for n in (r.venue, *r.venue_aliases, r.publisher) if n for w in normalize(n).split()
    }
    strange = [w for w in normalize(_YEAR.sub(" ", before)).split() if w not in venues and w not in LABELS]
    strange += [w for w in normalize(after).split() if w == "by"]
    if not strange:
        return (), False
    return (Author(family=before.strip(" .,:;()-–'‘") or after.strip(" .,:;()")[:80]),), False


def _year(before: str, after: str, work: Work) -> int | None:
    """The year in the string: one in parentheses or before the title, else one that stands apart, else the last.

    Of several at one place one of the work's is taken. The year in a venue's name ("Proceedings of the 2023 Conference
    …, 2025", "ICML 2022, July 2022. 2012.") is none of the reference where another stands apart.
    """
    after = VISITED.sub("", after)
    placed = [int(y) for y in _PLACED_YEAR.findall(f"{before} | {after}")] or [int(y) for y in _YEAR.findall(before)]
    apart = [int(y) for y in _YEAR_APART.findall(_MEETING_DATE.sub(" ", after))]
    everywhere = [int(y) for y in _YEAR.findall(after)]
    found = placed or apart or everywhere
    return next((y for y in found if y in work.years), (placed[0] if placed else found[-1]) if found else None)
