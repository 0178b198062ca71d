"""Author lists compared.

A claimed list may be the whole list, its beginning, or its beginning with "et al."; a database may cut its own. An
author who is claimed and whom the work does not have is an error; one whom the claim leaves out at the end is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..models import Author, Discrepancy, DiscrepancyField, Record, Severity
from .comparison import UNKNOWN, Agreement, Comparison, note
from .people import NameMatch, PreparedName, is_placeholder, match_names, prepare_name, same_organization

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_F = DiscrepancyField.AUTHORS
MAX_COMPARISONS = 20_000
"""Pairs of names up to which every name is compared with every other."""
MAX_STRANGERS = 10
"""How many authors whom the work does not have are told one by one."""
FIRST_AUTHOR_PENALTY = 0.2
"""What another first author takes from the similarity beyond being one of the list: works are known by it."""
SORTED_DEPOSITS = ("10.52202/",)
"""Prefixes of DOIs under which authors are deposited in alphabetical order: Curran's, of NeurIPS and other meetings."""
_GIVEN_NAME = "Given name mismatch"
COLLABORATION = re.compile(
    r"\b(?:collaborat(?:ion|ors)|consortium|group|teams?|investigators|network|committee|project|study|initiative)\b",
    re.IGNORECASE,
)
"""Names by which a list of many people is cited as one author ("ATLAS Collaboration")."""
ORGANIZATION_SIMILARITY = 0.9
"""Of a list with an organisation that no record names."""
MAX_NAMED = 4
"""How many names a sentence lists."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A claimed author with the place in the found list that fits best."""

    claimed: PreparedName
    index: int | None
    match: NameMatch


def compare_authors(claimed: Sequence[Author], truncated: bool, records: Iterable[Record]) -> Comparison:
    """Compare a claimed author list with those of the records of one work, and keep the best.

    Complete lists count before cut ones, and of these the longest: one of the first author only would excuse any other.

    Args:
        claimed: authors as cited, in order.
        truncated: whether the citation ends its list in "et al.".
        records: records of one work.
    """
    people = [a for a in claimed if prepare_name(a).families]
    if not people:
        return UNKNOWN
    every = list(records)
    best = _best_list(people, truncated, every) or _publisher_in_their_place(people, every)
    placeholders = [a.display for a in people if is_placeholder(a)]
    if placeholders and not best.agrees:
        error = note(_F, Severity.ERROR, f"Placeholder in the author list: {_listed(placeholders)}.")
        return Comparison(Agreement.DIFFER, 0.0, (error, *best.discrepancies))
    return best


def _best_list(people: Sequence[Author], truncated: bool, records: Sequence[Record]) -> Comparison | None:
    known = [r for r in records if people_of(r)]
    longest = max((len(people_of(r)) for r in known), default=0)
    complete = [r for r in known if r.authors_complete]
    lists = complete or [r for r in known if len(people_of(r)) == longest]
    compared = [_compare_list(people, truncated, record) for record in lists]
    best = max(
        compared, key=lambda c: (c.agrees and not c.in_error, c.contribution, c.similarity, c.exact), default=None
    )
    if best and best.in_error and any(_are_family_names(people, people_of(r)) for r in complete):
        return Comparison(Agreement.AGREE, 1.0, exact=True)
    if best and best.agrees and best.exact:
        return replace(best, discrepancies=_other_given_name(compared))
    return best


def _other_given_name(compared: Sequence[Comparison]) -> tuple[Discrepancy, ...]:
    """A hint where one record confirms the authors and another one gives one of them another given name."""
    told = (d for c in compared if c.in_error for d in c.discrepancies if d.message.startswith(_GIVEN_NAME))
    first = next(told, None)
    if first is None:
        return ()
    claimed, found = first.claimed, first.found
    message = f"Databases differ in a given name: claimed '{claimed}', which one confirms; another has '{found}'."
    return (note(_F, Severity.INFO, message, claimed, found),)


def _publisher_in_their_place(people: Sequence[Author], records: Sequence[Record]) -> Comparison:
    """Whether the author is the organisation that published a work of which no record names an author."""
    publishers = (prepare_name(Author(literal=r.publisher, organization=True)) for r in records if r.publisher)
    if len(people) > 1 or not any(same_organization(prepare_name(people[0]), p) for p in publishers):
        return UNKNOWN
    return Comparison(Agreement.AGREE, 1.0, exact=True)


def people_of(record: Record) -> tuple[Author, ...]:
    """Whom a reference names in the authors' place: the authors, or of a work without any its editors."""
    return record.authors or record.editors


def same_authors(first: Sequence[Author], second: Sequence[Author]) -> bool:
    """Whether two lists of records may be those of one work: most of the shorter list is in the longer one."""
    short, long = sorted((first, second), key=len)
    if not short:
        return False
    names = [prepare_name(a) for a in long]
    common = sum(any(match_names(prepare_name(a), b) is NameMatch.SAME for b in names) for a in short)
    return common == len(short) or (common >= 2 and common > len(short) / 2 and common > len(long) / 3)


def _are_family_names(people: Sequence[Author], found: Sequence[Author]) -> bool:
    """Whether a list that was read as "Family, Given" is of family names alone, the very ones of a work, in order.

    Nothing but the work's list tells "Golub, Van Loan" from "Loan, Van".
    """
    parts = [part for a in people for part in (a.family, a.given) if part]
    if len(parts) != len(found) or any(a.organization for a in people):
        return False
    families = (prepare_name(a).families for a in found)
    names = (prepare_name(Author.parse(part)) for part in parts)
    return all(name.as_family & known for name, known in zip(names, families, strict=True))


def _compare_list(people: Sequence[Author], truncated: bool, record: Record) -> Comparison:
    names, complete = [prepare_name(a) for a in people_of(record)], record.authors_complete
    mine = [prepare_name(a) for a in people]
    if _organization_against_people(mine, names):
        return UNKNOWN
    pairs = _align(mine, names)
    same = [p for p in pairs if p.match is NameMatch.SAME]
    # A database may lack an organisation among people.
    compared = [p for i, p in enumerate(pairs) if complete or i in (0, p.index) or is_placeholder(people[i])]
    organizations = all(n.organization for n in names)
    strangers = [p for p in compared if p.match is not NameMatch.SAME and (organizations or not p.claimed.organization)]
    if strangers:
        return _strangers(strangers, pairs, names, complete, truncated)
    if not same:
        return UNKNOWN
    # A cut list says nothing of those who come after its last name, and all that it lacks come there.
    beyond = [] if complete else [p for p in pairs if p.match is not NameMatch.SAME]
    known = [p for p in pairs if p not in beyond]
    problem = _order_or_gap(known, names, truncated, goes_on=bool(beyond), is_sorted=_is_sorted(record, names))
    unconfirmed = _unconfirmed(beyond, names)
    if problem is not None:
        return replace(problem, discrepancies=(*problem.discrepancies, *unconfirmed), whole=not unconfirmed)
    notes = unconfirmed or _not_listed(pairs, names, truncated or not complete)
    beside = () if organizations else _organizations_beside(pairs)
    similarity = ORGANIZATION_SIMILARITY if beside else 1.0
    return Comparison(
        Agreement.AGREE, similarity, (*beside, *notes), exact=not (beside or notes), whole=not unconfirmed
    )


def _is_stray(pair: _Pair) -> bool:
    name = pair.claimed
    return name.organization and pair.match is not NameMatch.SAME and not COLLABORATION.search(name.display)


def _organizations_beside(pairs: Sequence[_Pair]) -> tuple[Discrepancy, ...]:
    """A warning where organisations are claimed among people and no record names them; databases may leave them out."""
    claimed = [p.claimed.display for p in pairs if _is_stray(p)]
    if not claimed:
        return ()
    listed = _listed(claimed)
    return (note(_F, Severity.WARNING, f"Organisation among the authors that no record names: {listed}.", listed),)


def _organization_against_people(mine: list[PreparedName], found: list[PreparedName]) -> bool:
    """Whether one list has organisations only and the other people only; an acronym may be read as a person."""
    organizations = [{n.organization for n in names} for names in (mine, found)]
    if sorted(map(sorted, organizations)) != [[False], [True]]:
        return False
    return not any(same_organization(a, b) for a in mine for b in found)


def _align(mine: list[PreparedName], found: list[PreparedName]) -> list[_Pair]:
    """Pair each claimed author with the best free author of the found list, the same place first."""
    free = dict.fromkeys(range(len(found)))
    pairs: dict[int, _Pair] = {}

    def pair(place: int, among: Iterable[int], match: NameMatch) -> None:
        hit = min(among, key=lambda i: (abs(i - place), i), default=None)
        if hit is not None:
            del free[hit]
            pairs[place] = _Pair(mine[place], hit, match)

    index: dict[str, list[int]] | None = None
    for place, name in enumerate(mine):
        if place in free and match_names(name, found[place]) is NameMatch.SAME:
            del free[place]
            pairs[place] = _Pair(name, place, NameMatch.SAME)
            continue
        index = _by_words(found) if index is None else index
        near = {i for word in _words_of(name) for i in index.get(word, ()) if i in free}
        pair(place, [i for i in near if match_names(name, found[i]) is NameMatch.SAME], NameMatch.SAME)
    left = [place for place in range(len(mine)) if place not in pairs]
    if len(left) * len(free) <= MAX_COMPARISONS:  # nobody mistypes a hundred names
        matches = [(place, i, match) for place in left for i in free if (match := match_names(mine[place], found[i]))]
        for wanted in (NameMatch.SAME, NameMatch.GIVEN_DIFFERS, NameMatch.MISSPELT) if matches else ():
            for place in (p for p in left if p not in pairs):
                pair(place, [i for p, i, match in matches if p == place and match is wanted and i in free], wanted)
    return [pairs.get(place) or _Pair(name, None, NameMatch.NONE) for place, name in enumerate(mine)]


def _by_words(names: list[PreparedName]) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for i, name in enumerate(names):
        for word in _words_of(name):
            index.setdefault(word, []).append(i)
    return index


def _words_of(name: PreparedName) -> set[str]:
    """Words by which one person is found in another list: the family name in its forms, and the other parts."""
    return {*name.families, *(w for w in (*name.whole, *name.as_family) if len(w) > 1)}


def _strangers(
    strangers: list[_Pair], pairs: list[_Pair], names: list[PreparedName], complete: bool, truncated: bool
) -> Comparison:
    """Claimed authors whom the work does not have."""
    same = sum(p.match is NameMatch.SAME for p in pairs)
    if len(strangers) == len(pairs) > 1 and all(p.match is NameMatch.NONE for p in pairs) and complete:
        claimed, found = _listed([p.claimed.display for p in pairs]), _listed([n.display for n in names])
        message = f"Author mismatch: none of the claimed authors {claimed} is one of the work's, which are {found}."
        return Comparison(Agreement.DIFFER, 0.0, (note(_F, Severity.ERROR, message, claimed, found),))
    discrepancies = [_stranger_note(pair, names, complete) for pair in strangers[:MAX_STRANGERS]]
    if len(strangers) > MAX_STRANGERS:
        more = len(strangers) - MAX_STRANGERS
        discrepancies.append(note(_F, Severity.ERROR, f"{more} more claimed authors are not among the work's."))
    taken = {p.index for p in pairs}
    missing = [n.display for place, n in enumerate(names) if place not in taken]
    if missing and complete and not truncated:
        discrepancies.append(note(_F, Severity.WARNING, f"Authors of the work not listed: {_listed(missing)}."))
    similarity = same / len(pairs) - (FIRST_AUTHOR_PENALTY if pairs[0] in strangers else 0.0)
    near = bool(same) or any(p.match is NameMatch.MISSPELT for p in strangers)
    return Comparison(
        Agreement.NEAR if near else Agreement.DIFFER, max(0.0, min(0.95, similarity)), tuple(discrepancies)
    )


def _stranger_note(pair: _Pair, names: list[PreparedName], complete: bool) -> Discrepancy:
    claimed = pair.claimed.display
    if pair.index is None:
        found = _listed([n.display for n in names])
        first = "first author is" if len(names) == 1 else f"first {len(names)} authors are"
        what = "the work's authors are" if complete else f"the work's {first}"
        return note(_F, Severity.ERROR, f"Author mismatch: claimed '{claimed}', but {what} {found}.", claimed, found)
    found = names[pair.index].display
    if pair.match is NameMatch.MISSPELT:
        return note(_F, Severity.ERROR, f"Author misspelt: claimed '{claimed}', found '{found}'.", claimed, found)
    return note(_F, Severity.ERROR, f"{_GIVEN_NAME}: claimed '{claimed}', found '{found}'.", claimed, found)


def _order_or_gap(
    pairs: list[_Pair], names: list[PreparedName], truncated: bool, *, goes_on: bool, is_sorted: bool
) -> Comparison | None:
    """A wrong order or a gap in a list whose authors all belong to the work; ``None`` where there is neither.

    Args:
        pairs: the claimed authors who belong to the work.
        names: the work's authors, as far as they are known.
        truncated: whether the claimed list ends in "et al.".
        goes_on: whether the claimed list names others who would come after all that are known.
        is_sorted: whether the order of the work's authors was lost.
    """
    places = [p.index for p in pairs if p.index is not None]
    whole = len(places) >= len(names)
    claimed, found = _listed([p.claimed.display for p in pairs]), _listed([n.display for n in names])
    is_first = places[:1] == [0] or (whole and is_sorted)
    if whole and is_first and places != sorted(places):
        message = f"Author order differs: claimed {claimed}, found {found}."
        return Comparison(Agreement.AGREE, 0.9, (note(_F, Severity.WARNING, message, claimed, found),))
    if places and not is_first:
        first = names[0].display
        message = f"First author mismatch: claimed '{pairs[0].claimed.display}', found '{first}'."
        return Comparison(Agreement.NEAR, 0.7, (note(_F, Severity.ERROR, message, pairs[0].claimed.display, first),))
    last = len(names) if goes_on else max(places, default=-1)
    missing = [names[i].display for i in range(last) if i not in set(places)]
    if missing:
        severity = Severity.WARNING if truncated else Severity.ERROR
        message = f"Authors left out in the middle of the list: {_listed(missing)}."
        agreement = Agreement.AGREE if truncated else Agreement.NEAR
        return Comparison(agreement, 0.8, (note(_F, severity, message, claimed, found),))
    if places != sorted(places):
        message = f"Author order differs: claimed {claimed}, found {found}."
        return Comparison(Agreement.AGREE, 0.9, (note(_F, Severity.WARNING, message, claimed, found),))
    return None


def _is_sorted(record: Record, names: list[PreparedName]) -> bool:
    """Whether a list is alphabetical, and of a deposit in which they all are, so that its order says nothing."""
    if not (record.doi or "").startswith(SORTED_DEPOSITS):
        return False
    surnames = [n.surnames for n in names]
    return surnames == sorted(surnames)


def _not_listed(pairs: list[_Pair], names: list[PreparedName], cut: bool) -> tuple[Discrepancy, ...]:
    """A hint where the claimed list leaves out later authors without saying so."""
    left = len(names) - len(pairs)
    if cut or left <= 0:
        return ()
    message = f"{left} further author{'s' if left > 1 else ''} of the work not listed (no 'et al.')."
    return (note(_F, Severity.INFO, message),)


def _unconfirmed(beyond: Sequence[_Pair], names: Sequence[PreparedName]) -> tuple[Discrepancy, ...]:
    """A warning at claimed people of whom a database that cuts its lists says nothing."""
    people = [p.claimed.display for p in beyond if not p.claimed.organization]
    if not people:
        return ()
    known = "the first author" if len(names) == 1 else f"the first {len(names)} authors"
    claimed = _listed(people)
    message = f"Authors not confirmed: claimed {claimed}, but the record names {known} only."
    return (note(_F, Severity.WARNING, message, claimed),)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{n}'" for n in names[:MAX_NAMED])
    more = len(names) - MAX_NAMED
    return f"{shown} and {more} more" if more > 0 else shown
