"""The words of names: particles, suffixes, initials, marks, and the words that make an organisation."""

from __future__ import annotations

import re

from ..patterns import lazy_pattern

# Particles that belong to the family name when they stand before it (CSL's and biblatex's lists, with Arabic ones).
_PARTICLES = frozenset(
    "van von der den de del della delle dello degli dei di da das do dos du des d' d\u2019 de' de\u2019 di' la las le"
    " lo los 't \u2019t t in op aan uit het ten ter te zu zum zur vom und af av al el ul bin ibn ben bint abu st. st"
    " san santa tot thoe van't v. v.d. vd ver dalla dal".split()
)
# Capitalised they are particles too ("Van Gogh"), unless they are as often a name of their own.
_CAPITAL_PARTICLES = frozenset(
    "van von der den de del della di da dos du des la las los le el al ter ten ver zu vom bin ibn abu mc".split()
)
_WITH_PARTICLE = lazy_pattern(r"['\u2019]|(?:a[dlnrstz]|el|ibn|ben|abu)-|(?:d|de|di|l|dell|all)['\u2019]")
# "Ramón y Cajal": conjunctions join two family names.
CONJUNCTIONS = frozenset({"y", "e", "i"})

_SUFFIX = lazy_pattern(r"(?:Jr|JR|jr|Sr|SR|sr)\.?|J[uú]nior|Senior|Filho|Neto|II|III|Iii|IV|[2-4](?:nd|rd|th)")
_DEGREE = lazy_pattern(
    r"(?:ph\.?\s?d|m\.?d|m\.?sc|b\.?sc|esq|rn|mph|mba|d\.?phil|frcp|facs|eds?|editors?|hrsg|trans)\.?", re.IGNORECASE
)
_TITLE = lazy_pattern(r"(?:dr|prof|professor|mr|mrs|ms|sir)\.?", re.IGNORECASE)
# "K.", "K.A.", "J.-P.", "Yu.", "N.a.": initials with stops.
_DOTTED = lazy_pattern(r"(?:[^\W\d_][a-z]?\.[-\u2010]?){1,6}[^\W\d_]?")

# Words that end the name of an organisation, or begin one.
_ORGANIZATION_WORDS = frozenset(
    "academy administration agency alliance archive association atlas authority bureau center centre centers centres"
    " collaboration collaborative collaborators college commission committee community company conference consortium"
    " contributors convention corp corporation council department developers federation forum foundation gmbh group"
    " groups inc initiative institute institutes institution investigators laboratories laboratory limited llc ltd"
    " ministry network organisation organization organizers partnership programme program project researchers"
    " secretariat service society survey taskforce team teams union universitat universität université universita"
    " università universidad universidade university verein workgroup".split()
)
_ORGANIZATION_GLUE = frozenset({"of", "for", "on", "&", "and", "für", "pour", "sur"})
# Organisations that sign papers with a single word.
_ORGANIZATIONS = frozenset(
    "anthropic cern deepmind google ibm ieee ietf iso itu microsoft nasa nist nvidia oecd openai qwen unesco unicef w3c"
    " who wikipedia".split()
)
# Words with which a name is no plain one, of given names and a family name.
NO_PLAIN_WORDS = (
    _CAPITAL_PARTICLES
    | _ORGANIZATION_WORDS
    | _ORGANIZATIONS
    | {"the", "dr", "prof", "professor", "mr", "mrs", "ms", "sir", "junior", "senior", "filho", "neto", "jr", "sr"}
)

_MARKS = lazy_pattern("[†‡§¶‖∗⁎✉*#♯◦⋆★☆]|[\u00b9\u00b2\u00b3\u2070-\u207f\u1d43-\u1d5b]+")
_MARK_NUMBERS = lazy_pattern(r"(?<=[^\W\d_])\d{1,2}(?:\s?,\s?\d{1,2})*(?=[\s,.;]|$)")
# "Park a,b, S.": letters that point to affiliations.
_MARK_LETTERS = lazy_pattern(r"(?<=[^\W\d_])\s[a-h](?:,[a-h*†‡])*(?=\s*(?:,|;|$))")
_HOMONYM_NUMBER = lazy_pattern(r"\s\d{4}$")
_REMARK = lazy_pattern(r"\s*[(\[][^()\[\]]{0,80}[)\]]")
_ADDRESS = lazy_pattern(r"(?:https?://)?orcid\.org/\S+|\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b|(?<!\S)[^\s@]{1,100}@\S+")

# Stand-ins for a blank and a comma inside braces, where they do not part a name.
_TIED_BLANK, _TIED_COMMA = "\ue010", "\ue011"


def drop_stand_ins(text: str) -> str:
    """Text without the private characters that stand in for blanks and commas here."""
    return text.replace(_TIED_BLANK, "").replace(_TIED_COMMA, "")


def tie_braced(text: str) -> str:
    r"""Replace blanks and commas inside braces, except in an accent's group (``{\H o}``), by their stand-ins."""
    result: list[str] = []
    in_accent: list[bool] = []
    for position, character in enumerate(text):
        if character == "{":
            accent = text.startswith("\\", position + 1) or text[max(0, position - 1) : position] in {*"\"'`^~="}
            in_accent.append(accent or (bool(in_accent) and in_accent[-1]))
        elif character == "}" and in_accent:
            in_accent.pop()
        tied = bool(in_accent) and not in_accent[-1]
        result.append({" ": _TIED_BLANK, ",": _TIED_COMMA}.get(character, character) if tied else character)
    return "".join(result)


def untie(text: str | None) -> str | None:
    """Text with its blanks and commas put back; ``None`` if nothing is left."""
    if not text:
        return None
    return " ".join(text.replace(_TIED_BLANK, " ").replace(_TIED_COMMA, ",").split()) or None


def strip_reference_marks(text: str) -> str:
    """Without footnote marks: daggers, asterisks, numbers and letters that point to affiliations."""
    return _MARK_LETTERS.sub("", _MARK_NUMBERS.sub("", _MARKS.sub("", text)))


def strip_marks(text: str) -> str:
    """Without footnote marks, DBLP's homonym numbers, ORCID iDs, e-mail addresses and remarks in parentheses."""
    text = strip_reference_marks(_ADDRESS.sub("", text))
    without = _REMARK.sub("", text)
    return _HOMONYM_NUMBER.sub("", (without if without.strip() else text).strip())


def is_braced(text: str) -> bool:
    """Whether one pair of braces holds the whole text (and is not an accent's)."""
    if not (text.startswith("{") and text.endswith("}")) or text.startswith("{\\"):
        return False
    depth = 0
    for position, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth == 0:
            return position == len(text) - 1
    return False


def words_of(text: str) -> list[str]:
    """The words of a text, folded, without commas and full stops."""
    return [word.strip(".").casefold() for word in text.replace(_TIED_BLANK, " ").replace(",", " ").split()]


def is_organization(text: str) -> bool:
    """Whether a text reads as the name of an organisation or a collaboration."""
    words = words_of(text)
    if len(words) < 2:
        return bool(words) and words[0] in _ORGANIZATIONS
    if words[-1] in _ORGANIZATION_WORDS or not _ORGANIZATION_GLUE.isdisjoint(text.split()[1:-1]):
        return True
    if words[0] == "the" and len(words) > 4:
        return True
    has_word = any(word in _ORGANIZATION_WORDS for word in words[:-1])
    return has_word and not any(is_initials(token) for token in text.replace(",", " ").split())


def has_organization_glue(text: str) -> bool:
    """Whether a preposition that people's names lack stands in the text ("Centers for Disease Control")."""
    return not _ORGANIZATION_GLUE.isdisjoint(text.split()[1:])


def ends_in_organization_word(text: str) -> bool:
    """Whether the last word is one that ends the names of organisations."""
    words = words_of(text)
    return bool(words) and words[-1] in _ORGANIZATION_WORDS


def is_initials(token: str) -> bool:
    """Whether a token is initials: with stops ("K.A."), or one to three capitals ("KA", "J-P")."""
    if _DOTTED.fullmatch(token):
        return True
    letters = token.replace("-", "").replace("\u2010", "").removesuffix(".")
    return 0 < len(letters) <= 3 and letters.isalpha() and letters.isupper()


def is_short_family(token: str) -> bool:
    """Whether a token of two or three capitals may be a family name ("LI", "XU", "NG") as well as initials ("JR")."""
    return token in {"NG", "SZE"} or (token.isalpha() and token.isupper() and not set("AEIOUY").isdisjoint(token))


def is_family_in_capitals(token: str) -> bool:
    """Whether a token is a family name in capitals ("VASWANI", "SUN"), not initials ("JRR")."""
    letters = [character for character in token if character.isalpha()]
    if len(letters) < 3 or "." in token or not all(character.isupper() for character in letters):
        return False
    return len(letters) > 3 or not set("AEIOUY").isdisjoint(letters)


def is_caseless(text: str) -> bool:
    """Whether a name is written in a script without case (Chinese, Korean, Arabic …)."""
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and all(letter.upper() == letter.lower() and letter > "\u02ff" for letter in letters)


def is_suffix(text: str) -> bool:
    """Whether a text is a suffix of a name: "Jr.", "III"."""
    return _SUFFIX.fullmatch(text) is not None


def is_degree(text: str) -> bool:
    """Whether a text is a degree or a role that stands behind a name: "PhD", "ed."."""
    return _DEGREE.fullmatch(text) is not None


def is_title(token: str) -> bool:
    """Whether a token is a title that stands before a name: "Dr."."""
    return _TITLE.fullmatch(token) is not None


def is_particle(token: str) -> bool:
    """Whether a token is a particle in lower case, or begins with one ("al-Hakim", "d'Alembert")."""
    return token in _PARTICLES or _WITH_PARTICLE.match(token) is not None


def is_capital_particle(token: str) -> bool:
    """Whether capitals are a particle ("DE NADAI M"), and no initials."""
    return len(token) > 1 and token.isupper() and token.casefold() in _CAPITAL_PARTICLES


def begins_family(token: str) -> bool:
    """Whether a token inside a name begins the family name: a particle, capitalised or not, or a conjunction."""
    if is_particle(token) or token in CONJUNCTIONS:
        return True
    return token.casefold() in _CAPITAL_PARTICLES and not token.isupper()
