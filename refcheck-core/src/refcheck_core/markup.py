"""HTML, MathML and JATS markup, and invisible characters, out of the text that databases send.

Publishers' markup reaches the registries as it was deposited: entities (often encoded twice), face markup, MathML,
CDATA sections, runs of blanks. Every step here is linear in the length of the text and never raises.
"""

from __future__ import annotations

import html
import re
import unicodedata

# A named or numeric entity with its semicolon: without one, "R&Degree" or "?a=1&copy=2" would be damaged. A backslash
# before it is an ampersand that somebody escaped for LaTeX first.
_ENTITY = re.compile(r"\\?&(#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->|<\?xml[^<>]*\?>", re.DOTALL)

# Alternative renderings of a formula whose MathML or text is there too.
_DOUBLES = re.compile(
    r"<(?P<ns>\w{1,8}:)?(?P<tag>annotation-xml|annotation|tex-math|script|style)\b[^<>]*+(?<!/)>"
    r".*?</(?P=ns)?(?P=tag)\s*+>",
    re.DOTALL | re.IGNORECASE,
)
_DOUBLES_PLAIN = re.compile(
    r"<(?P<tag>annotation-xml|annotation|tex-math|script|style)\b[^<>]*+(?<!/)>.*?</(?P=tag)\s*+>",
    re.DOTALL | re.IGNORECASE,
)

# Tag names that are markup wherever they stand (HTML, the face markup of Crossref, JATS, MathML). Unknown names stay:
# "a<b and c>d" is a formula, and "<0203:COSSDD>" is part of a DOI.
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
_ATTRIBUTES = r"""(?:\s++[\w:.-]++(?:\s*+=\s*+(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=]++))?+)*+\s*+/?"""
_NAMESPACES = "jats|mml|m|xhtml|html|ce|sb|xocs"
_BLOCK = re.compile(rf"</?(?:(?:{_NAMESPACES}):)?(?:{_BLOCK_TAGS})(?:{_ATTRIBUTES}|\s*+)>", re.IGNORECASE)
_INLINE = re.compile(rf"</?(?:(?:{_INLINE_TAGS})|(?:{_NAMESPACES}):[a-z][\w-]*+)(?:{_ATTRIBUTES}|\s*+)>", re.IGNORECASE)
# "<b and c>" has two attributes without values: a formula, not markup. HTML's valueless attributes don't occur in titles.
_BARE_ATTRIBUTE = re.compile(
    r"""\s[\w:.-]++(?!\s*+=)(?=[\s/>])(?![^"'<>]*+["'](?:[^"'<>]*+["'][^"'<>]*+["'])*+[^"'<>]*+>)"""
)

# Pretty-printed face markup puts blanks round indices: "H <sub>2</sub> O". The blank before an index is never meant;
# the one after it only is not if a chemical symbol follows (symbols that are English words left out).
_ELEMENTS = (
    "Ac|Ag|Al|Ar|Au|Ba|Bi|Br|B|Ca|Cd|Ce|Cl|Co|Cr|Cs|Cu|C|Dy|Er|Eu|Fe|F|Ga|Gd|Ge|Hf|Hg|H|Ir|K|Kr|La|Li|Lu|Mg|Mn|Mo"
    "|Na|Nb|Nd|Ni|N|O|Pb|Pd|Pr|Pt|P|Rb|Re|Rh|Ru|Sb|Sc|Se|Si|Sm|Sn|Sr|S|Ta|Tb|Te|Th|Ti|Tl|Tm|U|V|W|Xe|Yb|Y|Zn|Zr"
)
_INDEX_OPENS = re.compile(r"(?<=\S)\s++(?=<(?:su[bp]|inf)>)", re.IGNORECASE)
_SPACED_INDEX = re.compile(rf"(?<=[A-Za-z)])\s++(<sub>[^<>]{{1,12}}</sub>)\s++(?=(?:{_ELEMENTS})(?![A-Za-z]))")

# Soft hyphens go with the line break that they made.
_SOFT_HYPHEN = re.compile("\u00ad\\s*+")
# Zero-width (non-)joiners are spelling in Arabic and Indic scripts, noise elsewhere.
_STRAY_JOINER = re.compile("(?<![\u0600-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u0dff])")


class _Invisible(dict[int, str | None]):
    """Translation table, filled as characters are met: controls, format characters and lone surrogates out."""

    def __missing__(self, code: int) -> str | None:
        character = chr(code)
        category = unicodedata.category(character)
        keep: str | None = character
        if category in {"Cc", "Zl", "Zp", "Zs"}:
            keep = " " if character.isspace() else None
        elif category in {"Cf", "Cs"} and character not in "\u200c\u200d":
            keep = None
        self[code] = keep
        return keep


_INVISIBLE = _Invisible()


def _entity(match: re.Match[str]) -> str:
    text = f"&{match[1]};"
    found = html.unescape(text)
    if found == text:
        found = html.unescape(text.lower())  # "&Mdash;"
    return match[0] if found == text.lower() or found == text else found


def unescape(text: str) -> str:
    """Decode HTML entities, those that were encoded twice too; an ampersand without an entity stays."""
    for _ in range(2):
        if "&" not in text:
            break
        text = _ENTITY.sub(_entity, text)
    return text


def _inline(match: re.Match[str]) -> str:
    return match[0] if _BARE_ATTRIBUTE.search(match[0]) else ""


def _block(match: re.Match[str]) -> str:
    return match[0] if _BARE_ATTRIBUTE.search(match[0]) else " "


def drop_tags(text: str) -> str:
    """Drop markup and keep its text; what merely looks like markup ("a<b and c>d") stays."""
    if "<" not in text:
        return text
    if "<!" in text or "<?" in text:
        text = _COMMENT.sub("", _CDATA.sub(r"\1", text))
    text = _DOUBLES_PLAIN.sub("", _DOUBLES.sub("", text))
    text = _INDEX_OPENS.sub("", _SPACED_INDEX.sub(r"\1", text))
    return _INLINE.sub(_inline, _BLOCK.sub(_block, text))


def drop_invisible(text: str) -> str:
    """Remove control, bidirectional and zero-width characters, soft hyphens and lone surrogates; every blank is " "."""
    if "\u00ad" in text:
        text = _SOFT_HYPHEN.sub("", text)
    text = text.translate(_INVISIBLE)
    return _STRAY_JOINER.sub("", text)
