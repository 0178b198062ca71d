"""BibTeX from a `Record`: pure, and faithful to the one record it is given.

An entry holds what its record says and nothing else: no field is guessed, and no field comes from another version of
the work. `build_entry` decides what the entry says (in Unicode), `render_entry` how it is written.
"""

from __future__ import annotations

from .entry import TAKEN_BACK, Entry, build_entry
from .keys import citation_key, unique_keys
from .latex import Style
from .rendering import field_values, render, render_entry, written

__all__ = [
    "TAKEN_BACK",
    "Entry",
    "Style",
    "build_entry",
    "citation_key",
    "field_values",
    "render",
    "render_entry",
    "unique_keys",
    "written",
]
