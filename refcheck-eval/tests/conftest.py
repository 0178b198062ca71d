"""What the tests of measuring share: answers made of parts, and a library that is checked against without network."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from refcheck_core.models import Author, Candidate, Claim, Discrepancy, Record, TraceStep, Verification, Work
from refcheck_core.settings import Settings
from refcheck_eval.gold import parse_line

if TYPE_CHECKING:
    from refcheck_eval.model import Gold

BIBLIOGRAPHY = """
@article{levrard, title={Nonasymptotic rates for manifold, tangent space and curvature estimation},
  author={Aamari, Eddie and Levrard, Clément}, journal={Annals of Statistics}, year=2019, volume=47, number=1,
  pages={177--204}, doi={10.1214/18-AOS1685}}
@inproceedings{resnet, title={Deep Residual Learning for Image Recognition},
  author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={CVPR}, year=2016,
  doi={10.1109/CVPR.2016.90}}
"""


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def settings_of(tmp_path):
    """Builds settings that ask nothing but a small library."""

    def build(**environ):
        library = tmp_path / "library.bib"
        library.write_text(BIBLIOGRAPHY, encoding="utf-8")
        folders = {"REFCHECK_CACHE_DIR": str(tmp_path / "cache"), "REFCHECK_STATE_DIR": str(tmp_path / "state")}
        environ = {"REFCHECK_SOURCES": "local", "REFCHECK_LIBRARY": str(library), **folders, **environ}
        return Settings.from_environment(environ)

    return build


@pytest.fixture
def gold_file(tmp_path):
    """Writes a gold file of rows, or of lines as they are."""

    def write(*rows, name="gold.jsonl"):
        path = tmp_path / name
        lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        return path

    return write


@pytest.fixture
def gold_of():
    """Builds a gold reference from the fields of a line."""

    def build(**fields) -> Gold:
        row = {"id": "x", "label": "real", "raw": "A citation of something (2001).", **fields}
        if "claim" in fields:
            del row["raw"]
        return parse_line(json.dumps(row).encode())

    return build


def work(**fields) -> Work:
    """A work of one record."""
    given = {"title": "A work", "authors": (Author(family="Doe", given="Jane"),), "year": 2001, **fields}
    return Work(records=(Record(source="local", **given),))


@pytest.fixture
def work_of():
    """Builds a work; see `work`."""
    return work


@pytest.fixture
def answer_of():
    """Builds an answer: a verdict, the matched work, and discrepancies as (field, severity, message)."""

    def build(verdict="verified", matched=None, discrepancies=(), **fields) -> Verification:
        found = tuple(Discrepancy(field=f, severity=s, message=m) for f, s, m in discrepancies)
        candidates = (Candidate(work=matched, score=0.9),) if matched else ()
        given = {
            "claim": Claim(title="A work"),
            "confidence": 0.9,
            "conclusive": True,
            "candidates": candidates,
            "trace": (TraceStep(step="judged", detail="rule"),),
            **fields,
        }
        return Verification(verdict=verdict, matched=matched, discrepancies=found, **given)

    return build
