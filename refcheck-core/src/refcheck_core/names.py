"""Names of people and organisations, taken apart.

pybtex, bibtexparser and nameparser were tried: the first two read BibTeX's grammar alone (no Vancouver "Kimmel CB", no
footnote marks, no organisations, "M. and" taken for a Jr part by one), the last is made for American personal names and
costs far more than all of this. Where an order is ambiguous ("Wei Li") the natural reading is kept: given name first;
matching tries both.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from .text import plain_text


class NameParts(NamedTuple):
    """A name in parts; for an organisation, or where the parts are unknown, only `literal`."""

    family: str | None = None
    given: str | None = None
    suffix: str | None = None
    literal: str | None = None
    organization: bool = False


# Particles that belong to the family name when they stand before it.
_PARTICLES = frozenset(
    "van von der den de del della delle dello degli dei di da das do dos du des d' d’ de' de’ di' la las le lo los 't ’t in 't"
    " op aan uit het ten ter te zu zum zur vom und af av al el ul bin ibn ben bint abu st. st san santa tot thoe van't"
    " v. v.d. vd dalla dal".split()
)
# Capitalised they are particles too ("Van Gogh"), unless they are as often a name of their own.
_CAPITAL_PARTICLES = frozenset(
    "van von der den de del della di da dos du des la las los le el al ter ten zu vom bin ibn abu".split()
)
_SUFFIX = re.compile(r"(?:jr|sr|junior|senior|[2-4](?:nd|rd|th)|I{2,3}|IV|filho|neto)\.?", re.IGNORECASE)
_SUFFIX_EXACT = re.compile(r"(?:Jr|JR|jr|Sr|SR|sr)\.?|Junior|Senior|Filho|Neto|II|III|IV|[2-4](?:nd|rd|th)")
_DEGREE = re.compile(
    r"(?:ph\.?\s?d|m\.?d|m\.?sc|b\.?sc|dr|esq|rn|mph|mba|dphil|d\.?phil|frcp|facs|ed|eds|editor|editors)\.?",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:dr|prof|professor|mr|mrs|ms|sir)\.?", re.IGNORECASE)
# "K.", "K. A.", "K.A.", "J.-P.", "KA", "J-P": initials; without stops at most four capitals.
_INITIAL = re.compile(r"(?:[^\W\d_a-zà-ÿ]\.?[-\u2010]?){1,4}\.?|(?:[^\W\d_][a-z]?\.[-\u2010]?){1,5}")
_DOTTED = re.compile(r"(?:[^\W\d_][a-z]?\.[-\u2010]?){1,5}(?:[^\W\d_])?")
_CAPITALS = re.compile(r"[^\W\d_]{1,4}")

# Words that end the name of an organisation, or start one ("University of …").
_ORGANIZATION_WORDS = frozenset(
    "academy administration agency alliance archive association authority bureau center centre centers centres cern"
    " collaboration collaborative collaborators college commission committee community company conference consortium"
    " contributors convention corp corporation council department developers federation forum foundation gmbh group"
    " groups inc initiative institute institutes institution investigators laboratories laboratory limited llc ltd"
    " ministry network organisation organization organizers partnership programme program project researchers"
    " secretariat service society survey taskforce team teams union universitat université universität universita"
    " università universidad universidade university verein workgroup".split()
)
_ORGANIZATION_GLUE = frozenset({"of", "for", "on", "the", "&", "and", "für", "pour", "sur"})
_ORGANIZATIONS = frozenset(
    "anthropic deepmind google ibm ieee ietf iso itu meta microsoft nasa nist nvidia oecd openai qwen unesco unicef w3c who"
    " wikipedia".split()
)

_MARKS = re.compile("[†‡§¶‖∗⁎✉*#♯◦⋆★☆]|[\u00b9\u00b2\u00b3\u2070-\u2079\u207a-\u207f\u02b0-\u02b8]+")
_MARK_NUMBERS = re.compile(r"(?<=[^\W\d_])\d{1,2}(?:\s?,\s?\d{1,2})*(?=[\s,.;]|$)")
_MARK_LETTERS = re.compile(r"(?<=[^\W\d_])\s[a-h](?:,[a-h*†‡])*(?=\s*(?:,|;|$))")
_HOMONYM_NUMBER = re.compile(r"\s\d{4}$")
_PARENTHESES = re.compile(r"\s*[(\[][^()\[\]]{0,80}[)\]]")
_ORCID = re.compile(r"(?:https?://)?orcid\.org/\S+|\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b|\S+@\S+")

# Stand-ins for a blank and a comma inside braces, where they do not part a name.
_TIED_BLANK, _TIED_COMMA = "\ue010", "\ue011"


def _tie_braced(text: str) -> str:
    """Replace blanks and commas inside braces, except in an accent's group (``{\\H o}``), by their stand-ins."""
    result: list[str] = []
    accent_depths: list[bool] = []
    for position, character in enumerate(text):
        if character == "{":
            accent = text[position + 1 : position + 2] == "\\" or (bool(accent_depths) and accent_depths[-1])
            accent_depths.append(accent or text[position - 1 : position] in {'"', "'", "`", "^", "~", "="})
        elif character == "}" and accent_depths:
            accent_depths.pop()
        elif accent_depths and not accent_depths[-1]:
            character = {" ": _TIED_BLANK, ",": _TIED_COMMA}.get(character, character)  # noqa: PLW2901
        result.append(character)
    return "".join(result)


def _untie(text: str | None) -> str | None:
    if not text:
        return None
    text = " ".join(text.replace(_TIED_BLANK, " ").replace(_TIED_COMMA, ",").split())
    return text or None


def _strip_marks(text: str) -> str:
    """Without footnote marks, homonym numbers, ORCID iDs, addresses and remarks in parentheses."""
    if text.isascii() and text.replace(" ", "").isalpha() and not _MARK_LETTERS.search(text):
        return text
    text = _MARK_LETTERS.sub("", _MARK_NUMBERS.sub("", _MARKS.sub("", _ORCID.sub("", text))))
    without = _PARENTHESES.sub("", text)
    return _HOMONYM_NUMBER.sub("", (without if without.strip() else text).strip())


def _is_braced(text: str) -> bool:
    """Whether one pair of braces holds the whole name (and is not an accent's)."""
    if not (text.startswith("{") and text.endswith("}")) or text[1:2] == "\\":
        return False
    depth = 0
    for position, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            return position == len(text) - 1
    return False


def _words(text: str) -> list[str]:
    return [word.strip(".").casefold() for word in text.replace(_TIED_BLANK, " ").split()]


def _is_organization(text: str) -> bool:
    words = _words(text.replace(",", " "))
    if not words:
        return False
    if len(words) == 1:
        return words[0] in _ORGANIZATIONS
    if words[-1] in _ORGANIZATION_WORDS or words[0] == "the":
        return True
    if not _ORGANIZATION_GLUE.isdisjoint(words[1:-1]):
        return True
    return any(word in _ORGANIZATION_WORDS for word in words[:-1]) and not any(
        _is_initials(word) for word in text.replace(",", " ").split()
    )


def _is_initials(token: str) -> bool:
    """Whether a token is initials: with stops, or one to three capitals."""
    if _DOTTED.fullmatch(token):
        return True
    letters = token.replace("-", "").replace("\u2010", "").rstrip(".")
    return 0 < len(letters) <= 3 and letters.isalpha() and letters.isupper() and not _has_no_case(letters)


def _has_no_case(text: str) -> bool:
    return text.upper() == text.lower()


def _is_caseless_script(text: str) -> bool:
    """Whether a name is written in a script without case (Chinese, Korean, Arabic …), where blanks tell nothing."""
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and all(_has_no_case(character) and ord(character) > 0x2FF for character in letters)


def _take_suffix(tokens: list[str]) -> str | None:
    if len(tokens) > 1 and _SUFFIX_EXACT.fullmatch(tokens[-1]):
        return tokens.pop()
    return None


def _is_particle(token: str, *, strict: bool = False) -> bool:
    folded = token.casefold()
    if token[:1].islower() or token[:1] in "'’":
        return not strict or folded in _PARTICLES
    return folded in _CAPITAL_PARTICLES and not (token.isupper() and len(token) <= 2)


def _family_start(tokens: list[str]) -> int:
    """Where the family name of a name in natural order begins: at its first particle, else at the last token."""
    all_lower = all(token.islower() for token in tokens)
    for position in range(1, len(tokens) - 1):
        if _is_particle(tokens[position], strict=all_lower):
            if tokens[position].casefold() in {"y", "e", "i"} and position > 1:
                return position - 1  # Ramón y Cajal
            return position
    last = len(tokens) - 1
    return (
        0
        if last and all(_is_particle(token, strict=True) for token in tokens[:last]) and tokens[0][:1].islower()
        else last
    )


def _natural(text: str, suffix: str | None = None) -> NameParts:
    """A name without a comma."""
    tokens = text.split()
    while len(tokens) > 2 and _TITLE.fullmatch(tokens[0]):
        tokens.pop(0)
    suffix = _take_suffix(tokens) or suffix
    if len(tokens) == 1:
        return NameParts(family=_untie(tokens[0]), suffix=suffix)
    family_length = _leading_family(tokens)
    if family_length:
        family, given = tokens[:family_length], tokens[family_length:]
    else:
        start = _family_start(tokens)
        given, family = tokens[:start], tokens[start:]
    return NameParts(_untie(" ".join(family)), _untie(" ".join(given)), suffix)


def _leading_family(tokens: list[str]) -> int:
    """How many tokens at the start are the family name ("Kimmel CB", "Vaswani A.", "VASWANI Ashish"); 0 if none."""
    initials = 0
    while initials < len(tokens) - 1 and _is_initials(tokens[-1 - initials]):
        initials += 1
    first_is_name = not _is_initials(tokens[0])
    if initials and first_is_name:
        return len(tokens) - initials
    capitals = 0
    while capitals < len(tokens) and _is_capitals(tokens[capitals]):
        capitals += 1
    rest = tokens[capitals:]
    return capitals if rest and not any(_is_capitals(token) for token in rest) else 0


def _is_capitals(token: str) -> bool:
    """Whether a token is a family name in capitals, not initials."""
    letters = [character for character in token if character.isalpha()]
    return len(letters) >= 3 and all(character.isupper() for character in letters) and "." not in token


def _inverted(parts: list[str]) -> NameParts:
    """A name with commas: "Family, Given", "Family, Jr., Given", "Family, Given, Jr."."""
    suffix = None
    rest: list[str] = []
    for part in parts[1:]:
        if _SUFFIX.fullmatch(part) and suffix is None:
            suffix = part
        elif not _DEGREE.fullmatch(part):
            rest.append(part)
    if not rest:
        return _natural(parts[0], suffix)
    family = parts[0].split()
    given = " ".join(rest).split()
    suffix = _take_suffix(family) or (suffix if suffix else _take_suffix(given))
    # "Oord, Aaron van den": the particles were sorted behind.
    particles: list[str] = []
    while len(given) > 1 and given[-1][:1].islower() and _is_particle(given[-1], strict=True):
        particles.insert(0, given.pop())
    return NameParts(_untie(" ".join(particles + family)), _untie(" ".join(given)), suffix)


def parse_name(text: str) -> NameParts:
    """Take one name apart, in any usual spelling.

    "Family, Given", "Family, Jr., Given", "Given van Family", "Family GM" (Vancouver), "FAMILY Given", BibTeX with braces
    and accents, footnote marks and DBLP's homonym numbers. Particles stay with the family name. Organisations and names in
    scripts without case become a `literal`; a single word is a family name. Never raises; an empty text gives empty parts.
    """
    text = text.strip()
    if _is_braced(text):
        inner = plain_text(text)
        looks_personal = "," in inner or any(_is_initials(token) for token in inner.split()[:-1])
        if inner and not (looks_personal and not _is_organization(inner)):
            return NameParts(literal=inner, organization=True)
        text = text[1:-1]
    if "{" in text:
        text = _tie_braced(text)
    text = _strip_marks(plain_text(text)).strip(" ,;")
    whole = _untie(text)
    if whole is None or not any(character.isalnum() for character in whole):
        return NameParts(literal=whole)
    if _is_organization(text):
        return NameParts(literal=whole, organization=True)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if _is_caseless_script(text) and len(parts) == 1:
        return NameParts(literal=whole)
    return _natural(parts[0]) if len(parts) == 1 else _inverted(parts)


# --- lists ------------------------------------------------------------------------------------------------------------

_TRUNCATED = re.compile(
    r"[\s,;&.]*(?:(?:and|und|et|&)\s+)?(?:\bet\.?\s*al(?:ii|ia)?\b\.?|\bet\s+coll\b\.?|\bu\.\s?a\.|\band\s+others\b|\bothers\b"
    r"|\band\s+colleagues\b|\by\s+otros\b|\bи\s+др\b\.?|\b(?:and\s+)?\d+\s+(?:more|others?|additional|co-?authors)(?:\s+authors)?\b"
    r"|等\W*|\u2026|\.\.\.)[\s.,;\])}]*",
    re.IGNORECASE,
)
_TRUNCATED_END = re.compile(_TRUNCATED.pattern + r"$", re.IGNORECASE)
_AND = re.compile(r"(?:\s|(?<=[.,;}]))(?:and|und|et)(?=\s)|\s*(?<!\\)&(?!\w+;)\s*", re.IGNORECASE)


def is_truncation(text: str) -> bool:
    """Whether a text, in place of a name, says that the list goes on ("et al.", "and others", "…")."""
    return bool(_TRUNCATED.fullmatch(plain_text(text).strip("()[] ") or "-"))


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


_COMMA = re.compile(",")
_SEMICOLON = re.compile(";")


def _all_initials(segment: str) -> bool:
    tokens = segment.split()
    return bool(tokens) and all(_is_initials(token) for token in tokens)


def _pair_by_initials(segments: list[str]) -> list[str]:
    """ "Dill, K. A., Ozkan, S. B." and "Smith, J., B. Jones": a segment of initials belongs to the one before."""
    names: list[str] = []
    paired = True
    for segment in segments:
        if names and _all_initials(segment) and not paired:
            names[-1] += f", {segment}"
            paired = True
        elif names and (_SUFFIX_EXACT.fullmatch(segment) or _DEGREE.fullmatch(segment)):
            names[-1] += f", {segment}"
        else:
            names.append(segment)
            paired = False
    return names


def _split_commas(piece: str, *, families_only: bool) -> list[str]:
    """The names of a piece between two "and"s."""
    segments = [segment.strip() for segment in _split_outside_braces(piece, _COMMA) if segment.strip()]
    plain = [segment for segment in segments if not _SUFFIX_EXACT.fullmatch(segment)]
    if len(plain) < 2:
        return [", ".join(segments)] if segments else []
    if any(_all_initials(segment) for segment in segments[1:]):
        return _pair_by_initials(segments)
    words = [len(segment.split()) for segment in plain]
    if families_only or all(count > 1 for count in words):
        return _pair_by_initials(segments)  # full names, with suffixes
    if len(plain) == 2:
        return [", ".join(segments)]
    if len(segments) % 2 == 0:
        return [", ".join(segments[i : i + 2]) for i in range(0, len(segments), 2)]
    return _pair_by_initials(segments)


def _comma_count(piece: str) -> int:
    return len([part for part in _split_outside_braces(piece, _COMMA) if part.strip()]) - 1


def split_names(text: str) -> tuple[str, ...]:
    """Split an author string into its names, in order; "et al." and its like are dropped.

    Takes BibTeX lists (``and`` outside braces, broken spellings too), lists with semicolons, and the styles of citations:
    "A. Smith, B. Jones, and C. Doe", "Dill, K. A., Ozkan, S. B. & Weikl, T. R.", "Kimmel CB, Warga RM". The names
    come as they are written; `parse_name` reads them.
    """
    text = " ".join(text.split())
    text = _TRUNCATED_END.sub("", text)
    if not text:
        return ()
    if "{" not in text:
        text = _MARK_LETTERS.sub("", _MARK_NUMBERS.sub("", _MARKS.sub("", text)))
    names: list[str] = []
    for group in (
        _split_outside_braces(text, _SEMICOLON) if ";" in text and "&" not in text.split(";")[0][-7:] else [text]
    ):
        names += _split_group(group, semicolons=";" in text)
    cleaned = (name.strip(" ,;") for name in names)
    return tuple(name for name in cleaned if name and not is_truncation(name))


def _split_group(text: str, *, semicolons: bool) -> list[str]:
    if _is_organization(text) and not _is_braced(text):
        whole = _whole_organization(text)
        if whole:
            return [text]
    pieces = [piece.strip(" ,") for piece in _split_outside_braces(text, _AND)]
    pieces = [piece for piece in pieces if piece]
    if semicolons:
        return pieces
    counts = [_comma_count(piece) for piece in pieces]
    inverted = (
        len(pieces) > 1 and all(1 <= count <= 2 for count in counts) and not any(_is_list(piece) for piece in pieces)
    )
    if inverted or (len(pieces) > 2 and max(counts) <= 2 and not any(_is_list(piece) for piece in pieces)):
        return pieces
    families_only = (
        len(pieces) > 1 and all(len(s.split()) == 1 for p in pieces for s in p.split(",")) and counts[-1] == 0
    )
    names: list[str] = []
    for piece in pieces:
        names += _split_commas(piece, families_only=families_only)
    return names


def _is_list(piece: str) -> bool:
    """Whether a piece with commas holds several names rather than one that is inverted."""
    segments = [segment.strip() for segment in _split_outside_braces(piece, _COMMA) if segment.strip()]
    segments = [segment for segment in segments if not _SUFFIX_EXACT.fullmatch(segment)]
    if len(segments) < 2 or (len(segments) == 2 and _all_initials(segments[1])):
        return False
    if any(_all_initials(segment) for segment in segments[1:]):
        return True
    return len(segments) > 2 or _starts_like_person(segments[0])


def _starts_like_person(segment: str) -> bool:
    """Whether a segment is a whole name ("J. Smith", "Smith JA") rather than a family name."""
    tokens = segment.split()
    return len(tokens) > 1 and (_is_initials(tokens[0]) or _is_initials(tokens[-1]))


def _whole_organization(text: str) -> bool:
    """Whether "and" is inside the name of one organisation ("Food and Agriculture Organization")."""
    pieces = [piece.strip(" ,") for piece in _AND.split(text)]
    if len(pieces) == 1:
        return "," not in text
    first, last = pieces[0].split(), _words(pieces[-1])
    if len(pieces) != 2 or not first or not last or "," in text:
        return False
    if last[-1] in _ORGANIZATION_WORDS and len(first) == 1:
        return True
    return not _ORGANIZATION_GLUE.isdisjoint(_words(pieces[0])[1:]) and len(last) == 1
