"""Entries of every recorded work go through BibTeX, biber and LaTeX. Opt-in: ``nox -s tex`` (or REFCHECK_TEX=1).

What pdflatex typesets are the entries in ASCII, nearly all of the ``latex`` style; other scripts need another engine.
T1 is the font encoding that has all of the letters (ogonek, thorn, guillemets); TeX's old one lacks some.
"""

from __future__ import annotations

import re
import subprocess
import unicodedata
from typing import TYPE_CHECKING

import pytest

from recorded_works import READERS
from refcheck_core import Author, Record, Settings, WorkType
from refcheck_core.bibtex import Style, build_entry, render, unique_keys
from refcheck_core.bibtex.symbols import ACCENTS, LETTERS, MATH, OT1_TRAPS, PUNCTUATION, SPECIALS, SUBSCRIPTS
from refcheck_core.bibtex.symbols import SUPERSCRIPTS as RAISED

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.shared,
    pytest.mark.tex,
    pytest.mark.skipif(
        Settings.from_environment().value("REFCHECK_TEX") is None, reason="needs TeX and takes a minute (nox -s tex)"
    ),
]

DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\begin{document}
\nocite{*}
\bibliographystyle{plain}
\bibliography{batch}
\end{document}
"""
STYLES: tuple[Style, ...] = ("latex", "utf8")
ACCENTED = [c for c in map(chr, range(0xC0, 0x1EF9)) if set(unicodedata.normalize("NFD", c)[1:]) & ACCENTS.keys()]
LETTERS_OF_TEX = [c for c in ACCENTED if unicodedata.normalize("NFD", c)[0].isascii()]
SYMBOLS = [*SPECIALS, *OT1_TRAPS, *PUNCTUATION, *MATH, *SUBSCRIPTS, *RAISED]


def awkward_works() -> list[Record]:
    """Every character that has a command, and names that BibTeX could take apart wrongly."""
    names = [
        Author(family="van den Oord", given="Aäron"),
        Author(family="King", given="Martin Luther", suffix="Jr."),
        Author(family="Ortega y Gasset", given="José"),
        Author(literal="Barnes and Noble, Inc.", organization=True),
        Author(family="O’Brien, Smith", given="J."),
        Author(literal="王伟"),
    ]
    texts = [" ".join(SYMBOLS), "".join(SYMBOLS), " ".join(LETTERS_OF_TEX), " ".join(LETTERS), "”Quoted“ $x^2$$y$ 5$"]
    return [
        Record(
            source="test",
            title=text,
            authors=tuple(names[n:] + names[:n]),
            year=2017,
            venue=text,
            publisher=text,
            type=WorkType.PROCEEDINGS_ARTICLE,
            pages="1-10",
            doi="10.1000/a_b%c#d&e<f>(g)",
        )
        for n, text in enumerate(texts)
    ]


@pytest.fixture(scope="module")
def batch() -> dict[Style, dict[str, str]]:
    """Entries of all works in each style, by key."""
    records = [record for read, _ in READERS.values() for record in read()] + awkward_works()
    entries = [build_entry(record, include_abstract=True) for record in records]
    keys = unique_keys(entry.key for entry in entries)
    assert len(keys) > 2000
    return {s: {k: render(e, key=k, style=s) for e, k in zip(entries, keys, strict=True)} for s in STYLES}


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=600)
    told = (done.stdout + done.stderr).decode("utf-8", errors="replace")
    assert done.returncode == 0, told[-3000:]
    return told


def write(path: Path, entries: dict[str, str]) -> None:
    path.write_text("\n\n".join(entries.values()) + "\n", encoding="utf-8")


@pytest.mark.parametrize("style", STYLES)
def test_bibtex_takes_every_entry(batch, style, tmp_path):
    write(tmp_path / "batch.bib", batch[style])
    (tmp_path / "paper.aux").write_text("\\bibstyle{plain}\n\\bibdata{batch}\n\\citation{*}\n")
    told = run(tmp_path, "bibtex", "paper")
    assert "error message" not in told
    listed = re.findall(r"\\bibitem\{([^}]+)\}", (tmp_path / "paper.bbl").read_bytes().decode("utf-8", "replace"))
    assert sorted(listed) == sorted(batch[style])


@pytest.mark.parametrize("style", STYLES)
def test_biber_takes_every_entry(batch, style, tmp_path):
    # biber is slow: all entries with letters beyond ASCII, and one of eight others.
    shown = dict(item for n, item in enumerate(batch[style].items()) if n % 8 == 0 or not item[1].isascii())
    write(tmp_path / "batch.bib", shown)
    told = run(tmp_path, "biber", "--tool", "--output-file", "out.bib", "batch.bib")
    assert not re.search(r"^(?:ERROR|WARN)\b", told, re.MULTILINE), told
    assert re.findall(r"^@\w+\{([^,]+),", (tmp_path / "out.bib").read_text(encoding="utf-8"), re.MULTILINE) == [*shown]


def test_latex_typesets_every_entry_in_ascii(batch, tmp_path):
    plain = {key: text for key, text in batch["latex"].items() if text.isascii()}
    assert len(plain) > 0.95 * len(batch["latex"])
    write(tmp_path / "batch.bib", plain)
    (tmp_path / "paper.tex").write_text(DOCUMENT)
    latex = ("pdflatex", "-draftmode", "-halt-on-error", "-interaction=nonstopmode", "paper")
    run(tmp_path, *latex)
    run(tmp_path, "bibtex", "paper")
    told = run(tmp_path, *latex)
    assert "Missing character" not in told
    assert not re.search(r"^!", told, re.MULTILINE), told[-3000:]
