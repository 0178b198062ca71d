"""LaTeX to Unicode."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.latex import latex_to_text, looks_like_latex
from refcheck_core.text import plain_text


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"{\"o} \"{o} \"o {\"{o}}", "ö ö ö ö"),
        (r"\'{\i} {\'\i} \'\i{} \^\j", "í í í ĵ"),
        (r"\v{c} {\v c} \c{s} \c c \u{g} \k{a} \r{a} \d{h} \={a} \.{z} \~{n}", "č č ş ç ğ ą å ḥ ā ż ñ"),
        (r"Erd{\H o}s, Erd\H{o}s, Erd{\H{o}}s", "Erdős, Erdős, Erdős"),
        (
            r"{\L}ukasz {\o}re \aa{} {\AA} Stra\ss e \oe uvre \O stergaard {\DJ} \th \NG",
            "Łukasz øre å Å Straße œuvre Østergaard Đ þŊ",
        ),
        (r"{\i}", "ı"),
        (r"50\% of A\&B \_ \# \$5", "50% of A&B _ # $5"),
        (r"a\ b\,c\;d", "a b c d"),
        (
            r"\ifmmode \check{C}\else \v{C}\fi{}ernot\'{\i}k, Ond\ifmmode \check{r}\else \v{r}\fi{}ej",
            "Černotík, Ondřej",
        ),
        (r"al-\relax Hakim, de'\hspace{0pt} Medici", "al-Hakim, de' Medici"),
        (r"\emph{Foo} \textbf{A \textit{B}} {\em c} {\it x\/}y", "Foo A B c xy"),
        (r"\texttt{ABC} \mbox{a \emph{b}} \textsf{d} \unknown{e}", "ABC a b d e"),
        (r"\url{http://example.org/x}", "http://example.org/x"),
        (r"\href{http://example.org/}{text}", "text"),
        (r"A\footnote{x} b\thanks{y} \cite[p.~3]{z}c\label{l}", "A b c"),
        (r"C\nolinebreak[4]\hspace{-.05em}\raisebox{.4ex}{\tiny\bf ++}", "C++"),
        (r"\LaTeX{} and \TeX, \copyright, \textless", "LaTeX and TeX, ©, <"),
        (r"\textalpha-helix, \textOmega", "α-helix, Ω"),
        (r"\textcolor{red}{x}", "x"),
        (r"Achieving 100% \& more # 1 & 2", "Achieving 100% & more # 1 & 2"),
        ("CO$_2$ and $x^{2}$", "CO2 and x2"),
        (r"$O(n \log n)$", "O(n log n)"),
        (r"$2^{(\log N)}$, $2\log\log n$ and $\exp(n)$", "2(log N), 2 log log n and exp(n)"),
        (r"$a \leq_h b$", "a ≤h b"),
        (r"$\alpha$ $\mathbf{x}$ $\mathbb{R}^n$ $\tilde{O}$", "α x ℝn Õ"),
        ("$$k$$-means", "k-means"),
        ("from $5 billion to $10 billion", "from $5 billion to $10 billion"),
        (r"$5 \& $10", "$5 & $10"),
        ("{ABC} of {d{E}}", "ABC of dE"),
        ("J.~Smith, Figure~1, ~10", "J. Smith, Figure 1, ~10"),
        ("``quoted'' -- dash --- dash", "“quoted” – dash — dash"),
        ("no LaTeX at all", "no LaTeX at all"),
        (r"\frac", ""),
        (r"100%s of \frac", "100%s of"),
        ("\\", ""),
        (r"\texttt{a} and $\alpha$", "a and α"),
        (r"$\hat{\imath} \hat{\jmath}$", "î ĵ"),
    ],
)
def test_latex_becomes_text(latex, expected):
    assert plain_text(latex) == expected


def test_what_cannot_be_parsed_is_stripped():
    assert latex_to_text(r"{" * 3000 + r"\alpha, beta") == "α, beta"
    assert latex_to_text(r"\emph{word} " * 1000).split() == ["word"] * 1000


def test_faults_of_the_parser_write_nothing(caplog, capfd):
    latex_to_text(r"\frac \frac")
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("text", "expected"), [("a", False), ("a-b", False), ("{a}", True), ("$", True), ("a~b", True), ("\\", True)]
)
def test_latex_is_recognised(text, expected):
    assert looks_like_latex(text) is expected


@given(st.text(st.sampled_from("\\{}$^_~%&#'\"`abij O[]-\n"), max_size=40))
def test_no_text_raises(text):
    assert isinstance(latex_to_text(text), str)


@given(st.text(st.characters(categories=["L", "N", "Zs"]), max_size=40))
def test_text_without_latex_stays(text):
    assert latex_to_text(text) == text


def test_accents_need_no_parser():
    code = (
        "import sys; from refcheck_core.names import parse_name; from refcheck_core.text import normalize;"
        " parse_name(r'M{\\\"u}ller, J{\\\"o}rg'); normalize(r'{\\L}ukasz \\& the $k$-means');"
        " print('pylatexenc' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "opened",
    [
        r"\frac{",
        r"\sqrt[",
        r"\begin{a}",
        r"\textbf{\emph",
        r"\begin{array}{",
        r"{\frac",
        r"\"{",
        r"\item[",
        r"\cite[",
        r"\[",
    ],
)
def test_what_is_never_closed_takes_no_time(opened):
    """Parsed anew at each level, it would take for ever."""
    assert plain_text("Deep learning " + opened * 200).startswith("Deep learning")


def test_a_brace_that_is_not_closed_costs_no_symbol():
    assert plain_text(r"{Deep \alpha, learning") == "Deep α, learning"
