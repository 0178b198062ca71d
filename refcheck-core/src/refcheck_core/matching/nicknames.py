"""Given names and their short forms: "Bob" is "Robert"."""

from __future__ import annotations

from functools import lru_cache

from nicknames import NickNamer

_ALIKE = 3
"""Letters that two forms of a third name must have in common."""

_OTHER_LANGUAGES = tuple(
    frozenset(forms.split())
    for forms in (
        *("josef joseph sepp", "johannes johann hans", "friedrich fritz", "heinrich heinz", "ulrich uli"),
        *("mikhail misha", "aleksandr sasha", "alexander sasha", "dmitry dima", "aleksei alyosha", "ekaterina katya"),
    )
)
"""Forms under which German and Russian authors publish; the package's table is of English names."""


@lru_cache(maxsize=1)
def _names() -> NickNamer:
    """The table of the `nicknames` package (kept by genealogists, English names), read when it is first needed."""
    return NickNamer()


@lru_cache(maxsize=16384)
def are_nicknames(one: str, two: str) -> bool:
    """Whether one normalised given name is a short or pet form of the other.

    A pet form that the table has for another spelling only ("Katie" for Kathryn, not for Katherine) counts where the
    two begin alike and have a form in common. Two whole names never do: Alexander and Alexandra are both Alex.
    """
    first, second = _names().nicknames_of(one), _names().nicknames_of(two)
    if two in first or one in second or any({one, two} <= forms for forms in _OTHER_LANGUAGES):
        return True
    if one[:_ALIKE] != two[:_ALIKE] or (first and second):
        return False
    return bool((first | _names().canonicals_of(one)) & (second | _names().canonicals_of(two)))
