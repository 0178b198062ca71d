"""LaTeX to Unicode, for titles and names.

pylatexenc knows the macros; what it does not know, or does for documents rather than for titles, is prepared here. It
takes about 90 ms to import, so it is imported only for text that holds a macro.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text

# Longer text is no title and no name; pylatexenc builds a tree of it, so macros are merely stripped.
_MAX_PARSED = 20_000

# Inline mathematics by pandoc's rule, so that "from $5 to $10" is money: no blank after the opening and before the
# closing sign, no digit after the latter.
_MATH = re.compile(r"(?<![\\$])\$\$?(?=[^\s$])((?:\\.|[^$\\]){1,2000}?)(?<=[^\s\\])\$\$?(?!\d)")
# APS exports both spellings of an accent: \ifmmode\check{C}\else\v{C}\fi{}.
_IFMMODE = re.compile(
    r"\\ifmmode\b(?:(?!\\else\b).){0,200}?\\else\b\s*((?:(?!\\fi\b).){0,200}?)\\fi\b\s*(?:\{\})?", re.DOTALL
)
_DROPPED = re.compile(
    r"\\(?:footnote|footnotemark|thanks|cite[a-z]*|label|ref|index|vspace|hspace|phantom|hphantom|vphantom)\*?\s*"
    r"(?:\[[^\[\]]*+\])*+\{[^{}]*+\}|\\(?:relax|protect|nolinebreak|noopsort|footnotemark)(?![A-Za-z])\s*"
)
_HREF = re.compile(r"\\href\s*\{[^{}]*+\}")
_MATH_WORDS = re.compile(r"\\(log|ln|exp|sin|cos|tan|min|max|sup|inf|lim|det|dim|arg|deg|gcd|ker|poly|Pr)(?![A-Za-z])")
_SCRIPT = re.compile(r"[_^]\s*")
_UNESCAPED = re.compile(r"(?<!\\)([%&#])")
_MACRO = re.compile(r"\\(?:[A-Za-z]+\*?[ \t]*|[\"'`^~=.](?=[{\\A-Za-z])|(?=[^A-Za-z]))")
_TIE = re.compile(r"(?<=[\w.,)}])~(?=[\w({\\$])")
_DOTLESS = re.compile("[\u0131\u0237](?=[\u0300-\u036f])")


def looks_like_latex(text: str) -> bool:
    """Whether the text holds anything that only LaTeX writes."""
    return "\\" in text or "$" in text or "{" in text or "}" in text or "~" in text or "--" in text or "``" in text


@cache
def _converter() -> LatexNodes2Text:
    from pylatexenc.latex2text import LatexNodes2Text  # noqa: PLC0415 - slow to import, rarely needed

    return LatexNodes2Text(math_mode="text", keep_comments=False, strict_latex_spaces=False, fill_text=False)


def _parsed(text: str) -> str:
    if len(text) > _MAX_PARSED:
        return _stripped(text)
    try:
        converted = _converter().latex_to_text(text, tolerant_parsing=True)
    except Exception:  # noqa: BLE001 - a parser fault, even at its recursion limit, must not lose the text
        return _stripped(text)
    return str(converted)


def _stripped(text: str) -> str:
    """Text without macros, braces and dollar signs: what is left when it cannot be parsed."""
    return _MACRO.sub("", text).replace("{", "").replace("}", "").replace("$", "").replace("\\", "")


def _math(match: re.Match[str]) -> str:
    """A formula as one group without index marks, so that ``CO$_2$`` reads as CO2 and ``$\\log n$`` as log n."""
    body = _MATH_WORDS.sub(r" \1 ", _SCRIPT.sub("", match[1]))
    return "{" + body + "}"


def latex_to_text(text: str) -> str:
    """LaTeX as plain Unicode text; text without LaTeX comes back as it is. Never raises.

    Macros that carry no text of the title (footnotes, citations, spacing) go, formulas keep their letters, digits and
    operators, ``--`` becomes a dash and ``~`` a blank.
    """
    if not looks_like_latex(text):
        return text
    if "$" in text:
        text = _MATH.sub(_math, text)
    if "\\" in text:
        text = _HREF.sub("", _DROPPED.sub("", _IFMMODE.sub(r"{\1}", text)))
    text = _TIE.sub(" ", text)
    if "\\" in text:
        text = text.replace("\\$", "\ue000").replace("$", "\ue000")
        text = _parsed(_UNESCAPED.sub(r"\\\1", text)).replace("\ue000", "$")
        text = unicodedata.normalize("NFC", _DOTLESS.sub(lambda m: "i" if m[0] == "\u0131" else "j", text))
    else:
        text = text.replace("{", "").replace("}", "")
    text = text.replace("---", "\u2014").replace("--", "\u2013")
    return text.replace("``", "\u201c").replace("''", "\u201d")
