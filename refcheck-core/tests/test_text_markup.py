"""HTML, MathML, JATS and entities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.markup import drop_tags, unescape
from refcheck_core.text import clean_text


@pytest.mark.parametrize(
    ("encoded", "expected"),
    [
        ("The Chinese &lt;i&gt;Hukou&lt;/i&gt; System", "The Chinese Hukou System"),
        ("Smith &amp;amp; Wesson", "Smith & Wesson"),
        ("Hypertext in the Web \\&Mdash; a History", "Hypertext in the Web — a History"),
        ("caf&#233; &#xE9; &eacute;", "café é é"),
        ("AT&T and R&Degree, ?a=1&copy=2", "AT&T and R&Degree, ?a=1&copy=2"),
        ("&nosuchentity; &; &#;", "&nosuchentity; &; &#;"),
        ("x &lt; y and z &gt; w", "x < y and z > w"),
        ("&#0;&#55296;x", "\ufffd\ufffdx"),
        ("a&nbsp;b&shy;c", "a bc"),
    ],
)
def test_entities_are_decoded(encoded, expected):
    assert clean_text(encoded) == expected


@pytest.mark.parametrize(
    ("marked_up", "expected"),
    [
        ("<i>In vitro</i> <b>bold</b><br/>next", "In vitro bold next"),
        ("<jats:p>One.</jats:p><jats:p>Two <jats:italic>x</jats:italic>.</jats:p>", "One. Two x."),
        ("<span class=\"a b\" id='c' lang=en>text</span>", "text"),
        ("<SUB >2</SUB >", "2"),
        ("<?xml version='1.0'?><title>T</title>", "T"),
        ("<![CDATA[A <b>title</b>]]> x<!-- note -->", "A title x"),
        ("CO<sub>2</sub> uptake in H <sub>2</sub> O", "CO2 uptake in H2O"),
        ("La <sub>2</sub> CuO <sub>4</sub> films", "La2 CuO4 films"),
        ("H <sub>2</sub> A study", "H2 A study"),
        ("x <sup>2</sup>", "x2"),
        (
            '<mml:math display="inline"><mml:mi>x</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn>'
            '<mml:annotation encoding="TeX">x+1</mml:annotation></mml:math>',
            "x+1",
        ),
        ("<alternatives><tex-math>$a$</tex-math><mml:math><mml:mi>a</mml:mi></mml:math></alternatives>", "a"),
        ("<script>alert(1)</script>Title<style>p{}</style>", "Title"),
        ("<annotation>not closed", "<annotation>not closed"),
        ("a<b and c>d", "a<b and c>d"),
        ("10.1130/0091-7613(2003)031<0203:COSSDD>2.0.CO;2", "10.1130/0091-7613(2003)031<0203:COSSDD>2.0.CO;2"),
        ("p<0.05 and n>3", "p<0.05 and n>3"),
        ("<unknown>kept</unknown>", "<unknown>kept</unknown>"),
    ],
)
def test_markup_goes_and_its_text_stays(marked_up, expected):
    assert clean_text(marked_up) == expected


@given(st.text(max_size=60))
def test_text_without_angle_brackets_and_ampersands_stays(text):
    text = text.replace("<", "").replace("&", "")
    assert drop_tags(text) == text
    assert unescape(text) == text


@given(st.text(st.sampled_from("<>/ib!-[]CDATA=\"' s?&#;amplt"), max_size=60))
def test_no_markup_raises(text):
    assert isinstance(drop_tags(unescape(text)), str)
