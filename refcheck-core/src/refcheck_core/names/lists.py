"""Author strings, split into names."""

from __future__ import annotations

import re

from ..markup import unescape
from ..patterns import lazy_pattern
from ..text import plain_text
from .tokens import (
    begins_family,
    ends_in_organization_word,
    has_organization_glue,
    is_degree,
    is_initials,
    is_organization,
    is_particle,
    is_suffix,
    strip_reference_marks,
)

_TRUNCATION = (
    r"(?:(?:\band|\bund|&)\s+)?(?:\bet\.?\s*al(?:ii|ia)?\b\.?|\bet\s+coll\b\.?|\bu\.\s?a\.|&\s?al\b\.?|\bothers\b|\bcolleagues\b"
    r"|\by\s+otros\b|\bи\s+др\b\.?|\d+\s+(?:more|others?|additional|co-?authors)(?:\s+authors)?\b|等[人]?|\u2026|\.\.\.)"
    r"[\s.,;:\])}]*"
)
_TRUNCATED = lazy_pattern(_TRUNCATION, re.IGNORECASE)
_TRUNCATED_END = lazy_pattern(rf"[\s,;&\[({{]*{_TRUNCATION}$", re.IGNORECASE)
LONGEST_GIVEN = 2
"""Words of given names behind a family name that alone of a list is inverted."""
# The longest mark of truncation is much shorter.
_TAIL_LENGTH = 60
# "et al." inside a string, before a collaboration, an editor's mark or a stray bracket; "and others" too.
_TRUNCATED_INSIDE = lazy_pattern(r"\bet\.?\s*al(?:ii|ia)?\b|\band\s+others\b|\bu\.\s?a\.", re.IGNORECASE)

_AND = lazy_pattern(r"(?:\s|(?<=[.,;}]))(?:and|und|et)(?=\s)|\s*(?<!\\)&\s*", re.IGNORECASE)
_COMMA = lazy_pattern(",")
# "A / B" and "A – B" with blanks round them part names like semicolons.
_SEMICOLON = lazy_pattern(r";|\s?/\s|\s[\u2013\u2014]\s")
# "et al." inside a string, before a collaboration.
_ET_AL = lazy_pattern(r",?\s\(?et\.?\s?al\b\.?\)?,?(?=\s)", re.IGNORECASE)
_LOOSE_AND = lazy_pattern(r"\s(?:and|und|et)$", re.IGNORECASE)
_SEPARATORS = " :,;&"
_CLOSING_STOP = lazy_pattern(r"(?:(?<=[^\W\d_]{4})|(?<=[A-Z]{2}))\.$")


def is_truncation(text: str) -> bool:
    """Whether a text, in place of a name, says that the list goes on ("et al.", "and others", "…")."""
    if len(text) > _TAIL_LENGTH:
        return False
    return _TRUNCATED.fullmatch(plain_text(text).strip("()[] ,;")) is not None


def is_truncated(text: str) -> bool:
    """Whether an author string says anywhere that its list goes on: it is, ends in or holds "et al." or its like."""
    if _TRUNCATED_INSIDE.search(text):
        return True
    tail = text.rstrip()[-_TAIL_LENGTH:]
    return is_truncation(text) or _TRUNCATED_END.search(tail) is not None


def split_names(text: str) -> tuple[str, ...]:
    """Split an author string into its names, in order; "et al." and its like are dropped.

    Takes BibTeX lists (``and`` outside braces, broken spellings too), lists with semicolons, and the styles of
    citations: "A. Smith, B. Jones, and C. Doe", "Dill, K. A., Ozkan, S. B. & Weikl, T. R.", "Kimmel CB, Warga RM". The
    names come as they are written; `parse_name` reads them.
    """
    text = _without_truncation(_ET_AL.sub(",", " ".join(unescape(text).split())))
    if "{" not in text:
        text = strip_reference_marks(text)
    groups = _split_outside_braces(text, _SEMICOLON)
    names = [name for group in groups for name in _split_group(group.strip(), commas_part_no_names=len(groups) > 1)]
    return tuple(name for name in map(_tidied, names) if name and not is_truncation(name))


def _tidied(name: str) -> str:
    """A name without what parted it from the others; empty if it holds no letter."""
    name = _CLOSING_STOP.sub("", name.strip(" ,;:"))
    if name.startswith(("[", "(")):  # "et al. [ATLAS Collaboration]"
        name = name.strip("[]() ")
    return name if any(character.isalpha() for character in name) else ""


def _without_truncation(text: str) -> str:
    """Text without "et al." at its end, or an "and" that nothing follows."""
    text = text.rstrip(_SEPARATORS)
    head, tail = text[:-_TAIL_LENGTH], text[-_TAIL_LENGTH:]
    return (head + _LOOSE_AND.sub("", _TRUNCATED_END.sub("", tail))).rstrip(_SEPARATORS)


def _split_outside_braces(text: str, pattern: re.Pattern[str]) -> list[str]:
    """Split where the pattern matches outside braces."""
    if "{" not in text:
        return pattern.split(text)
    depth = 0
    depths = []
    for character in text:
        depths.append(depth)
        depth = max(0, depth + {"{": 1, "}": -1}.get(character, 0))
    pieces, start = [], 0
    for match in pattern.finditer(text):
        if depths[match.start()] == 0:
            pieces.append(text[start : match.start()])
            start = match.end()
    return [*pieces, text[start:]]


def _segments(piece: str) -> list[str]:
    return [segment.strip() for segment in _split_outside_braces(piece, _COMMA) if segment.strip()]


def _split_group(text: str, *, commas_part_no_names: bool) -> list[str]:
    """The names of a string without semicolons; where those part the names, commas don't."""
    if _is_one_organization(text):
        return [text]
    pieces = [piece.strip(" ,") for piece in _split_outside_braces(text, _AND)]
    pieces = [piece for piece in pieces if piece]
    if commas_part_no_names:
        return pieces
    segmented = [_segments(piece) for piece in pieces]
    if _is_bibtex_list(segmented):
        return pieces
    families_only = len(pieces) > 1 and all(" " not in segment for segments in segmented for segment in segments)
    families_only = families_only and len(segmented[-1]) == 1
    return [name for segments in segmented for name in _names_of(segments, families_only=families_only)]


def _is_one_organization(text: str) -> bool:
    """Whether a string is one organisation, even with "and" inside ("Food and Agriculture Organization")."""
    if "{" in text or "," in text or not is_organization(text):
        return False
    pieces = [piece.strip() for piece in _AND.split(text)]
    if len(pieces) == 1:
        return True
    first, last = pieces[0].split(), pieces[-1].split()
    if len(pieces) > 2 or not first or not last:
        return False
    return (len(first) == 1 and ends_in_organization_word(pieces[1])) or (
        len(last) == 1 and has_organization_glue(pieces[0])
    )


def _is_bibtex_list(segmented: list[list[str]]) -> bool:
    """Whether "and" parts the names, one in each piece: "Smith, John and Doe, Jane"; in prose it stands but once."""
    if any(len(segments) > 3 or _holds_several(segments) for segments in segmented):
        return False
    return len(segmented) > 2 or (len(segmented) == 2 and all(len(segments) > 1 for segments in segmented))


def _holds_several(segments: list[str]) -> bool:
    """Whether the segments between commas are several names rather than one that is inverted."""
    names = [segment for segment in segments if not is_suffix(segment)]
    if len(names) < 2 or (len(names) == 2 and _all_initials(names[1])):
        return False
    return len(names) > 2 or _is_whole_name(names[0])


def _is_whole_name(segment: str) -> bool:
    """Whether a segment is a name with its initials ("J. Smith", "Smith JA"), so that no given name follows."""
    tokens = segment.split()
    return len(tokens) > 1 and (is_initials(tokens[0]) or is_initials(tokens[-1]))


def _all_initials(segment: str) -> bool:
    """Whether a segment is initials, perhaps with a suffix: "K. A.", "J. E. Jr"."""
    tokens = segment.split()
    if len(tokens) > 1 and is_suffix(tokens[-1]):
        tokens.pop()
    return all(is_initials(token) for token in tokens)


def _names_of(segments: list[str], *, families_only: bool) -> list[str]:
    """The names in the segments that commas part, between two "and"s."""
    plain = [segment for segment in segments if not is_suffix(segment)]
    if len(plain) < 2 or _is_one_inverted(segments):
        return [", ".join(segments)]
    if _is_inverted_first(plain):
        return [", ".join(plain[:2]), *plain[2:]]
    several_words = all(" " in segment for segment in plain)
    if families_only or several_words or any(_all_initials(segment) for segment in segments[1:]):
        return _joined(segments)
    if len(plain) == 2 or len(segments) % 2:
        return [", ".join(segments)] if len(plain) == 2 else _joined(segments)
    return [", ".join(segments[i : i + 2]) for i in range(0, len(segments), 2)]


def _is_one_inverted(segments: list[str]) -> bool:
    """Whether segments are one name of BibTeX: "van der Waals, Johannes Diderik", "Brooks, Jr., Frederick P."."""
    if len(segments) == 3:
        return " " not in segments[0] and is_suffix(segments[1])
    particle = segments[0].split()[0]
    return len(segments) == 2 and particle.islower() and is_particle(particle) and not _is_whole_name(segments[0])


def _is_inverted_first(segments: list[str]) -> bool:
    """Whether the first name alone is inverted: "Lawrence, Eric D., Forrest Maltzman", "Ng, Kam Woh, Xiatian Zhu"."""
    family, given = segments[0].split(), segments[1].split()
    if len(segments) < 3 or is_initials(given[0]) or is_organization(segments[0]) or _is_whole_name(segments[0]):
        return False
    if len(family) > (2 if begins_family(family[0]) else 1) or len(given) > LONGEST_GIVEN:
        return False
    return all(" " in name and not _all_initials(name) and not is_particle(name.split()[0]) for name in segments[2:])


def _is_family(segment: str, following: str) -> bool:
    """Whether capitals are a family name, as initials with stops stand behind them: "ZHA, C., LIN, J."."""
    return (
        "." not in segment and " " not in segment and len(segment) > 1 and "." in following and _all_initials(following)
    )


def _joined(segments: list[str]) -> list[str]:
    """Names, each with the initials, suffix or degree behind it: "Dill, K. A., Ozkan, S. B.", "Smith, J., B. Jones"."""
    names: list[str] = []
    wants_initials = False
    for segment, following in zip(segments, [*segments[1:], ""], strict=True):
        initials = _all_initials(segment) and not is_suffix(segment) and not _is_family(segment, following)
        if names and ((initials and wants_initials) or is_suffix(segment) or is_degree(segment)):
            names[-1] += f", {segment}"
            wants_initials = wants_initials and not initials
        else:
            names.append(segment)
            wants_initials = not initials and not _is_whole_name(segment)
    return names
