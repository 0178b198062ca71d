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
_TYPOGRAPHY = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-") | dict.fromkeys("\u00a0\u2009\u202f", " ")
)
_PERCENT = lazy_pattern(r"(?:%[0-9A-Fa-f]{2})+")
_LATEX_ESCAPE = lazy_pattern(r"\\([_%&#{}~^$<>-])|\{\\([_%&#])\}|\{?\$([_<>])\$\}?")
_LATEX_ANGLE = lazy_pattern(r"\{?\\text(less|greater)(?:\{\}|\s)?\}?")

# The start of a DOI. A digit or dot before it would make it part of another number ("110.1234/…").
_START = lazy_pattern(r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*/", re.ASCII)
# A line was broken at a punctuation mark: "10. 1016 / j.aap", "10.1103/PhysRevLett. 113.091601", "10.1007/978-3_ 31".
_BROKEN_PREFIX = lazy_pattern(
    r"(?<![\d.])10\s?\.\s?(\d{4,9})\s{0,2}/(?:\s|\s{2,3}(?=[\w/.()-]{0,40}\d))?(?=[A-Za-z0-9(])", re.ASCII
)
_BROKEN_SUFFIX = lazy_pattern(
    r"(10\.\d{4,9}/(?:(?:[A-Za-z]{1,30}\.){1,4}(?=\s{1,3}[A-Za-z.]{0,40}\d)"
    r"|[\w.()/-]{1,100}?(?:-(?=\s{1,3}\d)|(?=\s{1,3}_\d)|(?<=\d)(?=\s-\d(?!\d))|(?<=\w)(?=\s\.\d))))\s{1,3}",
    re.ASCII,
)
# What can stand in a suffix as it is met in text: ASCII without blanks, quotation marks, backslash, pipe.
_BODY = lazy_pattern(r"[!#-\[\]\^_a-{}~]+")
# SICI: 0091-7613(2003)031<0203:COSSDD>2.0.CO;2
_SICI_ANGLES = lazy_pattern(r"<[^<>/\s:]{0,12}:[^<>\s]{0,50}>")

# Text that is glued to a DOI but cannot be its own: another address, a closing tag, another DOI, a parameter, a label.
_LABELS = "PMC?ID|PubMed|ISSN|ISBN|Epub|DOI|doi"
_GLUED = lazy_pattern(
    r"(?<=.)(?:https?:|www\.)|</|[,;]+(?=10\.\d{4,9}/)|,(?=[A-Za-z])|&(?=\w+=)|\[(?:doi|pii)\]"
    rf"|[)\],;]+\[?(?:{_LABELS})\b|[.,]?(?:{_LABELS})[:=]"
    r"|[.,;)\]]+(?=(?:PMC?ID|PubMed|ISSN|ISBN|Epub|DOI|URL|Available|Accessed|Retrieved|Published|Google|Cross[Rr]ef"
    r"|Medline|Cited)\b)"
)
# "+" and "-" end DOIs that exist (10.1021/ja047156+); "_" and "/" do too, more rarely.
_TRAILING_PUNCTUATION = "/.,;:!?'*^$~@#&={"
_BRACKETS = {")": "(", "]": "[", "}": "{", ">": "<"}

# Tails that publishers' addresses add to a DOI. Known ones only: "/anw053" is part of a DOI.
_ADDRESS_TAIL = lazy_pattern(
    r"(?:/(?:abstract|full|fulltext|full-text|full/html|full/pdf|pdf|epdf|epub|pdfft|_pdf|html|meta|summary|references"
    r"|citations?|figures|tables|suppl_file/.*|asset/.*|pdf/.*|download|issuetoc|standard|reader|article-abstract)"
    r"|\.(?:pdf|full|full\.pdf|full-text|abstract|short|long|html?|xml|epub|supplemental|article-info))/?$",
    re.IGNORECASE,
)
# What may be the end of a DOI all the same.
_POSSIBLE_TAIL = lazy_pattern(r"[.)\]>#/]|/?[a-z-]{3,20}|\.[a-z]{3,5}|v\d")
# bioRxiv and medRxiv add the version to the DOI in their addresses; elsewhere "v1" belongs to the DOI.
_RXIV_VERSION = lazy_pattern(r"^(10\.1101/(?:\d{4}\.\d{2}\.\d{2}\.)?\d{6,8})v\d+.*$", re.IGNORECASE)
_URL_QUERY = lazy_pattern(r"[?#]")
_PARAMETERS = lazy_pattern(r"[?&#](?=[A-Za-z_]+=)")
_ADDRESS = lazy_pattern(r"://|www\.|\.(?:com|org|net|edu|gov|io|ch|uk|de|nl|fr)/", re.IGNORECASE)


def _percent_decoded(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", errors="ignore")


def _unwrap(text: str) -> str:
    """Undo what typesetting, HTML, LaTeX and addresses do to a DOI's characters."""
    if not text.isascii():
        text = _INVISIBLE.sub("", text.translate(_TYPOGRAPHY))
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
        while (shorter := _ADDRESS_TAIL.sub("", doi)) != doi:
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
    """The DOIs that a spelling may stand for, normalised, to be looked up in turn: as given first, then trimmed.

    A DOI may end in a full stop, a bracket, ``/full`` or ``v1``; so where just that was cut off (or where ``/full`` was
    kept, since it did not stand in an address), both forms are given. Empty if there is no DOI.
    """
    found = find_dois(text)
    if not found:
        return ()
    start, trimmed = found[0]
    run = _BODY.match(_unwrap(text), start)
    given = run[0].lower() if run else trimmed
    candidates = [given] if _POSSIBLE_TAIL.fullmatch(given.removeprefix(trimmed)) else []
    return tuple(dict.fromkeys((*candidates, trimmed, _ADDRESS_TAIL.sub("", trimmed))))
