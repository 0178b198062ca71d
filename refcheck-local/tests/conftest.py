"""Rows that the tests of the local index share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from refcheck_local.formats import BadEntry, read_rows
from refcheck_local.rows import Person, Row

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _row(row_id: str, title: str, *families: str, year: int | None = None, **fields: object) -> Row:
    authors = tuple(Person(family=family, given="A.") for family in families)
    return Row(id=row_id, title=title, authors=authors, year=year, **fields)


@pytest.fixture(scope="session")
def make_row() -> Callable[..., Row]:
    """Makes a row: id, title, family names, and fields by name."""
    return _row


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes text, bytes, or objects (one a line) as a file; its path."""

    def write_file(content: str | bytes | list[Any], name: str = "lib") -> Path:
        path = tmp_path / name
        if isinstance(content, list):
            content = "\n".join(json.dumps(each) for each in content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def read(write: Callable[..., Path]) -> Callable[..., tuple[list[Row], list[BadEntry]]]:
    """Reads content as a file of a name, of a format or of the one found out: its rows, and its bad entries."""

    def read_content(
        content: str | bytes | list[Any], name: str, format_name: str | None = None
    ) -> tuple[list[Row], list[BadEntry]]:
        found = list(read_rows(write(content, name), format_name))
        return [e for e in found if isinstance(e, Row)], [e for e in found if isinstance(e, BadEntry)]

    return read_content


@pytest.fixture
def has() -> Callable[[Row, dict[str, Any]], bool]:
    """Asserts that a row has these values."""

    def check(row: Row, fields: dict[str, Any]) -> bool:
        assert {name: getattr(row, name) for name in fields} == fields
        return True

    return check


@pytest.fixture(scope="session")
def library() -> list[Row]:
    """A few well-known works, some of like title."""
    return [
        _row("arxiv:1706.03762", "Attention Is All You Need", "Vaswani", "Shazeer", year=2017, type="preprint",
             venue="arXiv"),
        _row("nips:7181", "Attention is All you Need", "Vaswani", "Shazeer", year=2017, type="inproceedings",
             venue="Advances in Neural Information Processing Systems 30", pages="5998–6008"),
        _row("doi:10.18653/v1/n19-1423", "BERT: Pre-training of Deep Bidirectional Transformers for Language"
             " Understanding", "Devlin", "Chang", "Lee", "Toutanova", year=2019, doi="10.18653/v1/N19-1423",
             type="proceedings-article", venue="Proceedings of NAACL-HLT 2019"),
        _row("doi:10.1038/nature14539", "Deep learning", "LeCun", "Bengio", "Hinton", year=2015,
             doi="10.1038/nature14539", type="journal-article", venue="Nature", volume="521"),
        _row("book:dl", "Deep Learning", "Goodfellow", "Bengio", "Courville", year=2016, type="book",
             publisher="MIT Press", isbn=("978-0-262-03561-3",)),
        _row("acl:P02-1040", "Bleu: a Method for Automatic Evaluation of Machine Translation", "Papineni", "Roukos",
             year=2002, type="proceedings-article", venue="Proceedings of ACL 2002"),
        _row("doi:10.1109/cvpr.2016.90", "Deep Residual Learning for Image Recognition", "He", "Zhang", "Ren", "Sun",
             year=2016, doi="10.1109/CVPR.2016.90", type="inproceedings", venue="CVPR"),
    ]  # fmt: skip
