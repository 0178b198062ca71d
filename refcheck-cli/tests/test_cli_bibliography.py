"""``refcheck verify FILE.bib``: whole bibliographies."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from refcheck_cli.progress import Progress
from refcheck_cli.table import bibliography_lines
from refcheck_cli.terminal import Page
from refcheck_core.models.answer import CandidateAnswer, VerificationAnswer
from refcheck_core.models.bibliography import BibliographyAnswer, CheckedEntry

BIB = r"""
@article{vaswani, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam}, year={2017}}
@article{grafted, title={Attention Is All You Need}, author={Hinton, Geoffrey}, year={2015}}
@article{invented, title={A Paper That Nobody Wrote}, author={Roe, Jane}, year={2019}}
@misc{empty, year={2001}}
@article{open, title={Never closed
"""
RUN = "import sys; sys.path.insert(0, {site!r}); from refcheck_cli.main import main; sys.exit(main())"
GOOD = "@article{v, title={Attention Is All You Need}, author={Vaswani, Ashish and Shazeer, Noam}, year={2017}}\n"


@pytest.fixture
def bib(tmp_path):
    path = tmp_path / "paper.bib"
    path.write_text(BIB)
    return path


def rows(out):
    return {
        line[2:].split()[0]: line
        for line in out.splitlines()[1:]
        if line[:2] in {"  ", "! ", "!!", "? "} and line[2:3].strip()
    }


def test_every_entry_has_a_row_with_what_is_wrong(refcheck, install, bib):
    install("good")
    code, out, err = refcheck("verify", str(bib))
    assert (code, err) == (1, "")
    assert out.splitlines()[0].split() == ["key", "verdict", "conf.", "what", "is", "wrong"]
    found = rows(out)
    assert list(found) == ["vaswani", "grafted", "invented", "empty", "open"]
    assert found["vaswani"].split() == ["vaswani", "verified", "1.00"]
    assert found["grafted"].startswith("! grafted")
    assert "Author mismatch: claimed 'Geoffrey Hinton'" in found["grafted"]
    assert "Year mismatch: claimed 2015, found 2017." in out
    assert found["invented"].startswith("!!invented")
    assert "NOT FOUND" in found["invented"]
    assert "Line 5: It has neither a title nor an identifier." in found["empty"]
    assert "Line 6: It cannot be read: the entry is not closed." in found["open"]
    assert "5 entries: 1 verified, 1 partial_match, 1 not found, 2 unreadable" in out
    assert "not found    invented" in out
    assert "unreadable   empty, open" in out
    assert "answered   good" in out


def test_where_all_is_verified_the_exit_code_is_0(refcheck, install, tmp_path):
    install("good")
    path = tmp_path / "odd name.BIB"
    path.write_text(GOOD)
    assert refcheck("verify", str(path))[0] == 0
    assert refcheck("verify", "--bib", str(path))[0] == 0


def test_a_script_can_look_at_the_verdicts_without_an_exit_code_of_1(refcheck, install, bib):
    install("good")
    assert refcheck("verify", str(bib))[0] == 1
    assert refcheck("verify", str(bib), "--exit-zero")[0] == 0
    assert refcheck("verify", "--title", "No Such Work at All", "--exit-zero")[0] == 0
    assert refcheck("verify", str(bib.with_name("absent.bib")), "--exit-zero")[0] == 2


def test_json(refcheck, install, bib):
    install("good")
    code, out, err = refcheck("verify", str(bib), "--json")
    answer = json.loads(out)
    assert (code, err) == (1, "")
    assert answer["counts"] == {"verified": 1, "partial_match": 1, "not_found": 1, "unreadable": 2}
    assert answer["file"] == str(bib)
    first, last = answer["entries"][0], answer["entries"][-1]
    assert (first["key"], first["line"], first["entry_type"], first["result"]) == ("vaswani", 2, "article", "verified")
    assert first["answer"]["verified"]
    assert (last["key"], last["answer"], last["problem"]) == (
        "open",
        None,
        "It cannot be read: the entry is not closed.",
    )
    assert set(answer) == {
        "file", "entries", "counts", "repeated_keys", "sources_checked", "sources_failed", "sources_skipped", "remarks",
    }  # fmt: skip


def test_stdin(install, tmp_path):
    install("good")
    script = RUN.format(site=str(tmp_path / "site"))
    done = subprocess.run(
        [sys.executable, "-c", script, "verify", "--bib", "-"], input=GOOD, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "1 entry: 1 verified" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nix.bib"], "nix.bib cannot be read: No such file"),
        (["--bib", "."], ". cannot be read: Is a directory"),
        (["--bib", "{bib}", "a citation"], "leave out a citation."),
        (["{bib}", "--title", "x", "--author", "y"], "leave out --title, --author."),
        (["--bib", "{empty}"], "holds no BibTeX entry."),
        (["{bib}", "--database", "nix"], "no source of that name is installed"),
    ],
)
def test_what_cannot_be_done_is_a_usage_error(refcheck, install, bib, arguments, told):
    install("good")
    empty = bib.with_name("empty.bib")
    empty.write_text("Just text.")
    code, out, err = refcheck("verify", *(a.format(bib=bib, empty=empty) for a in arguments))
    assert (code, out) == (2, "")
    assert told in err


def test_a_huge_file_is_refused(refcheck, install, bib, monkeypatch):
    install("good")
    monkeypatch.setattr("refcheck_cli.bibliography.LARGEST", 10)
    code, _, err = refcheck("verify", str(bib))
    assert code == 2
    assert "it is no bibliography" in err


@pytest.mark.parametrize(
    "citation", ["see the file refs.bib", "Roe, J. A long title " + "of words " * 30 + ". 2019. y.bib"]
)
def test_a_citation_that_ends_like_a_file_is_still_one(refcheck, install, citation):
    install("good")
    code, out, _ = refcheck("verify", citation)
    assert code == 1
    assert out.startswith("not_found")


def test_where_no_database_can_be_asked_nothing_is_checked(refcheck, install, bib):
    install("down", """
        from refcheck_core import SourceInfo, SourceUnavailable, hookimpl

        class Down:
            @hookimpl
            def describe(self, settings):
                return SourceInfo(name="down", title="Down", home_page="https://example.org", version="1")

            @hookimpl
            async def search(self, ctx, query):
                raise SourceUnavailable("is down")

        source = Down()
    """)  # fmt: skip
    code, out, err = refcheck("verify", str(bib))
    assert (code, out) == (3, "")
    assert "is down" in err
    code, out, _ = refcheck("verify", str(bib), "--json")
    assert code == 3
    assert json.loads(out)["error"] == "not_checked"


class TestTable:
    def entry(self, key="key", result="verified", **fields):
        answer = None
        if result in {"verified", "partial_match", "not_found"}:
            given = {"verdict": result, "verified": result == "verified", "confidence": 0.849, "conclusive": True}
            answer = VerificationAnswer(**{**given, **fields.pop("answer", {})})
        return CheckedEntry(key=key, line=7, result=result, answer=answer, **fields)

    def lines(self, *entries, page=None, **fields):
        counts = {}
        for entry in entries:
            counts[entry.result] = counts.get(entry.result, 0) + 1
        answer = BibliographyAnswer(entries=list(entries), counts=counts, **fields)
        return list(bibliography_lines(answer, page or Page()))

    def test_a_score_below_the_threshold_is_not_rounded_up_to_it(self):
        assert " 0.84" in self.lines(self.entry())[1]

    def test_warnings_and_faults_stand_below_errors(self):
        answer = {"errors": ["E."], "warnings": ["W."], "info": ["I."]}
        shown = self.lines(self.entry(result="partial_match", answer=answer, faults=["F."]))
        assert [line.split()[-1] for line in shown[1:4]] == ["E.", "F.", "W."]
        assert not any("I." in line for line in shown)

    def test_the_closest_work_is_named(self):
        work = CandidateAnswer(
            number=1, score=0.4, sources=["x"], title="T", authors=["Jane Roe"], author_count=2, year=2001
        )
        shown = self.lines(self.entry(result="not_found", answer={"possible_match": work}))
        assert shown[1].endswith("The closest work is 'T' by Jane Roe et al. (2001).")

    def test_a_work_of_another_title_is_named_where_much_else_agrees(self):
        fields = {"sources": ["x"], "title": "T", "authors": ["Jane Roe"], "author_count": 1}
        works = [CandidateAnswer(number=n, score=score, **fields) for n, score in ((1, 0.49), (2, 0.4))]
        shown = self.lines(self.entry(result="not_found", answer={"candidates": works}))
        assert shown[1].endswith("No work of such a title was found; the closest is 'T' by Jane Roe.")
        works = [CandidateAnswer(number=1, score=0.3, **fields)]  # venue and year are those of many works
        shown = self.lines(self.entry(result="not_found", answer={"candidates": works}))
        assert shown[1].endswith("Nothing like it was found.")

    def test_why_it_is_not_conclusive_is_said_once(self):
        open_ = {"conclusive": False, "why_inconclusive": "x could not be asked."}
        both = [self.entry("a", "not_found", answer=open_), self.entry("b", "not_found", answer=open_)]
        assert "Not conclusive: x could not be asked." in self.lines(*both)
        assert "Not conclusive for a: x could not be asked." in self.lines(both[0], self.entry("b", "not_found"))
        partial = self.entry("c", "partial_match", answer=open_)
        assert not any("Not conclusive" in line for line in self.lines(partial))

    def test_repeated_keys_unchecked_retractions_and_unchecked_entries(self):
        entries = [
            self.entry("a", answer={"info": ["Retraction status not checked: nobody."]}),
            self.entry("", "not_checked", problem="No database could be asked."),
        ]
        shown = "\n".join(self.lines(*entries, repeated_keys=["a"]))
        assert "Given more than once: a. BibTeX refuses that." in shown
        assert "could not be checked for 1 of the works found" in shown
        assert "not checked  (line 7)" in shown
        assert "? (line 7)" in shown

    def test_on_a_narrow_terminal_long_keys_and_sentences_are_wrapped(self):
        entry = self.entry("k" * 40, "partial_match", answer={"errors": ["word " * 30]})
        shown = self.lines(entry, page=Page(width=80))
        assert shown[1] == "! " + "k" * 40
        assert len(shown[2:]) > 3
        assert all(len(line) <= 80 for line in shown)

    def test_colour_marks_what_is_to_be_looked_at(self):
        shown = self.lines(self.entry("a", "not_found"), page=Page(colour=True))
        assert "\x1b[1;31mNOT FOUND\x1b[0m" in shown[1]

    def test_text_of_files_cannot_steer_the_terminal(self):
        assert "\x1b" not in "".join(self.lines(self.entry("a\x1b[2J", "unreadable", problem="\x1b[0m")))


class Terminal(io.StringIO):
    def isatty(self):
        return True


class TestProgress:
    def test_a_bar_that_is_wiped_out(self, monkeypatch):
        now = [100.0]
        monkeypatch.setattr("refcheck_cli.progress.time.monotonic", lambda: now[0])
        stream = Terminal()
        with Progress(stream, {}, "entries checked") as progress:
            for done in range(1, 5):
                now[0] += 2.0
                progress.show(done, 4)
                progress.show(done, 4 if done == 4 else 5)  # too soon to draw
        drawn = stream.getvalue()
        assert "[#######.......................] 1 of 4 entries checked, 6 s left" in drawn
        assert "4 of 4 entries checked" in drawn
        assert drawn.endswith("\r\x1b[K")
        assert drawn.count("1 of") == 1

    def test_minutes(self, monkeypatch):
        now = [100.0]
        monkeypatch.setattr("refcheck_cli.progress.time.monotonic", lambda: now[0])
        stream = Terminal()
        with Progress(stream, {}, "x") as progress:
            now[0] += 60
            progress.show(1, 10)
        assert ", 9 min left" in stream.getvalue()

    @pytest.mark.parametrize(("stream", "environ"), [(io.StringIO(), {}), (Terminal(), {"TERM": "dumb"})])
    def test_nothing_where_it_cannot_be_drawn(self, stream, environ):
        with Progress(stream, environ, "x") as progress:
            progress.show(1, 2)
        assert stream.getvalue() == ""

    def test_on_a_real_terminal(self, install, bib, tmp_path):
        install("good")
        script = RUN.format(site=str(tmp_path / "site"))
        leader, follower = pytest.importorskip("pty").openpty()
        try:
            done = subprocess.run(
                [sys.executable, "-c", script, "verify", str(bib)], stdout=subprocess.PIPE, stderr=follower, check=False
            )
            drawn = os.read(leader, 10_000).decode()
        finally:
            os.close(follower)
            os.close(leader)
        assert done.returncode == 1
        assert "3 of 3 entries checked" in drawn
        assert b"entries checked" not in done.stdout


@pytest.mark.parametrize("form", [["--json"], []])
def test_a_reader_that_goes_away_ends_it_without_a_word(install, tmp_path, form):
    install("good")
    bib = tmp_path / "long.bib"
    bib.write_text("".join(f"@misc{{key{n}, title={{Attention Is All You Need}}, year=1999}}\n" for n in range(300)))
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "refcheck_cli", "verify", str(bib), *form],
        check=False,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "REFCHECK_LOG_LEVEL": "ERROR"},
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


CLAIM = ["verify", "--title", "Attention Is All You Need", "--author", "Ashish Vaswani", "--author", "et al."]


def shell(tmp_path, redirection, *arguments):
    """The command in a shell, with a stream closed or full."""
    line = f'"$0" -m refcheck_cli "$@" {redirection}'
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "REFCHECK_LOG_LEVEL": "ERROR"}
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, *arguments], check=False, capture_output=True, text=True, env=env
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize(
    "arguments", [CLAIM, [*CLAIM, "--json"], ["bibtex", "--doi", "10.1000/known"], ["--version"]], ids=len
)
def test_a_full_disk_is_told(install, tmp_path, arguments):
    install("good")
    code, _, err = shell(tmp_path, "> /dev/full", *arguments)
    assert (code, err.splitlines()[-1]) == (3, "refcheck: The answer cannot be written: No space left on device.")
    assert "nothing was checked" not in err


@pytest.mark.parametrize(
    ("closed", "arguments", "code"),
    [
        (">&-", CLAIM, 0),
        ("2>&-", ["verify"], 2),
        ("2>&-", ["verify", "--nonsense"], 2),
        ("<&-", ["verify", "-"], 2),
        ("<&-", ["verify", "--bib", "-"], 2),
    ],
)
def test_a_closed_stream_is_an_empty_one(install, tmp_path, closed, arguments, code):
    install("good")
    found, out, err = shell(tmp_path, closed, *arguments)
    assert (found, out) == (code, "")
    assert "Traceback" not in err
    assert "failed inside" not in err
