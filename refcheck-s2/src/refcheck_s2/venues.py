"""Telling preprint servers from venues of publication."""

from __future__ import annotations

import re

_ARXIV = r"arxiv(\.org)?( e-prints| preprint.*)?|corr|computing research repository"
_SERVERS = (
    r"(bio|med|chem|psy|soc|tech|eng|earth|eco|edu|paleo|ag)r?xiv|research square|preprints(\.org)?"
    r"|authorea( preprints)?|ssrn electronic journal|social science research network|(iacr )?cryptology eprint archive"
    r"|iacr cryptol\. eprint arch\.|osf preprints"
)
_ARXIV_NAME = re.compile(_ARXIV, re.IGNORECASE)
_SERVER_NAME = re.compile(f"{_ARXIV}|{_SERVERS}", re.IGNORECASE)

# Shapes of DOIs that preprint servers register. That of bioRxiv and medRxiv is a date or a number of six digits;
# other DOIs of 10.1101 are those of journals of Cold Spring Harbor Laboratory.
_SSRN_DOI = r"10\.2139/ssrn\."
_PREPRINT_DOI = re.compile(
    rf"10\.48550/|{_SSRN_DOI}|10\.1101/(\d{{6}}$|\d{{4}}\.\d\d\.\d\d\.)|10\.26434/chemrxiv|10\.21203/rs\."
    r"|10\.20944/preprints|10\.31234/osf\.io|10\.31219/osf\.io|10\.36227/techrxiv|10\.22541/au\."
)


def is_preprint_server(name: str | None, *, arxiv_only: bool = False) -> bool:
    """Whether a venue is a server for preprints."""
    pattern = _ARXIV_NAME if arxiv_only else _SERVER_NAME
    return name is not None and pattern.fullmatch(name.strip()) is not None


def is_preprint_doi(doi: str | None, *, ssrn_only: bool = False) -> bool:
    """Whether a normalised DOI is one of a preprint. SSRN's "journals" are lists of mails, not venues."""
    if doi is None:
        return False
    return (re.match(_SSRN_DOI, doi) if ssrn_only else _PREPRINT_DOI.match(doi)) is not None
