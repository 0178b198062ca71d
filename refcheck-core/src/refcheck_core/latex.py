r"""LaTeX to Unicode, for titles and names.

pylatexenc knows LaTeX's grammar and most of its symbols. What it drops with its content (``\texttt``, ``\mbox``), or
does for documents rather than for titles (footnotes, comments, formulas), is set right here. It takes long to import
(about 90 ms), so it is imported for text with a macro only.
"""

from __future__ import annotations

import logging
import re
import unicodedata
from functools import cache
from typing import Any, Protocol, cast

from .patterns import lazy_pattern

# Longer text is no title and no name. pylatexenc builds a tree of it, so there macros are merely stripped.
_MAX_PARSED = 5_000

# Inline mathematics by pandoc's rule, so that "from $5 to $10" is money: no blank after the opening and before the
# closing sign, no digit after the latter.
_MATH = lazy_pattern(r"(?<![\\$])\$\$?(?=[^\s$])((?:\\.|[^$\\]){1,2000}?)(?<=[^\s\\])\$\$?(?!\d)")
# The exports of APS hold both spellings of an accent: \ifmmode\check{C}\else\v{C}\fi{}.
_IFMMODE = lazy_pattern(
    r"\\ifmmode\b(?:(?!\\else\b).){0,200}?\\else\b\s*+((?:(?!\\fi\b).){0,200}?)\\fi\b\s*+(?:\{\})?", re.DOTALL
)
# Macros that carry nothing of a title, with their arguments.
_DROPPED = lazy_pattern(
    r"\\(?:footnote|footnotemark|footnotetext|thanks|label|ref|index|[vh]space|[hv]?phantom|href|raisebox|natexlab"
    r"|(?:no)?cite[a-z]*+|text(?:color)|color|noopsort)\*?+\s*+(?:\[[^\[\]{}]*+\])*+\{[^{}]*+\}"
    r"|\\(?:relax|protect|(?:no)?linebreak(?:\[\d\])?|footnotemark|xspace|allowbreak|-|/)(?![A-Za-z])\s*+"
)
_FUNCTIONS = lazy_pattern(r"\\(log|ln|exp|sin|cos|tan|arg|min|max|sup|inf|lim|det|dim|deg|gcd|ker|Pr)(?![A-Za-z])\s*+")
_INDEX_MARK = lazy_pattern(r"(?<!\\)[_^]\s*+")
_UNESCAPED = lazy_pattern(r"(?<!\\)([%&#])")
_MACRO = lazy_pattern(r"\\(?:[A-Za-z]++\*?[ \t]*+|[\"'`^~=.](?=[{\\A-Za-z])|(?=[^A-Za-z]))")
_TIE = lazy_pattern(r"(?<=[\w.,)}])~(?=[\w({\\$])")
_MATH_LETTERS = lazy_pattern("[\U0001d400-\U0001d7ff]")
_LITERAL_DOLLAR = "\ue000"

# Known to pylatexenc's grammar, but given no text.
_TEXT_MACROS = ("texttt", "mbox", "textsf", "textup", "textmd", "url")
_SYMBOL_MACROS = {
    "TeX": "TeX", "LaTeX": "LaTeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "copyright": "©", "S": "§", "P": "¶",
    "dag": "†", "ddag": "‡", "slash": "/", "textless": "<", "textgreater": ">", "textbar": "|", "textunderscore": "_",
    "textasciicircum": "^", "euro": "€", "texteuro": "€", "pounds": "£", "SS": "SS", "degree": "°",
}  # fmt: skip
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
    " omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega".split()
)


# Accents, special letters and escaped signs: nearly all of what names and titles hold, done here without pylatexenc.
_ACCENT_MARKS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a",
}  # fmt: skip
_ACCENT = lazy_pattern(
    r"""\\(?:(["'`^~=.])\s*+|([uvHcdbkr])(?:\s++(?=[A-Za-z\\])|(?=\{)))"""
    r"(?:\{\s*+(?:\\([ij])|([A-Za-z]))\s*+\}|\\([ij])(?:\{\}|(?![A-Za-z])\s?)|([A-Za-z]))"
)
_LETTERS = {
    "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å",
    "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ", "NG": "Ŋ",
    "imath": "ı", "jmath": "ȷ",
}  # fmt: skip
_LETTER = lazy_pattern(rf"\\({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|[ \t]++)?+")
_ESCAPED = lazy_pattern(r"\\([&%_# ,;])")


class _Converter(Protocol):
    def latex_to_text(self, latex: str, *, tolerant_parsing: bool) -> str: ...


_LATEX = lazy_pattern(r"[\\${}~]|--|``")


def looks_like_latex(text: str) -> bool:
    """Whether the text holds anything that LaTeX alone writes."""
    return _LATEX.search(text) is not None


def _contents(node: Any, l2tobj: Any) -> str:  # pylatexenc looks for the argument by this name
    arguments = node.nodeargd.argnlist if node.nodeargd else ()
    return "".join(l2tobj.nodelist_to_text([argument]) for argument in arguments if argument is not None)


@cache
def _converter() -> _Converter:
    # Untyped, slow to import, rarely needed.
    from pylatexenc import latex2text  # type: ignore[import-untyped] # noqa: PLC0415

    # It warns of macros that it fails on; text from databases must not fill our log.
    logging.getLogger(latex2text.__name__).setLevel(logging.CRITICAL)
    macro = latex2text.MacroTextSpec
    symbols = _SYMBOL_MACROS | {f"text{name}": unicodedata.lookup(_greek_name(name)) for name in _GREEK}
    context = latex2text.get_default_latex_context_db()
    context.add_context_category(
        "refcheck",
        prepend=True,
        macros=[macro(name, simplify_repl=_contents) for name in _TEXT_MACROS]
        + [macro(name, simplify_repl=symbol) for name, symbol in symbols.items()],
    )
    return cast("_Converter", latex2text.LatexNodes2Text(latex_context=context, math_mode="text", fill_text=False))


def _greek_name(name: str) -> str:
    size = "CAPITAL" if name[0].isupper() else "SMALL"
    return f"GREEK {size} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}"


def _converted(text: str) -> str | None:
    """What pylatexenc makes of a text; ``None`` where it fails.

    Not in its tolerant mode, which parses the rest twice at each level where an argument is not closed.
    """
    try:
        return _converter().latex_to_text(text, tolerant_parsing=False)
    except Exception:  # noqa: BLE001 - a fault of the text or parser, or its recursion limit, must not lose the text
        return None


def _parsed(text: str) -> str:
    if len(text) > _MAX_PARSED:
        return _stripped(text)
    converted = _converted(text)
    if converted is None:
        converted = _converted(text.replace("{", "").replace("}", ""))
    if converted is None:
        return _stripped(text)
    # "%s" is what it leaves of a macro whose arguments are missing.
    return converted if "%s" not in converted or "%s" in text else _stripped(text)


def _stripped(text: str) -> str:
    """Text without macros, braces and backslashes: what is left when it cannot be parsed."""
    return _MACRO.sub("", text).replace("{", "").replace("}", "").replace("\\", "")


def _math(match: re.Match[str]) -> str:
    r"""A formula as one group without index marks: ``CO$_2$`` is CO2, ``$n \log n$`` is n log n."""
    return "{" + _FUNCTIONS.sub(_function, _INDEX_MARK.sub("{}", match[1])) + "}"


def _function(match: re.Match[str]) -> str:
    r"""The name of a function, apart from the letters and digits round it: ``2\log n``, but ``(\log(n))``."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    after = match.string[match.end() : match.end() + 1]
    return (
        (" " if before.isalnum() or before == ")" else "")
        + match[1]
        + (" " if after.isalnum() or after == "\\" else "")
    )


def _accented(match: re.Match[str]) -> str:
    mark = _ACCENT_MARKS[match[1] or match[2]]
    return unicodedata.normalize("NFC", (match[3] or match[4] or match[5] or match[6]) + mark)


def _letter(match: re.Match[str]) -> str:
    return _LETTERS[match[1]]


def _escaped(match: re.Match[str]) -> str:
    return " " if match[1] in " ,;" else match[1]


def latex_to_text(text: str) -> str:
    """LaTeX as plain Unicode text; text without LaTeX comes back as it is. Never raises.

    Macros that carry no text of the title (footnotes, citations, spacing) go, formulas keep their letters, digits and
    operators, ``--`` becomes a dash and ``~`` between words a blank.
    """
    if "$" in text:
        text = _MATH.sub(_math, text)
    if "\\" in text:
        text = _DROPPED.sub("", _IFMMODE.sub(r"{\1}", text))
    if "~" in text:
        text = _TIE.sub(" ", text)
    if "\\" in text:
        text = _LETTER.sub(_letter, _ACCENT.sub(_accented, text))
        text = _ESCAPED.sub(_escaped, text)
    if "\\" in text:
        text = text.replace(_LITERAL_DOLLAR, "").replace("\\$", _LITERAL_DOLLAR).replace("$", _LITERAL_DOLLAR)
        text = _parsed(_UNESCAPED.sub(r"\\\1", text)).replace(_LITERAL_DOLLAR, "$")
        text = unicodedata.normalize("NFC", text)
        text = _MATH_LETTERS.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    else:
        text = text.replace("{", "").replace("}", "")
    text = text.replace("---", "\u2014").replace("--", "\u2013")
    return text.replace("``", "\u201c").replace("''", "\u201d")
