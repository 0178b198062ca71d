"""What one record does not say contradicts nothing that the other says, whichever is which."""

from __future__ import annotations

import pytest

from refcheck_core.identifiers import Identifier, IdentifierKind
from refcheck_core.matching.imprint import imprints_differ, locators_differ
from refcheck_core.models import Record, WorkType
from refcheck_core.testing.builders import make_record

ISBN = (Identifier(IdentifierKind.ISBN, "9780000000001"),)
GIVEN = {
    "pages": "1-9",
    "article_number": "e0012",
    "edition": "2nd",
    "identifiers": ISBN,
    "volume": "7",
    "issue": "2",
}
OTHERWISE = {
    "pages": "11-19",
    "article_number": "e0013",
    "edition": "3rd",
    "identifiers": (Identifier(IdentifierKind.ISBN, "9780000000002"),),
    "volume": "8",
}


def article(**fields: object) -> Record:
    return make_record("Floods in winter", ["Jane Roe"], 2001, "Journal of Rivers").model_copy(
        update={"type": WorkType.JOURNAL_ARTICLE, **fields}
    )


def differ(one: Record, two: Record) -> bool:
    assert locators_differ(one, two) is locators_differ(two, one)
    assert imprints_differ(one, two) is imprints_differ(two, one)
    return locators_differ(one, two)


@pytest.mark.parametrize("name", GIVEN)
def test_what_one_side_lacks_tells_nothing(name: str) -> None:
    assert not differ(article(**{name: GIVEN[name]}), article())
    assert not differ(article(**GIVEN), article(**{**GIVEN, name: () if name == "identifiers" else None}))


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_both_say_otherwise_tells_two_apart(name: str) -> None:
    assert differ(article(**{name: GIVEN[name]}), article(**{name: OTHERWISE[name]}))
    assert not differ(article(**{name: GIVEN[name]}), article(**{name: GIVEN[name]}))


def test_another_issue_of_one_volume() -> None:
    assert differ(article(volume="7", issue="2"), article(volume="7", issue="3"))
    assert not differ(article(volume="7", issue="2"), article(issue="3"))
    assert not differ(article(volume="7", issue="2"), article(volume="7", issue="2-3"))


def test_a_year_in_place_of_a_volume() -> None:
    """Some databases give the year where a journal counts no volumes."""
    assert not differ(article(volume="7"), article(volume="2001"))
    assert differ(article(volume="7"), article(volume="2011"))


def test_journals_of_other_names() -> None:
    other = article().model_copy(update={"venue": "Annals of Lakes"})
    assert imprints_differ(article(), other)
    assert imprints_differ(other, article())
    assert not imprints_differ(article(), article(venue="J. Rivers"))
    assert not imprints_differ(article(), article(venue=None))
    assert not imprints_differ(article(), other.model_copy(update={"type": WorkType.POSTED_CONTENT}))
