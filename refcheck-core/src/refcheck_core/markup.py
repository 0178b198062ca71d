"""HTML, MathML and JATS markup, and invisible characters, out of the text that databases send.

Publishers' markup reaches the registries as it was deposited: entities (often encoded twice), face markup, MathML,
CDATA sections, runs of blanks. Every step here is linear in the length of the text and never raises.
"""

from __future__ import annotations

import re
import unicodedata

from .patterns import lazy_pattern

# A named or numeric entity with its semicolon: without one, "R&Degree" or "?a=1&copy=2" would be damaged. A backslash
# before it is an ampersand that somebody escaped for LaTeX first.
_ENTITY = lazy_pattern(r"\\?&(#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_CDATA = (lazy_pattern(r"<!\[CDATA\["), lazy_pattern(r"\]\]>"))
_COMMENT = (lazy_pattern(r"<!--"), lazy_pattern(r"-->"))
# Other renderings of a formula whose MathML is there too, and what is never text.
_UNSHOWN = tuple(
    (
        lazy_pattern(rf"<(?:\w{{1,8}}:)?{tag}(?:\s[^<>]*+)?(?<!/)>", re.IGNORECASE),
        lazy_pattern(rf"</(?:\w{{1,8}}:)?{tag}\s*+>", re.IGNORECASE),
    )
    for tag in ("annotation-xml", "annotation", "tex-math", "script", "style")
)

# Tag names that are markup wherever they stand (HTML, the face markup of Crossref, JATS, MathML). Unknown names stay:
# "a<b and c>d" is a formula, and "<0203:COSSDD>" is part of a DOI. For the same reason attributes must have values.
_BLOCK_TAGS = (
    "p|br|hr|div|li|ul|ol|dl|dt|dd|tr|td|th|table|tbody|thead|h[1-6]|title|sec|section|list|list-item|abstract|break"
)
_INLINE_TAGS = (
    "a|abbr|b|bdi|bdo|big|bold|cite|code|dfn|em|emphasis|ext-link|fn|font|i|img|inf|inline-formula|inline-graphic|italic"
    "|kbd|mark|monospace|named-content|nobr|nlm|overline|q|roman|rm|s|samp|sans-serif|sc|scp|small|small-caps|smallcaps"
    "|span|strike|strong|styled-content|sub|sup|tt|u|underline|uri|var|wbr|xref|alternatives|disp-formula"
    "|math|maction|menclose|merror|mfenced|mfrac|mi|mmultiscripts|mn|mo|mover|mpadded|mphantom|mprescripts|mroot|mrow"
    "|ms|mspace|msqrt|mstyle|msub|msubsup|msup|mtable|mtd|mtext|mtr|munder|munderover|none|semantics"
)
_ATTRIBUTES = r"""(?:\s++[\w:.-]++\s*+=\s*+(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=]++))*+\s*+/?"""
_NAMESPACES = "jats|mml|m|xhtml|html|ce|sb|xocs"
_BLOCK = lazy_pattern(rf"</?(?:(?:{_NAMESPACES}):)?(?:{_BLOCK_TAGS}){_ATTRIBUTES}>", re.IGNORECASE)
_INLINE = lazy_pattern(
    rf"</?(?:(?:{_INLINE_TAGS})|(?:{_NAMESPACES}):[a-z][\w-]*+){_ATTRIBUTES}>|<\?xml[^<>]*\?>", re.IGNORECASE
)

# Pretty-printed face markup puts blanks round indices: "H <sub>2</sub> O". The blank before an index is never meant;
# the one after it is not if a chemical symbol follows (symbols that are English words left out).
_ELEMENTS = (
    "Ac|Ag|Al|Ar|Au|Ba|Bi|Br|B|Ca|Cd|Ce|Cl|Co|Cr|Cs|Cu|C|Dy|Er|Eu|Fe|F|Ga|Gd|Ge|Hf|Hg|H|Ir|K|Kr|La|Li|Lu|Mg|Mn|Mo"
    "|Na|Nb|Nd|Ni|N|O|Pb|Pd|Pr|Pt|P|Rb|Re|Rh|Ru|Sb|Sc|Se|Si|Sm|Sn|Sr|S|Ta|Tb|Te|Th|Ti|Tl|Tm|U|V|W|Xe|Yb|Y|Zn|Zr"
)
_INDEX_OPENS = lazy_pattern(r"(?<=\S)\s++(?=<(?:su[bp]|inf)>)", re.IGNORECASE)
_SPACED_INDEX = lazy_pattern(rf"(?<=[A-Za-z)])\s++(<sub>[^<>]{{1,12}}</sub>)\s++(?=(?:{_ELEMENTS})(?![A-Za-z]))")

# Soft hyphens go with the line break that they made.
_SOFT_HYPHEN = lazy_pattern("\u00ad\\s*+")
# Zero-width (non-)joiners are spelling in Arabic and Indic scripts, noise elsewhere.
_STRAY_JOINER = lazy_pattern("(?<![\u0600-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u0dff])")
_JOINERS = "\u200c\u200d"


class _Invisible(dict[int, str | None]):
    """Translation table, filled as characters are met: controls, format characters and lone surrogates out."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        kept: str | None = character
        if character.isspace():
            kept = " "
        elif unicodedata.category(character) in {"Cc", "Cf", "Cs"} and character not in _JOINERS:
            kept = None
        self[code] = kept
        return kept


_INVISIBLE = _Invisible()


def _entity(match: re.Match[str]) -> str:
    import html  # noqa: PLC0415 - its table is large, and most text has no entity

    entity = f"&{match[1]};"
    for spelling in (entity, entity.lower()):  # "&Mdash;" occurs
        decoded = html.unescape(spelling)
        if decoded != spelling:
            return decoded
    return match[0]


def unescape(text: str) -> str:
    """Decode HTML entities, those that were encoded twice too; an ampersand without an entity stays."""
    for _ in range(2):
        if "&" not in text:
            break
        text = _ENTITY.sub(_entity, text)
    return text


def _cut(text: str, borders: tuple[re.Pattern[str], re.Pattern[str]], *, keep_content: bool = False) -> str:
    """Cut out all that is between two borders; an opening without its end stays."""
    opening, closing = borders
    pieces: list[str] = []
    position = 0
    while start := opening.search(text, position):
        end = closing.search(text, start.end())
        if end is None:
            break
        pieces.append(text[position : start.start()])
        if keep_content:
            pieces.append(text[start.end() : end.start()])
        position = end.end()
    return "".join((*pieces, text[position:]))


def drop_tags(text: str) -> str:
    """Drop markup and keep its text; what merely looks like markup ("a<b and c>d") stays."""
    if "<" not in text:
        return text
    if "<!" in text:
        text = _cut(_cut(text, _CDATA, keep_content=True), _COMMENT)
    if "</" in text:
        for borders in _UNSHOWN:
            text = _cut(text, borders)
    text = _INDEX_OPENS.sub("", _SPACED_INDEX.sub(r"\1", text))
    return _INLINE.sub("", _BLOCK.sub(" ", text))


def drop_invisible(text: str) -> str:
    """Remove control, bidirectional and zero-width characters, soft hyphens and lone surrogates; every blank is " "."""
    if "\u00ad" in text:
        text = _SOFT_HYPHEN.sub("", text)
    return _STRAY_JOINER.sub("", text.translate(_INVISIBLE))
