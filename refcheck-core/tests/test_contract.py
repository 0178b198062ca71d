"""What the types of the contract say of themselves."""

from __future__ import annotations

import pytest

from refcheck_core import SearchKind, SearchQuery


@pytest.mark.parametrize(
    ("first", "last", "year", "is_included"),
    [
        (None, None, 2001, True),
        (2001, 2001, 2001, True),
        (2002, None, 2001, False),
        (None, 2000, 2001, False),
        (2002, 2000, None, True),
    ],
)
def test_years_of_a_search(first, last, year, is_included):
    query = SearchQuery(kind=SearchKind.TOPIC, text="x", year_from=first, year_to=last)
    assert query.includes(year) is is_included
