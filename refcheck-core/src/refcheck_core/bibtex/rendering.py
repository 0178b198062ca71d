"""`render_entry`: an entry as text for a ``.bib`` file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .capitals import protect
from .entry import Entry, build_entry
from .keys import usable_key
from .latex import encode, encode_text, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..models import Record
    from .latex import Style

_NAMES = frozenset({"author", "editor"})
# Read by programs, not typeset: an escaped underscore or percent sign would break the link.
_VERBATIM = frozenset({"doi", "url", "eprint", "archivePrefix", "primaryClass", "isbn", "year"})


def render_entry(
    record: Record, *, key: str | None = None, style: Style = "latex", include_abstract: bool = False
) -> str:
    """Write the BibTeX entry of a record.

    Args:
        record: what the entry is about; nothing else goes into it.
        key: citation key in place of the one made from the record; characters that break BibTeX are dropped.
        style: ``latex`` (accents as commands) or ``utf8`` (for biber and modern LaTeX).
        include_abstract: whether the abstract goes in (it bloats a ``.bib`` file and may be under copyright).
    """
    entry = build_entry(record, include_abstract=include_abstract)
    return render(entry, key=key, style=style)


def render(entry: Entry, *, key: str | None = None, style: Style = "latex") -> str:
    """Write an entry; see `render_entry`."""
    return written(entry.entry_type, usable_key(key) or entry.key, field_values(entry, style))


def written(entry_type: str, key: str, fields: Mapping[str, str]) -> str:
    """An entry of fields that are written already, as `field_values` gives them."""
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{entry_type}{{{key},\n{lines}}}"


def field_values(entry: Entry, style: Style) -> dict[str, str]:
    """Every field of an entry as it is written; see `field_value`."""
    return {name: field_value(name, value, style) for name, value in entry.fields.items()}


def field_value(name: str, value: str, style: Style) -> str:
    """One field's value as it stands between the outer braces."""
    if name in _VERBATIM:
        return value.replace("{", "").replace("}", "")
    if name in _NAMES:
        return encode_text(value, style, keep_braces=True)
    if name == "title":
        return joined(_titled(value, style))
    if name == "pages":
        return encode(value.replace("–", "--"), style)
    return encode(value, style)


def _titled(title: str, style: Style) -> Iterator[str]:
    before = ""
    for part in protect(title):
        written = part.text if part.is_math else encode_text(part.text, style, before=before)
        yield f"{{{written}}}" if part.keep and written else written
        before = part.text or before
