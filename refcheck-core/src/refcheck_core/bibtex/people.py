"""Names as BibTeX reads them: ``von Last, First`` or ``von Last, Jr, First``, joined by ``and``.

BibTeX's rules (Patashnik, *BibTeXing*, 1988, section 4; Markey, *Tame the BeaST*, section 11) take a name apart at
commas, at the word "and", and at words that begin with a small letter. Braces take a part out of these rules.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..models import Author

OTHERS = "others"
"""Last in a list, it stands for authors whom the record leaves out."""

# Words that begin a family name and that BibTeX calls its "von" part, also where a database capitalises them.
PARTICLES = frozenset(
    "van von der den de del della di da dos du la le les lo los las el al ul bin ibn ben ter ten te zu zum zur vom "
    "het 't d' af av degli dei dal dalla do das st abu".split()
)
_LETTERS = re.compile(r"[^\W\d_]+")
_SUFFIX = re.compile(r"^(?P<family>.+?),?\s+(?P<suffix>(?:Jr|Sr|jr|sr)\.?|JR\.?|SR\.?|II|III|IV)$")


def name_list(people: Iterable[Author], *, complete: bool = True) -> str:
    """All names as one BibTeX list in Unicode; braces in it group. ``""`` where there is none.

    Args:
        people: authors or editors, in order.
        complete: whether the list is whole; if not, it ends in "and others".
    """
    names = [name for person in people if (name := bibtex_name(person))]
    if names and not complete:
        names.append(OTHERS)
    return " and ".join(names)


def are_shouted(people: Iterable[Author]) -> bool:
    """Whether no family name has a small letter, and one has several letters of a script with case."""
    families = [plain(person.family) for person in people if person.family]
    return any(len(f) > 3 and f.isupper() for f in families) and not any(map(str.islower, "".join(families)))


def recased(people: Iterable[Author]) -> tuple[Author, ...]:
    """People whose names are all capitals, in the usual case: "FENG, XUELI" as "Feng, Xueli".

    Given names of one or two letters stay, as they may be initials; and so do organisations.
    """
    return tuple(
        person
        if person.organization
        else person.model_copy(
            update={"family": _recased(plain(person.family), 0), "given": _recased(plain(person.given), 2)}
        )
        for person in people
    )


def _recased(name: str, longest_initials: int) -> str:
    def usual(match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in PARTICLES and match.end() < len(name):
            return word.lower()
        return word.capitalize() if len(word) > longest_initials else word

    return _LETTERS.sub(usual, name)


def bibtex_name(person: Author) -> str:
    """One name in Unicode; ``""`` for an empty one."""
    family, given, suffix = plain(person.family), plain(person.given), plain(person.suffix)
    literal = plain(person.literal)
    if person.organization:
        return _braced(literal or " ".join(filter(None, (given, family, suffix))))
    if not family:
        # Where the parts are not known, they are not guessed.
        return _lone(literal or " ".join(filter(None, (given, suffix))))
    if not suffix and (match := _SUFFIX.match(family)):
        family, suffix = match["family"], match["suffix"]
    if not given:
        return _lone(" ".join(filter(None, (family, suffix))))
    if suffix:  # biber counts commas in braces here, and skips an entry whose name has more than two
        family, suffix, given = (" ".join(part.replace(",", " ").split()) for part in (family, suffix, given))
    parts = [_safe_family(family), _safe(suffix), _safe(given)]
    return ", ".join(part for part in parts if part)


def _lone(name: str) -> str:
    """A name that is one part: as it is when it is one word, else in braces."""
    return _safe(name) if " " not in name and name.casefold() != OTHERS else _braced(name)


def _braced(name: str) -> str:
    return f"{{{name}}}" if name else ""


def _safe(part: str) -> str:
    """The part, in braces where BibTeX would cut it at a comma or at "and"."""
    return _braced(part) if "," in part or "and" in part.casefold().split() else part


def _safe_family(family: str) -> str:
    """A family name in which BibTeX finds no other "von" part than its own particles.

    Everything before the last small-letter word counts as "von": in "Ortega y Gasset" that would be "Ortega y".
    """
    words = family.split()
    lead = 0
    while lead < len(words) - 1 and _is_particle(words[lead]):
        lead += 1
    particles, name = words[:lead], " ".join(words[lead:])
    if "and" in map(str.casefold, particles):
        return _braced(family)
    has_hidden_particle = any(_begins_small(word) for word in words[lead:-1])
    return " ".join([*particles, _braced(name) if has_hidden_particle else _safe(name)])


def _is_particle(word: str) -> bool:
    return word.casefold() in PARTICLES or _begins_small(word)


def _begins_small(word: str) -> bool:
    """Whether BibTeX sees a small letter first (it skips what is no letter)."""
    first = next((char for char in word if char.isalpha()), "")
    return first.islower()
