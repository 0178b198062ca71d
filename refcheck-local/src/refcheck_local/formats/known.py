"""The formats by name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from .model import Format

if TYPE_CHECKING:
    from collections.abc import Mapping

_LINES = (".jsonl", ".ndjson", ".json")
_ALL = (
    Format("jsonl", "JSON Lines", "rows of an index, one work a line", _LINES, "jsonlines"),
    Format("bib", "BibTeX", "BibTeX and biblatex libraries of Zotero, JabRef, Mendeley", (".bib", ".bibtex"), "bibtex"),
    Format("csl", "CSL-JSON", "libraries of Zotero, Mendeley, pandoc", (".json", ".csljson"), "csl"),
    Format("ris", "RIS", "libraries of EndNote, Zotero, Mendeley", (".ris",), "ris"),
    Format("crossref", "Crossref", "the public data file, or answers of the API", _LINES, "crossref"),
    Format("openalex", "OpenAlex", "the snapshot, or a file of its works", _LINES, "openalex"),
    Format("semantic_scholar", "Semantic Scholar", "the dataset 'papers'", _LINES, "semantic_scholar"),
    Format("arxiv", "arXiv", "the metadata snapshot", _LINES, "arxiv"),
    Format("dblp", "DBLP", "dblp.xml.gz", (".xml",), "dblp"),
    Format("pubmed", "PubMed", "baseline and update files in XML", (".xml",), "pubmed"),
)
FORMATS: Mapping[str, Format] = MappingProxyType({each.name: each for each in _ALL})
"""Name -> format."""
