"""A checked bibliography as people read it: a line for each entry with what is wrong in words, and a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import display_width, safe
from .verdict import source_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from refcheck_core.models.answer import VerificationAnswer
    from refcheck_core.models.bibliography import BibliographyAnswer, CheckedEntry

    from .terminal import Page

_STYLES = {
    "verified": ("  ", "verified", ("green",)),
    "partial_match": ("! ", "partial_match", ("yellow",)),
    "not_found": ("!!", "NOT FOUND", ("bold", "red")),
    "not_checked": ("? ", "not checked", ("yellow",)),
    "unreadable": ("!!", "UNREADABLE", ("bold", "red")),
}
"""Result -> mark, word, styles. Marks and words tell the results apart where there is no colour."""
_VERDICT = 15
"""Columns of the verdict; the longest word has 13."""
_CONFIDENCE = 6
_LONGEST_KEY = 28
"""Columns of keys on a terminal; behind a longer one the line is broken."""
_CLOSE = 0.35
"""Score from which a work of another title is named as the closest: its authors agree, or more than venue and year."""
_UNCHECKED = "Retraction status not checked"


def bibliography_lines(answer: BibliographyAnswer, page: Page) -> Iterator[str]:
    """The table, what is to be looked at, and who was asked."""
    columns = max([10, *(display_width(safe(entry.key)) for entry in answer.entries)]) + 2
    columns = min(columns, _LONGEST_KEY + 2) if page.width is not None else columns
    head = f"  {'key':<{columns}}{'verdict':<{_VERDICT}}{'conf.':<{_CONFIDENCE}}what is wrong"
    yield page.style(head, "dim")
    for entry in answer.entries:
        yield from _entry_lines(entry, columns, page)
    yield ""
    yield from _summary_lines(answer, page)
    yield from source_lines(answer, page)


def _entry_lines(entry: CheckedEntry, columns: int, page: Page) -> Iterator[str]:
    """One entry; its further faults stand below the first, in the last column."""
    mark, word, styles = _STYLES[entry.result]
    key = safe(entry.key) or f"(line {entry.line})"
    confidence = f"{int(entry.answer.confidence * 100 + 1e-9) / 100:.2f}" if entry.answer else ""  # .849 is not .85
    lead = mark + key + " " * (columns - display_width(key))
    indent = " " * (2 + columns + _VERDICT + _CONFIDENCE)
    if display_width(key) > columns - 2:
        yield page.style(mark, *styles) + key
        lead = " " * (2 + columns)
    shown = page.style(lead[:2], *styles) + lead[2:] + page.style(word, *styles)
    shown += " " * (_VERDICT - len(word)) + confidence.ljust(_CONFIDENCE)
    lines = [line for text in _wrong(entry) for line in page.wrap(text, indent)] or [indent]
    yield (shown + lines[0][len(indent) :]).rstrip()
    yield from lines[1:]


def _wrong(entry: CheckedEntry) -> list[str]:
    """What is wrong, in sentences, the gravest first."""
    if entry.answer is None:
        where = f"Line {entry.line}: " if entry.result == "unreadable" else ""
        return [where + (entry.problem or ""), *entry.faults]
    answer = entry.answer
    said = [*answer.errors, *entry.faults, *answer.warnings]
    closest = answer.possible_match.title if answer.possible_match else None
    if entry.result == "not_found" and not (closest and any(closest in sentence for sentence in said)):
        said.append(_closest(answer))
    return said


def _closest(answer: VerificationAnswer) -> str:
    work, lead = answer.possible_match, "The closest work is"
    if work is None:
        others = [candidate for candidate in answer.candidates if candidate.score >= _CLOSE]
        if not others:
            return "Nothing like it was found."
        work, lead = others[0], "No work of such a title was found; the closest is"
    first = work.authors[0] if work.authors else None
    author = f" by {first}{' et al.' if work.author_count > 1 else ''}" if first else ""
    return f"{lead} '{work.title}'{author}{f' ({work.year})' if work.year else ''}."


def _summary_lines(answer: BibliographyAnswer, page: Page) -> Iterator[str]:
    total = len(answer.entries)
    counts = [
        page.style(f"{answer.counts[result]} {word.lower()}", *styles)
        for result, (_, word, styles) in _STYLES.items()
        if answer.counts.get(result)
    ]
    yield f"{total} {'entry' if total == 1 else 'entries'}: {', '.join(counts)}"
    for result, label in (("not_found", "not found"), ("unreadable", "unreadable"), ("not_checked", "not checked")):
        keys = [e.key or f"(line {e.line})" for e in answer.entries if e.result == result]
        if keys:
            yield from page.labelled(label, ", ".join(keys), 13, *_STYLES[result][2])
    for why, keys in _inconclusive(answer).items():
        listed = f" for {', '.join(keys)}" if len(keys) < answer.counts["not_found"] else ""
        yield from page.wrap(f"Not conclusive{listed}: {why}")
    if answer.repeated_keys:
        yield from page.wrap(f"Given more than once: {', '.join(answer.repeated_keys)}. BibTeX refuses that.")
    unchecked = sum(any(i.startswith(_UNCHECKED) for i in e.answer.info) for e in answer.entries if e.answer)
    if unchecked:
        yield from page.wrap(f"Whether it was retracted could not be checked for {unchecked} of the works found.")


def _inconclusive(answer: BibliographyAnswer) -> dict[str, list[str]]:
    """Why a verdict is not conclusive -> keys of the entries not found; what is found speaks for itself."""
    found: dict[str, list[str]] = {}
    for entry in answer.entries:
        if entry.answer is not None and entry.answer.why_inconclusive and entry.result == "not_found":
            found.setdefault(entry.answer.why_inconclusive, []).append(entry.key or f"(line {entry.line})")
    return found
