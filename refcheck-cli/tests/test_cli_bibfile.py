"""A .bib file is added to, and never harmed."""

from __future__ import annotations

import multiprocessing
import os
import stat
import sys

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from refcheck_cli import bibfile
from refcheck_cli.bibfile import BibFileError, add, check
from refcheck_core.models.export import EntryAnswer


def entry(key="he2016deep", doi="10.1000/new", title="A title", **fields):
    values = {"title": title, **({"doi": doi} if doi else {}), **fields}
    return EntryAnswer(input=doi or title, citation_key=key, entry_type="misc", fields=values, source_api="test")


OLD = "% my references\n@article{He2016Deep,\n  title = {Another work},\n  doi = {10.1000/old},\n}\n"
NEW = "@misc{he2016deep,\n  title = {A title},\n  doi = {10.1000/new},\n}\n"


@pytest.fixture
def bib(tmp_path):
    return tmp_path / "refs.bib"


def left_over(folder):
    return [path.name for path in folder.iterdir() if path.name.startswith(".")]


def test_a_new_file_has_the_usual_mode(bib):
    check(str(bib))
    added = add(str(bib), [entry()])
    assert bib.read_text() == NEW
    assert ([e.citation_key for e in added.new], added.present) == (["he2016deep"], ())
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(bib.stat().st_mode) == 0o666 & ~umask
    assert left_over(bib.parent) == []


@pytest.mark.parametrize(
    ("old", "between"),
    [
        (b"", b""),
        (b"\n", b""),
        (OLD.encode(), b"\n"),
        (OLD.encode() + b"\n", b""),
        (OLD.rstrip().encode(), b"\n\n"),
        (OLD.replace("\n", "\r\n").encode(), b"\r\n"),
        (OLD.rstrip().replace("\n", "\r\n").encode(), b"\r\n\r\n"),
        (b"\xef\xbb\xbf" + OLD.encode(), b"\n"),
        (OLD.replace("my", "m\xfcde").encode("latin-1"), b"\n"),
    ],
)
def test_old_bytes_stay_and_new_ones_follow(bib, old, between):
    bib.write_bytes(old)
    key = "he2016deepa" if b"He2016" in old else "he2016deep"
    added = add(str(bib), [entry()])
    assert [e.citation_key for e in added.entries] == [key]
    new = NEW.replace("he2016deep", key).encode()
    assert bib.read_bytes() == old + between + (new.replace(b"\n", b"\r\n") if b"\r\n" in old else new)
    again = bib.read_bytes()
    repeated = add(str(bib), [entry()])
    assert (bib.read_bytes(), [e.citation_key for e in repeated.present], repeated.new) == (again, [key], ())


def test_an_entry_whose_doi_is_there_is_not_repeated(bib):
    bib.write_text(OLD)
    added = add(str(bib), [entry("x", doi="10.1000/OLD"), entry("y")])
    assert [e.citation_key for e in added.entries] == ["He2016Deep", "y"]
    assert [e.citation_key for e in added.present] == ["He2016Deep"]
    assert bib.read_text() == OLD + "\n" + NEW.replace("he2016deep", "y")


def test_an_entry_without_doi_is_not_repeated_either(bib):
    add(str(bib), [entry(doi=None), entry("z", doi=None, title="Z", url="https://example.org/z")])
    before = bib.read_bytes()
    assert add(str(bib), [entry(doi=None), entry("zz", doi=None, title="Z", url="https://example.org/z")]).new == ()
    assert bib.read_bytes() == before
    assert [e.citation_key for e in add(str(bib), [entry(doi=None, title="Other")]).new] == ["he2016deepa"]


def test_links_are_followed_and_modes_kept(bib, tmp_path):
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "library.bib"
    target.write_text(OLD)
    target.chmod(0o640)
    bib.symlink_to(target)
    add(str(bib), [entry("x")])
    assert bib.is_symlink()
    assert target.read_text().startswith(OLD)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    dangling = tmp_path / "dangling.bib"
    dangling.symlink_to(tmp_path / "real" / "made.bib")
    add(str(dangling), [entry("x")])
    assert dangling.is_symlink()
    assert (tmp_path / "real" / "made.bib").exists()


@pytest.mark.parametrize("declared", [b"% Encoding: ISO8859_1\n", b"% m\xfcde\n"])
def test_text_beyond_ascii_does_not_get_into_a_file_that_is_not_utf8(bib, declared):
    bib.write_bytes(declared)
    with pytest.raises(BibFileError, match="is not in UTF-8, so the character 'é'"):
        add(str(bib), [entry(title="é")])
    assert bib.read_bytes() == declared
    add(str(bib), [entry()])
    assert bib.read_bytes() == declared + b"\n" + NEW.encode()


@pytest.mark.parametrize("declared", [b"% Encoding: UTF-8\n", b"% Encoding: utf8\n", "% é\n".encode()])
def test_text_beyond_ascii_gets_into_a_file_that_is_utf8(bib, declared):
    bib.write_bytes(declared)
    add(str(bib), [entry(title="中文")])
    assert "中文" in bib.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (OLD.encode("utf-16"), "is UTF-16 or no text"),
        (b"\x00\x01", "is UTF-16 or no text"),
        (OLD.rstrip("}\n").encode(), "the entry that begins in line 2 is not closed"),
    ],
)
def test_a_file_that_cannot_be_added_to_is_refused_beforehand(bib, data, told):
    bib.write_bytes(data)
    for refuse in (lambda: check(str(bib)), lambda: add(str(bib), [entry()])):
        with pytest.raises(BibFileError, match=told):
            refuse()
    assert bib.read_bytes() == data


def test_what_is_no_file_is_refused(tmp_path, bib):
    with pytest.raises(BibFileError, match="no regular file"):
        check(str(tmp_path))
    with pytest.raises(BibFileError, match="there is no folder"):
        check(str(tmp_path / "nowhere" / "refs.bib"))
    bib.symlink_to(bib)
    with pytest.raises(BibFileError, match="cannot be read or written"):
        check(str(bib))


@pytest.mark.parametrize(
    ("held", "batch", "given"),
    [
        (
            ["roo2010wombat", "roo2010wombata"],
            ["roo2010wombat", "roo2010wombata"],
            ["roo2010wombatb", "roo2010wombatc"],
        ),
        (["Roo2010Wombata"], ["roo2010wombat", "roo2010wombata"], ["roo2010wombat", "roo2010wombatb"]),
        (["roo2010wombat"], ["roo2010wombat", "roo2010wombata"], ["roo2010wombatb", "roo2010wombata"]),
        (["li2010ab"], ["li2010ab"], ["li2010aba"]),  # no tail: the word ends so
        (["x", "xa", "xb"], ["x", "xa", "xb"], ["xc", "xd", "xe"]),
    ],
)
def test_no_key_gets_a_second_tail(bib, held, batch, given):
    add(str(bib), [entry(key, doi=f"10.1000/held.{n}", title=f"Held {n}") for n, key in enumerate(held)])
    added = add(str(bib), [entry(key, doi=f"10.1000/new.{n}", title=f"New {n}") for n, key in enumerate(batch)])
    assert [e.citation_key for e in added.new] == given


def test_write_protection_is_kept(bib, monkeypatch):
    bib.write_text(OLD)
    monkeypatch.setattr(bibfile.os, "access", lambda path, mode: path != bib)  # root may write anything
    with pytest.raises(BibFileError, match="is write-protected"):
        check(str(bib))
    monkeypatch.setattr(bibfile.os, "access", lambda path, mode: path == bib)
    with pytest.raises(BibFileError, match="no file can be made in its folder"):
        check(str(bib))


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("place", ["fsync", "chmod"])
def test_a_fault_in_writing_leaves_the_old_file_and_nothing_else(bib, monkeypatch, fault, place):
    bib.write_text(OLD)

    def fail(*_):
        raise fault

    if place == "fsync":
        monkeypatch.setattr(bibfile.os, "fsync", fail)
    else:
        monkeypatch.setattr(bibfile.Path, "chmod", fail)
    with pytest.raises((BibFileError, KeyboardInterrupt)):
        add(str(bib), [entry()])
    assert bib.read_text() == OLD
    assert left_over(bib.parent) == []


@pytest.mark.skipif(not os.access("/dev/full", os.W_OK), reason="no /dev/full here")
def test_a_device_is_refused():
    with pytest.raises(BibFileError, match="no regular file"):
        check("/dev/full")


def test_a_change_by_another_program_is_not_lost(bib, monkeypatch):
    bib.write_text(OLD)
    real, changes = bibfile._addition, []

    def change_once(*arguments):
        if not changes:
            changes.append(True)
            bib.write_text(OLD + "@misc{x,}\n")
        return real(*arguments)

    monkeypatch.setattr(bibfile, "_addition", change_once)
    add(str(bib), [entry("y")])
    assert bib.read_text() == OLD + "@misc{x,}\n\n" + NEW.replace("he2016deep", "y")
    monkeypatch.setattr(bibfile, "_addition", lambda *_: bib.write_text(bib.read_text() + "% more\n") and b"")
    with pytest.raises(BibFileError, match="again and again"):
        add(str(bib), [entry("z", doi="10.1000/z")])
    assert left_over(bib.parent) == []


def _add_one(path, number):
    add(path, [entry("same", doi=f"10.1000/{number}")])


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_processes_that_add_at_once_lose_nothing(bib):
    context = multiprocessing.get_context("spawn")
    with context.Pool(4) as pool:
        pool.starmap(_add_one, [(str(bib), number) for number in range(12)])
    found = bibfile.scan(bib.read_text())
    assert len(set(found.keys)) == len(found.keys) == 12
    assert {entry.fields["doi"] for entry in found.entries} == {f"10.1000/{number}" for number in range(12)}


OLD_FILES = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from([OLD, NEW, "\r\n", "\n", "% Encoding: X\n", "@misc{", "}", "é", " "]), max_size=6).map(
        lambda parts: "".join(parts).encode()
    ),
)


@example(old=b"\x80\x1a", doi="10.1000/new", title="")
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    old=OLD_FILES, doi=st.sampled_from(["10.1000/new", "10.1000/old", "10.1000/x"]), title=st.text("a{é中 ", max_size=5)
)
def test_whatever_the_file_holds_its_bytes_stay(bib, old, doi, title):
    bib.write_bytes(old)
    title = title.replace("{", "").replace("}", "")
    try:
        added = add(str(bib), [entry(doi=doi, title=title), entry(doi="10.1000/two")])
    except BibFileError:
        assert bib.read_bytes() == old
    else:
        assert bib.read_bytes().startswith(old)
        assert len({e.citation_key.lower() for e in added.entries}) == 2
        assert add(str(bib), added.entries).new == ()
    assert left_over(bib.parent) == []


@pytest.mark.parametrize("refuse", [check, lambda path: add(path, [entry("x")])], ids=["check", "add"])
def test_a_file_of_several_names_is_refused(bib, tmp_path, refuse):
    bib.write_text(OLD)
    os.link(bib, tmp_path / "other.bib")
    with pytest.raises(BibFileError, match=r"is one file under 2 names \(hard links\)"):
        refuse(str(bib))
    assert bib.samefile(tmp_path / "other.bib")
    assert bib.read_text() == OLD


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (bytes(range(1, 256)), "27 of its 255 bytes are control characters and it is not UTF-8"),
        (b"\x01\x02" * 40, "80 of its 80 bytes are control characters"),
        (OLD.encode() + b"\xff\x02", "1 of its 95 bytes is control character"),
    ],
)
def test_what_is_no_text_is_refused(bib, data, told):
    bib.write_bytes(data)
    with pytest.raises(BibFileError, match="is no text: "):
        check(str(bib))
    with pytest.raises(BibFileError, match=told.split(" of ")[0]):
        add(str(bib), [entry("x")])
    assert bib.read_bytes() == data


@pytest.mark.parametrize("data", [b"% a\x0cb\n", b"% copied\x02text\n", b"% old\n\x1a", b"% m\xfcde\n\x1a"])
def test_odd_text_is_text(bib, data):
    bib.write_bytes(data)
    assert len(add(str(bib), [entry("x")]).new) == 1
    assert bib.read_bytes().startswith(data)
