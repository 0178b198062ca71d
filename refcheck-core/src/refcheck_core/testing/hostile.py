"""Texts and identifiers that break careless query builders."""

from __future__ import annotations

HOSTILE_TEXTS = (
    'An "unbalanced quote',
    "O'Reilly's (unbalanced [brackets {of every kind",
    "NOT a AND OR ANDNOT title:(x) author:* +must -not ~fuzzy^2 a&&b||c !",
    "ti:attention au:vaswani cat:cs.CL submittedDate:[2000 TO 2020]",
    "TITLE(attention) AND PUBYEAR > 2000",
    "back\\slash and trailing backslash \\",
    "a?b=c&d=e#fragment;semi,comma:colon/slash|pipe",
    "percent %00 %0d%0aX-Injected:%20yes %zz 100 %",
    "<script>alert(1)</script> &amp; &#0; <!-- -->",
    "{{7*7}} ${x} %s %(x)s {0}",
    "two\nlines\r\nHost: example.org\r\n\r\nGET / HTTP/1.1",
    "tab\tand\x00nul\x07bell\x1b[31mescape\x7f",
    "\u202eright to left\u202c \u200bzero\u200dwidth\ufeff",
    "مراجعة الأدبيات في التعلم العميق",
    "注意力机制是你所需要的一切",
    "Emoji 🧪👩‍🔬🇺🇳 title",
    "e\u0301 combining Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334",
    "?!…—,.;:",
    "***",
    '""',
    "a",
    "the of and",
    "word " * 1000,
    "x" * 5000,
    "漢字" * 2500,
)
"""Search texts. A source may answer with nothing, or refuse with a `SourceError`; it may not break."""

HOSTILE_DOIS = (
    "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2",
    "10.1000/a?b=c&d=e#f",
    "10.1000/../../up",
    "10.1000/percent%2f%00",
    "10.1000/plus+and space",
    '10.1000/"quoted",and*star',
    "10.1000/ünïcödé",
    "10.1000/" + "x" * 2000,
)
"""DOIs that are legal, or were seen in the wild."""
