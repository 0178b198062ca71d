"""Preprint servers, by the names under which databases give them as venues."""

from __future__ import annotations

import re
from functools import lru_cache

from ..text import normalize

PREPRINT_SERVERS: dict[str, str] = {
    "arxiv": "arXiv", "corr": "arXiv", "computing research repository": "arXiv", "arxiv org": "arXiv",
    "biorxiv": "bioRxiv", "medrxiv": "medRxiv", "chemrxiv": "ChemRxiv", "ssrn": "SSRN",
    "ssrn electronic journal": "SSRN", "social science research network": "SSRN", "research square": "Research Square",
    "techrxiv": "TechRxiv", "psyarxiv": "PsyArXiv", "osf preprints": "OSF", "socarxiv": "SocArXiv",
    "preprints org": "Preprints.org", "preprints": "Preprints.org", "hal": "HAL", "eartharxiv": "EarthArXiv",
    "zenodo": "Zenodo", "cold spring harbor laboratory": "bioRxiv",
}  # fmt: skip
"""Normalised name of a preprint server -> its name. CoRR is arXiv's name in DBLP."""

_WITHIN_LONGER = ("arxiv", "biorxiv", "medrxiv", "ssrn", "chemrxiv")
"""Names that make a server of a venue of a few words ("arXiv preprint arXiv:1706.03762")."""
_LONGEST = 5
_IN_PARENTHESES = re.compile(r"\([^()]*\)")


@lru_cache(maxsize=16384)
def preprint_server(venue: str | None) -> str:
    """The name of the preprint server that a venue is, or an empty string. Years and numbers in it do not count."""
    if not venue:
        return ""
    bare = _IN_PARENTHESES.sub(" ", venue)
    words = [w for w in normalize(bare if bare.strip() else venue).split() if not any(c.isdigit() for c in w)]
    normal = " ".join(words)
    if normal in PREPRINT_SERVERS:
        return PREPRINT_SERVERS[normal]
    if len(words) <= _LONGEST:
        for name in _WITHIN_LONGER:
            if name in words:
                return PREPRINT_SERVERS[name]
    return PREPRINT_SERVERS["corr"] if words[:2] == ["corr", "abs"] else ""
