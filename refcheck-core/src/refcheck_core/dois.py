"""DOIs, out of the many spellings in which citations, addresses and databases carry them.

Syntax: ``10.`` registrant ``/`` suffix, where the suffix may be any printable character (ISO 26324); comparison ignores
the case of ASCII letters. So a DOI's end can only be told by rules, which were taken from the spellings found in
citations; where a rule may cut too much, `doi_candidates` gives the longer form as well.
"""

from __future__ import annotations

import re

from .markup import unescape
from .patterns import lazy_pattern

# What databases send most: nothing to undo and nothing to cut. (Not bioRxiv's, which may carry a version.)
_NORMALIZED = lazy_pattern(r"10\.(?!1101/)\d{4,9}/[a-z0-9._/-]{0,200}[a-z0-9]")

# Crossref's limit for the length of a DOI; anything longer is a run of text without blanks.
_MAX_LENGTH = 2048

_INVISIBLE = lazy_pattern("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-"))
_PERCENT = lazy_pattern(r"(?:%[0-9A-Fa-f]{2})+")
_LATEX_ESCAPE = lazy_pattern(r"\\([_%&#{}~^$<>-])|\{\\([_%&#])\}|\{?\$([_<>])\$\}?")
_LATEX_ANGLE = lazy_pattern(r"\{?\\text(less|greater)(?:\{\}|\s)?\}?")

# The start of a DOI. A digit or dot before it would make it part of another number ("110.1234/…").
_START = lazy_pattern(r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*/", re.ASCII)
# A line was broken at a punctuation mark: "10. 1016 / j.aap", "10.1103/PhysRevLett. 113.091601", "10.1007/978-3_ 31".
_BROKEN_PREFIX = lazy_pattern(r"(?<![\d.])10[ \t\r\n]?\.[ \t\r\n]?(\d{4,9})[ \t]?/[ \t\r\n]?(?=[A-Za-z0-9(])", re.ASCII)
_BROKEN_SUFFIX = lazy_pattern(
    r"(10\.\d{4,9}/(?:(?:[A-Za-z]{1,30}\.){1,4}(?= [A-Za-z.]{0,40}\d)|[\w.()/-]{1,100}(?= _\d))) ", re.ASCII
)
# What can stand in a suffix as it is met in text: ASCII without blanks, quotation marks, backslash, pipe.
_BODY = lazy_pattern(r"[!#-\[\]\^_a-{}~]+")
# SICI: 0091-7613(2003)031<0203:COSSDD>2.0.CO;2
_SICI_ANGLES = lazy_pattern(r"<[^<>/\s]{1,60}>")

# Text that is glued to a DOI but cannot be its own: another address, a closing tag, another DOI, a parameter, a label.
_LABELS = "PMC?ID|PubMed|ISSN|ISBN|Epub|DOI|doi"
_GLUED = lazy_pattern(
    r"(?<=.)(?:https?:|www\.)|</|[,;]+(?=10\.\d{4,9}/)|&(?=\w+=)"
    rf"|[)\],;]+\[?(?:{_LABELS})\b|[.,]?(?:{_LABELS})[:=]"
    r"|[.,;)\]]+(?=(?:PMC?ID|PubMed|ISSN|ISBN|Epub|DOI|URL|Available|Accessed|Retrieved|Published|Google|Cross[Rr]ef|Medline"
    r"|Cited)\b)"
)
# "+" and "-" end DOIs that exist (10.1021/ja047156+); "_" and "/" do too, more rarely.
_TRAILING_PUNCTUATION = "/.,;:!?'*^$~@#&={"
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}

# Tails that publishers' addresses add to a DOI. Known ones only: "/anw053" is part of a DOI.
_URL_TAIL = lazy_pattern(
    r"(?:/(?:abstract|full|fulltext|full-text|full/html|full/pdf|pdf|epdf|epub|pdfft|_pdf|html|meta|summary|references"
    r"|citations?|figures|tables|suppl_file/.*|asset/.*|pdf/.*|download|issuetoc|standard|reader|article-abstract)"
    r"|\.(?:pdf|full|full\.pdf|full-text|abstract|short|long|html?|xml|epub|supplemental|article-info))/?$",
    re.IGNORECASE,
)
# bioRxiv and medRxiv add the version to the DOI in their addresses; elsewhere "v1" belongs to the DOI.
_RXIV_VERSION = lazy_pattern(r"^(10\.1101/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,8})v\d+.*$", re.IGNORECASE)
_URL_QUERY = lazy_pattern(r"[?#]")
_PARAMETERS = lazy_pattern(r"[?&#](?=[A-Za-z_]+=)")
_ADDRESS = lazy_pattern(r"://|www\.|\.(?:com|org|net|edu|gov|io|ch|uk|de|nl|fr)/", re.IGNORECASE)


def _percent_decoded(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", errors="ignore")


def _unwrap(text: str) -> str:
    """Undo what typesetting, HTML, LaTeX and addresses do to a DOI's characters."""
    text = text.translate(_DASHES) if not text.isascii() else text
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    if "\\" in text or "$" in text:
        text = _LATEX_ANGLE.sub(lambda m: "<" if m[1] == "less" else ">", text)
        text = _LATEX_ESCAPE.sub(lambda m: m[1] or m[2] or m[3], text)
    if "&" in text:
        text = unescape(text)
    if "%" in text:
        text = _PERCENT.sub(_percent_decoded, text)
    if " " in text or "\n" in text:
        text = _BROKEN_SUFFIX.sub(r"\1", _BROKEN_PREFIX.sub(r"10.\1/", text))
    return text


def _cut_at_unbalanced(body: str) -> str:
    """The body up to the first bracket without its partner."""
    opened: list[tuple[str, int]] = []
    for position, character in enumerate(body):
        if character in "([{<":
            opened.append((character, position))
        elif character in _BRACKETS:
            if not opened or opened[-1][0] != _BRACKETS[character]:
                return body[: opened[0][1] if opened else position]
            opened.pop()
    return body[: opened[0][1]] if opened else body


def _cut_at_angle(body: str) -> str:
    """The body up to an angle bracket that does not belong to a SICI."""
    position = body.find("<")
    while position >= 0:
        match = _SICI_ANGLES.match(body, position)
        if match is None:
            return body[:position]
        position = body.find("<", match.end())
    return body


def _raw_at(text: str, match: re.Match[str]) -> tuple[str, bool] | None:
    """The run of characters at a DOI's start, and whether it stands in a publisher's address."""
    body = _BODY.match(text, match.end())
    if body is None or body.end() - match.start() > _MAX_LENGTH:
        return None
    before = text[max(0, match.start() - 200) : match.start()]
    in_address = bool(before) and not before[-1].isspace() and bool(_ADDRESS.search(before.split()[-1]))
    return text[match.start() : body.end()], in_address


def _trim(raw: str, *, in_address: bool) -> str:
    prefix, _, body = raw.partition("/")
    if in_address:
        body = _URL_QUERY.split(body, maxsplit=1)[0]
    body = _PARAMETERS.split(body, maxsplit=1)[0]
    glued = _GLUED.search(body)
    if glued:
        body = body[: glued.start()]
    body = _cut_at_unbalanced(_cut_at_angle(body))
    doi = f"{prefix}/{body}".rstrip(_TRAILING_PUNCTUATION)
    if in_address:
        while (shorter := _URL_TAIL.sub("", doi)) != doi:
            doi = shorter
    return _RXIV_VERSION.sub(r"\1", doi)


def _valid(doi: str) -> str | None:
    """The DOI in lower case, if it has a suffix with a letter or digit."""
    suffix = doi.partition("/")[2]
    return doi.lower() if any(character.isalnum() for character in suffix) else None


def find_dois(text: str) -> tuple[tuple[int, str], ...]:
    """Every DOI in a text with a position to sort by, normalised, in order, each once."""
    if "10" not in text:
        return ()
    text = _unwrap(text)
    found: dict[str, int] = {}
    position = 0
    while match := _START.search(text, position):
        position = match.end()
        raw = _raw_at(text, match)
        if raw is None:  # no suffix, or a run without blanks that is too long: nothing in it is a DOI
            run = _BODY.match(text, match.end())
            position = run.end() if run else position
            continue
        doi = _valid(_trim(raw[0], in_address=raw[1]))
        if doi is not None:
            found.setdefault(doi, match.start())
            position = max(position, match.start() + len(doi))
    return tuple((start, doi) for doi, start in found.items())


def parse_doi(text: str) -> str | None:
    """The (first) DOI that a text holds, normalised: lower-case ASCII letters, no prefix; ``None`` if there is none.

    Takes bare DOIs, ``doi:`` forms, resolver and publisher addresses, percent-, HTML- and LaTeX-escaped forms, with
    what follows a DOI in citations (punctuation, unbalanced brackets, markup, labels) cut off. Short DOIs (``10/abc``)
    name no registrant and are ``None``.
    """
    if _NORMALIZED.fullmatch(text):
        return text
    found = find_dois(text)
    return found[0][1] if found else None


def doi_candidates(text: str) -> tuple[str, ...]:
    """The DOIs that a spelling may stand for, to be looked up in turn: as given first, then trimmed.

    A DOI may end in a full stop, in ``/full`` or in ``v1``, so a form that was trimmed is tried as it was given, too.
    All are in lower case. Empty if there is no DOI.
    """
    trimmed = parse_doi(text)
    if trimmed is None:
        return ()
    unwrapped = _unwrap(text)
    start = find_dois(text)[0][0]
    run = _BODY.match(unwrapped, start)
    given = run[0].rstrip(",'").lower() if run else trimmed
    return tuple(dict.fromkeys((given, trimmed, _URL_TAIL.sub("", trimmed))))
