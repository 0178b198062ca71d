"""The source as refcheck uses it: where indexes are, what is said of them, libraries in memory, many at once."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from datetime import date
from typing import TYPE_CHECKING

import pytest

import refcheck_local
from refcheck_core import Identifier, IdentifierKind, SearchKind, SearchQuery, SourceContext, SourceUnavailable
from refcheck_core import Settings as CoreSettings
from refcheck_local.holdings import Holdings
from refcheck_local.locations import INDEX_VARIABLE, LIBRARY_VARIABLE, default_index, index_folders, library_files
from refcheck_local.manifest import FILE_NAME, InputInfo, Manifest, write_manifest
from refcheck_local.plugin import LocalSource
from refcheck_local.state import inspect
from refcheck_local.writing import IndexWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from refcheck_local.rows import Row

TODAY = date(2026, 11, 30)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def _build(folder: Path, rows: Sequence[Row], manifest: Manifest | None = None) -> Path:
    with IndexWriter(folder, heap_bytes=20_000_000) as writer:
        writer.add(rows)
        writer.commit(manifest or Manifest(records=len(rows), updated="2026-11-01T00:00:00+00:00"))
    return folder


def _context(source: LocalSource, tmp_path: Path, **settings: str) -> SourceContext:
    environ = {"REFCHECK_CACHE_DIR": str(tmp_path), "REFCHECK_STATE_DIR": str(tmp_path), **settings}
    info = source.describe(CoreSettings.from_environment(environ))
    return SourceContext(info=info, http=None, settings=settings)  # type: ignore[arg-type]


def _title(text: str, **known: object) -> SearchQuery:
    return SearchQuery(kind=SearchKind.TITLE, text=text, **known)  # type: ignore[arg-type]


def test_locations(tmp_path: Path) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    separated = f"{a}{os.pathsep}{b}{os.pathsep}{a}"
    assert index_folders({INDEX_VARIABLE: separated}) == (a, b)
    assert library_files({LIBRARY_VARIABLE: f" {a} "}) == (a,)
    assert index_folders({}) == (default_index(),)
    assert default_index().is_absolute()
    assert library_files({}) == ()


def test_without_index_and_library_it_says_what_to_do(tmp_path: Path) -> None:
    state = inspect([tmp_path / "none"], [])
    assert state.unusable is not None
    assert "refcheck index build" in state.unusable
    assert "--library" in state.unusable


def test_missing_index_beside_a_library_is_no_word_worth(tmp_path: Path) -> None:
    library = tmp_path / "library.bib"
    library.write_text("@misc{a, title={A}}")
    state = inspect([tmp_path / "none"], [library])
    assert (state.unusable, state.remarks, state.title) == (None, (), "your library")


def test_index_and_library_are_named_both(tmp_path: Path) -> None:
    library = tmp_path / "library.bib"
    library.write_text("@misc{a, title={A}}")
    write_manifest(tmp_path, Manifest(updated="2026-11-01"))
    assert inspect([tmp_path], [library], TODAY).title == "your local index and library"


def test_missing_library_is_named(tmp_path: Path) -> None:
    assert "no library file" in str(inspect([tmp_path], [tmp_path / "none.bib"]).unusable)


def test_a_large_library_is_not_read_to_be_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "library.bib"
    library.write_text("no entry")
    assert "holds no reference" in str(inspect([], [library]).unusable)
    monkeypatch.setattr("refcheck_local.state.GLANCE", 3)
    library.write_text("still none")
    assert inspect([], [library]).unusable is None


def test_index_of_another_version_makes_it_unusable(tmp_path: Path) -> None:
    write_manifest(tmp_path, Manifest(schema_version=0))
    assert "older version" in str(inspect([tmp_path], []).unusable)


@pytest.mark.parametrize(
    "changes",
    [
        {"data": "../elsewhere"},
        {"data": "/etc"},
        {"data": ".."},
        {"data": 5},
        {"records": "many"},
        {"inputs": [{"path": None}]},
        {"inputs": [{"path": "a", "rows": "b"}]},
        {"inputs": [{"path": "a", "problem": 5}]},
        {"inputs": 5},
        {"unheard_of": 1},
    ],
)
def test_a_manifest_with_other_values_is_damage(tmp_path: Path, changes: dict[str, object]) -> None:
    write_manifest(tmp_path, Manifest())
    file = tmp_path / FILE_NAME
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    assert "damaged" in str(inspect([tmp_path], []).unusable)


@pytest.mark.parametrize("with_library", [False, True])
@pytest.mark.parametrize("harm", ["version", "manifest", "data"])
def test_an_index_that_cannot_be_read_costs_itself_alone(
    tmp_path: Path, make_row: Callable[..., Row], caplog: pytest.LogCaptureFixture, harm: str, with_library: bool
) -> None:
    row = make_row("a", "Invented Flows of Unreal Fluids")
    good, broken = _build(tmp_path / "good", [row]), _build(tmp_path / "broken", [row])
    manifest = (broken / FILE_NAME).read_text()
    if harm == "data":
        (broken / json.loads(manifest)["data"] / "meta.json").unlink()
    else:
        other = json.loads(manifest) | ({"schema_version": 99} if harm == "version" else {"records": None})
        (broken / FILE_NAME).write_text(json.dumps(other))
    library = tmp_path / "library.bib"
    library.write_text("@misc{a, title={Invented Flows of Unreal Fluids}}")
    folders = [broken] if with_library else [broken, good]
    holdings = Holdings.open(folders, [library] if with_library else [])
    assert [each.title for each in holdings.search(_title(row.title))] == [row.title]
    assert ("is left out" in caplog.text) == (harm != "version")
    assert inspect(folders, [], TODAY).remarks or with_library or harm == "data"
    with pytest.raises(SourceUnavailable):
        Holdings.open([broken], [])


def test_one_of_several_indexes_missing_is_a_remark(tmp_path: Path) -> None:
    write_manifest(tmp_path, Manifest(updated="2026-11-01"))
    state = inspect([tmp_path, tmp_path / "none"], [], TODAY)
    assert (state.unusable, state.title) == (None, "your local index")
    assert [remark for remark in state.remarks if "no index in" in remark]


@pytest.mark.parametrize(
    ("manifest", "remark"),
    [
        (Manifest(updated="2026-11-01T00:00:00+00:00"), None),
        (Manifest(updated="2024-06-09T00:00:00+00:00"), "of 2024-06-09, 904 days old"),
        (Manifest(updated="2026-11-01", inputs=(InputInfo(path="a", data_date="2020-01-01"),)), "of 2020-01-01"),
        (
            Manifest(
                updated="2020-01-01",
                inputs=(InputInfo(path="a", data_date="2020-01-01"), InputInfo(path="b", data_date="2026-10-01")),
            ),
            None,
        ),
        (Manifest(updated="2020-01-01", inputs=(InputInfo(path="a", data_date="June"),)), "of 2020-01-01"),
        (Manifest(), None),
    ],
)
def test_old_index_is_told(tmp_path: Path, manifest: Manifest, remark: str | None) -> None:
    write_manifest(tmp_path, manifest)
    remarks = inspect([tmp_path], [], TODAY).remarks
    assert len(remarks) == (remark is not None)
    assert remark is None or remark in remarks[0]


def test_describing_loads_neither_engine_nor_models(tmp_path: Path) -> None:
    write_manifest(tmp_path, Manifest())
    code = (
        "import sys, refcheck_local; from refcheck_core import Settings;"
        f"info = refcheck_local.source.describe(Settings.from_environment({{'{INDEX_VARIABLE}': {str(tmp_path)!r},"
        "'REFCHECK_CACHE_DIR': '.', 'REFCHECK_STATE_DIR': '.'}));"
        "assert info.unusable is None, info.unusable;"
        "print([name for name in ('tantivy', 'pydantic', 'msgspec', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.anyio
async def test_indexes_and_library_answer_together(
    tmp_path: Path, library: Sequence[Row], make_row: Callable[..., Row]
) -> None:
    first = _build(tmp_path / "first", library[:4])
    second = _build(tmp_path / "second", [*library[3:], make_row("other", "Deep learning", "Nobody", year=1999)])
    file = tmp_path / "mine.bib"
    file.write_text("@article{mine, title={Deep Learning}, author={Mine, Own}, year={2020}, journal={Mine}}")
    source = LocalSource()
    separator = os.pathsep
    context = _context(source, tmp_path, **{INDEX_VARIABLE: f"{first}{separator}{second}", LIBRARY_VARIABLE: str(file)})
    await source.open(context)
    try:
        found = await source.search(context, _title("Deep learning", limit=10))
        ids = [record.source_id for record in found]
        assert len(ids) == len(set(ids))
        assert {"doi:10.1038/nature14539", "book:dl", "other"} <= set(ids)
        assert [r.year for r in found if r.authors[0].family == "Mine"] == [2020]
        mine = await source.search(context, _title("Deep learning", authors=("Mine",), year=2020, limit=1))
        assert [record.year for record in mine] == [2020]
        topic = await source.search(context, SearchQuery(kind=SearchKind.TOPIC, text="deep learning", limit=3))
        assert len(topic) == 3
        dois = await source.lookup_dois(context, ["10.1038/nature14539", "10.1109/cvpr.2016.90", "10.1000/none"])
        assert set(dois) == {"10.1038/nature14539", "10.1109/cvpr.2016.90"}
        versioned = await source.lookup_id(context, Identifier(IdentifierKind.ARXIV, "1706.03762v3"))
        assert versioned is not None
        assert versioned.arxiv_id == "1706.03762"
    finally:
        await source.close(context)


@pytest.mark.anyio
async def test_holdings_are_shared_and_let_go_with_the_last(tmp_path: Path, library: Sequence[Row]) -> None:
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(_build(tmp_path / "index", library))})
    other = _context(source, tmp_path, **context.settings)
    await source.open(context)
    await source.open(context)
    await source.open(other)
    await source.close(context)
    assert await source.search(other, _title("Deep learning"))
    await source.close(other)
    await source.close(other)
    with pytest.raises(SourceUnavailable, match="not open"):
        await source.search(context, _title("Deep learning"))


@pytest.mark.anyio
async def test_opening_that_was_cut_off_goes_on(tmp_path: Path, library: Sequence[Row]) -> None:
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(_build(tmp_path / "index", library))})
    cut = asyncio.ensure_future(source.open(context))
    await asyncio.sleep(0)
    cut.cancel()
    with pytest.raises(asyncio.CancelledError):
        await cut
    await source.open(context)
    assert await source.search(context, _title("Deep learning"))
    await source.close(context)


@pytest.mark.anyio
async def test_library_that_is_too_large_is_told_to_be_indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refcheck_local.holdings.MAX_LIBRARY", 2)
    file = tmp_path / "large.bib"
    file.write_text("".join(f"@misc{{k{n}, title={{Title number {n}}}}}\n" for n in range(3)))
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(tmp_path), LIBRARY_VARIABLE: str(file)})
    with pytest.raises(SourceUnavailable, match=r"too large.*refcheck index build"):
        await source.open(context)


@pytest.mark.anyio
async def test_fullest_row_of_a_doi_answers(tmp_path: Path, make_row: Callable[..., Row]) -> None:
    rows = [
        make_row("a", "A title", doi="10.1000/x"),
        make_row("b", "A title", "Doe", year=2000, doi="10.1000/x", venue="Journal", pages="1-2"),
        make_row("c", "A title", "Doe", doi="10.1000/x", partial=True, venue="Journal", pages="1-2", volume="1"),
    ]
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(_build(tmp_path / "index", rows))})
    await source.open(context)
    record = await source.lookup_doi(context, "10.1000/x")
    await source.close(context)
    assert record is not None
    assert record.source_id == "b"


@pytest.mark.anyio
async def test_a_doi_of_works_of_several_titles_gives_them_all(tmp_path: Path, make_row: Callable[..., Row]) -> None:
    rows = [
        make_row("a", "A title", "Doe", year=2000, doi="10.1000/x", venue="Journal"),
        make_row("b", "A title: and its subtitle", doi="10.1000/x"),
        make_row("c", "Another work", "Roe", doi="10.1000/x"),
        make_row("d", "Another work", "Roe", doi="10.1000/y"),
    ]
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(_build(tmp_path / "index", rows))})
    await source.open(context)
    several = (await source.lookup_dois(context, ["10.1000/x"]))["10.1000/x"]
    one = await source.lookup_doi(context, "10.1000/y")
    none = await source.lookup_doi(context, "10.1000/z")
    await source.close(context)
    assert [r.source_id for r in several] == ["a", "c"]
    assert (one.source_id, none) == ("d", None)


@pytest.mark.anyio
async def test_damage_met_in_a_search_is_a_fault_not_an_absence(tmp_path: Path, library: Sequence[Row]) -> None:
    folder = _build(tmp_path / "index", library)
    store = next(folder.glob("*.store"))
    data = bytearray(store.read_bytes())
    for place in range(4, len(data) - 60, 3):
        data[place] ^= 0x5A
    store.write_bytes(data)
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(folder)})
    with pytest.raises(SourceUnavailable, match="damaged"):  # noqa: PT012  (opening may see it first)
        await source.open(context)
        await source.search(context, _title("Deep learning"))
    await source.close(context)


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["empty.bib", "broken.jsonl"])
async def test_library_without_references_is_a_fault(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("{" if name.endswith("jsonl") else "")
    source = LocalSource()
    context = _context(source, tmp_path, **{INDEX_VARIABLE: str(tmp_path), LIBRARY_VARIABLE: str(tmp_path / name)})
    with pytest.raises(SourceUnavailable, match=name):
        await source.open(context)


def test_manifest_is_readable_by_people(tmp_path: Path) -> None:
    write_manifest(tmp_path, Manifest(records=5))
    assert json.loads((tmp_path / FILE_NAME).read_text())["records"] == 5


def test_plugin_object_is_the_entry_point() -> None:
    assert isinstance(refcheck_local.source, LocalSource)
