"""Tables: Unicode characters and the LaTeX commands that print them.

Only commands of the LaTeX kernel are used (accents, letters and text symbols of the `LaTeX2e font encoding guide`_,
``encguide``), so that an entry compiles without further packages.
"""

from __future__ import annotations

# Characters that mean something to TeX, and the text commands that print them.
SPECIALS = {
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
# Characters that print as something else in TeX's old text encoding (OT1): < as an inverted exclamation mark.
OT1_TRAPS = {"<": r"{\textless}", ">": r"{\textgreater}", "|": r"{\textbar}"}

# Combining mark -> accent command. Marks that the kernel has no command for (the horn of Vietnamese) are absent.
ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
    "\u0331": "b",
}

# Letters that are no base letter with an accent.
LETTERS = {
    "ß": "ss",
    "ẞ": "SS",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "dj",
    "Đ": "DJ",
    "ð": "dh",
    "Ð": "DH",
    "þ": "th",
    "Þ": "TH",
    "ŋ": "ng",
    "Ŋ": "NG",
    "ı": "i",
    "ȷ": "j",
}

# Printers' ligatures, which leak out of PDF files, and their letters.
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}

# Punctuation and text symbols, as written in running text.
PUNCTUATION = {
    "‐": "-",
    "‑": "-",
    "‒": "--",
    "–": "--",
    "—": "---",
    "―": "---",
    "−": "$-$",
    "‘": "`",
    "’": "'",
    "ʼ": "'",
    "ʻ": "`",
    "“": "``",
    "”": "''",
    "‚": r"{\quotesinglbase}",
    "„": r"{\quotedblbase}",
    "«": r"{\guillemotleft}",
    "»": r"{\guillemotright}",
    "‹": r"{\guilsinglleft}",
    "›": r"{\guilsinglright}",
    "…": r"{\textellipsis}",
    "¡": r"{\textexclamdown}",
    "¿": r"{\textquestiondown}",
    "§": r"{\textsection}",
    "¶": r"{\textparagraph}",
    "†": r"{\textdagger}",
    "‡": r"{\textdaggerdbl}",
    "•": r"{\textbullet}",
    "·": r"{\textperiodcentered}",
    "©": r"{\textcopyright}",
    "®": r"{\textregistered}",
    "™": r"{\texttrademark}",
    "£": r"{\textsterling}",
    "€": r"{\texteuro}",
    "¥": r"{\textyen}",
    "°": r"{\textdegree}",
    "‰": r"{\textperthousand}",
    "½": r"{\textonehalf}",
    "¼": r"{\textonequarter}",
    "¾": r"{\textthreequarters}",
    "№": r"{\textnumero}",
    "ª": r"{\textordfeminine}",
    "º": r"{\textordmasculine}",
}

# Mathematics; each is written between dollar signs.
MATH = {
    "×": r"\times",
    "÷": r"\div",
    "±": r"\pm",
    "∓": r"\mp",
    "≤": r"\leq",
    "≥": r"\geq",
    "≠": r"\neq",
    "≈": r"\approx",
    "∼": r"\sim",
    "≃": r"\simeq",
    "≅": r"\cong",
    "≡": r"\equiv",
    "∝": r"\propto",
    "≪": r"\ll",
    "≫": r"\gg",
    "∞": r"\infty",
    "∂": r"\partial",
    "∇": r"\nabla",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "√": r"\surd",
    "∈": r"\in",
    "∉": r"\notin",
    "∋": r"\ni",
    "⊂": r"\subset",
    "⊆": r"\subseteq",
    "⊃": r"\supset",
    "⊇": r"\supseteq",
    "∪": r"\cup",
    "∩": r"\cap",
    "∅": r"\emptyset",
    "∀": r"\forall",
    "∃": r"\exists",
    "¬": r"\neg",
    "∧": r"\wedge",
    "∨": r"\vee",
    "⊕": r"\oplus",
    "⊗": r"\otimes",
    "⊥": r"\perp",
    "∥": r"\parallel",
    "→": r"\rightarrow",
    "←": r"\leftarrow",
    "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow",
    "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "′": r"'",
    "″": r"''",
    "∗": r"*",
    "⋆": r"\star",
    "∘": r"\circ",
    "⋯": r"\cdots",
    "⋅": r"\cdot",
    "ℓ": r"\ell",
    "ℏ": r"\hbar",
    "ℵ": r"\aleph",
    "µ": r"\mu",
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "δ": r"\delta",
    "ε": r"\varepsilon",
    "ϵ": r"\epsilon",
    "ζ": r"\zeta",
    "η": r"\eta",
    "θ": r"\theta",
    "ϑ": r"\vartheta",
    "ι": r"\iota",
    "κ": r"\kappa",
    "λ": r"\lambda",
    "μ": r"\mu",
    "ν": r"\nu",
    "ξ": r"\xi",
    "π": r"\pi",
    "ϖ": r"\varpi",
    "ρ": r"\rho",
    "ϱ": r"\varrho",
    "σ": r"\sigma",
    "ς": r"\varsigma",
    "τ": r"\tau",
    "υ": r"\upsilon",
    "φ": r"\varphi",
    "ϕ": r"\phi",
    "χ": r"\chi",
    "ψ": r"\psi",
    "ω": r"\omega",
    "Γ": r"\Gamma",
    "Δ": r"\Delta",
    "Θ": r"\Theta",
    "Λ": r"\Lambda",
    "Ξ": r"\Xi",
    "Π": r"\Pi",
    "Σ": r"\Sigma",
    "Υ": r"\Upsilon",
    "Φ": r"\Phi",
    "Ψ": r"\Psi",
    "Ω": r"\Omega",
}

# Raised and lowered digits and signs, as H₂O and m² have them.
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", "0123456789+-=()n", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", "0123456789+-=()", strict=True))

# Commands that mathematics in a title may use. A title comes from a database: no other command of it is ever passed on,
# so nothing in it can read a file or run a program when the document is compiled.
MATH_COMMANDS = (
    frozenset(command[1:] for command in MATH.values() if command.startswith("\\"))
    | frozenset(
        "mathbb mathbf mathcal mathfrak mathit mathrm mathscr mathsf mathtt boldsymbol bm text textrm textit textbf "
        "textsc textsf textup rm it bf cal frac dfrac tfrac sqrt overline underline bar hat tilde vec dot ddot widehat "
        "widetilde check acute grave breve left right big Big bigl bigr langle rangle lfloor rfloor lceil rceil lVert "
        "rVert lvert rvert vert Vert mid nmid le ge ne to gets mapsto hookrightarrow longrightarrow rightsquigarrow "
        "log ln exp sin cos tan sinh cosh tanh lim sup inf max min arg det dim ker deg gcd hom Pr mod bmod pmod "
        "operatorname ldots dots cdots vdots ddots quad qquad binom choose stackrel overset underset not prime dagger "
        "ddagger ast bullet diamond triangle square Box lesssim gtrsim leqslant geqslant sqcup sqcap amalg wr odot "
        "ominus oslash bigoplus bigotimes bigcup bigcap lor land setminus backslash colon imath jmath Re Im wp top bot "
        "varnothing vdash models rtimes ltimes bowtie asymp doteq prec succ preceq succeq subsetneq sharp flat natural "
        "limits nolimits displaystyle scriptstyle".split()
    )
    | frozenset({",", ";", ":", "!", " ", "{", "}", "%", "&", "#", "_", "|"})
)
