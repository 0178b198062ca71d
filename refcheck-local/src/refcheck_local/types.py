"""Kinds of work: the types of Crossref, BibTeX, CSL, OpenAlex and others as `WorkType`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refcheck_core import WorkType

if TYPE_CHECKING:
    from collections.abc import Mapping

# Names of types beside those of `WorkType`: of BibTeX and BibLaTeX, of CSL, of OpenAlex and Semantic Scholar.
_TYPES: Mapping[str, WorkType] = {
    "article": WorkType.JOURNAL_ARTICLE,
    "article-journal": WorkType.JOURNAL_ARTICLE,
    "article-magazine": WorkType.JOURNAL_ARTICLE,
    "article-newspaper": WorkType.JOURNAL_ARTICLE,
    "journalarticle": WorkType.JOURNAL_ARTICLE,
    "letter": WorkType.JOURNAL_ARTICLE,
    "review": WorkType.JOURNAL_ARTICLE,
    "editorial": WorkType.JOURNAL_ARTICLE,
    "review-article": WorkType.JOURNAL_ARTICLE,
    "inproceedings": WorkType.PROCEEDINGS_ARTICLE,
    "conference": WorkType.PROCEEDINGS_ARTICLE,
    "conference-paper": WorkType.PROCEEDINGS_ARTICLE,
    "paper-conference": WorkType.PROCEEDINGS_ARTICLE,
    "collection": WorkType.EDITED_BOOK,
    "mvbook": WorkType.BOOK,
    "booklet": WorkType.BOOK,
    "inbook": WorkType.BOOK_CHAPTER,
    "incollection": WorkType.BOOK_CHAPTER,
    "chapter": WorkType.BOOK_CHAPTER,
    "entry": WorkType.REFERENCE_ENTRY,
    "entry-dictionary": WorkType.REFERENCE_ENTRY,
    "entry-encyclopedia": WorkType.REFERENCE_ENTRY,
    "preprint": WorkType.POSTED_CONTENT,
    "posted_content": WorkType.POSTED_CONTENT,
    "unpublished": WorkType.POSTED_CONTENT,
    "phdthesis": WorkType.DISSERTATION,
    "mastersthesis": WorkType.DISSERTATION,
    "thesis": WorkType.DISSERTATION,
    "techreport": WorkType.REPORT,
    "manual": WorkType.REPORT,
    "online": WorkType.WEBPAGE,
    "electronic": WorkType.WEBPAGE,
    "www": WorkType.WEBPAGE,
    "post-weblog": WorkType.WEBPAGE,
    "erratum": WorkType.OTHER,
}
_VALUES: Mapping[str, WorkType] = {kind.value: kind for kind in WorkType}


def work_type(text: str | None) -> WorkType | None:
    """The kind of work that a type of Crossref, BibTeX, CSL or OpenAlex names; ``None`` for one that is not known."""
    lowered = (text or "").strip().lower()
    return _VALUES.get(lowered) or _TYPES.get(lowered)


PARTS = frozenset(
    {
        WorkType.BOOK_CHAPTER,
        WorkType.JOURNAL_ARTICLE,
        WorkType.PROCEEDINGS_ARTICLE,
        WorkType.REFERENCE_ENTRY,
    }
)
"""Kinds that are part of something else, to which an ISBN given with them belongs."""
