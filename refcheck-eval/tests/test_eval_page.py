"""The page: complete in itself, and no text of a database or gold file becomes markup."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import html.parser
import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refcheck_core.models import Author, Candidate, Claim, Discrepancy, Record, TraceStep, Verification, Work
from refcheck_eval.baseline import Baseline, compare
from refcheck_eval.model import Gold
from refcheck_eval.page import page_of
from refcheck_eval.report import Checked, Run, SourceFault, build_report

ATTACKS = (
    "<script>document.title='owned'</script>",
    "</title><img src=x onerror=document.title='owned'>",
    "\"'><svg onload=document.title='owned'>",
    "</style></table></article><iframe src=javascript:document.title='owned'>",
    "&lt;b&gt; \u202egnihtemos\u202c \x00\x1b[31m",
    "<!-- --!> <![CDATA[ ]]> <base href=https://evil.example.org>",
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Parsed(html.parser.HTMLParser):
    """What a page is made of."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.open, self.shown = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.shown.append(data)


def report_of(text, problem=None):
    """A report whose every text is this one."""
    record = Record(
        source="demo", title=text, authors=(Author(literal=text),), venue=text, pages=text, doi=text, year=2001
    )
    work = Work(records=(record,))
    claim = Claim(title=text, authors=(Author(literal=text),), authors_truncated=True, venue=text, citation=text)
    answer = Verification(
        claim=claim,
        verdict="verified",
        confidence=0.9,
        conclusive=False,
        why_inconclusive=text,
        matched=work,
        discrepancies=(Discrepancy(field="title", severity="warning", message=text),),
        candidates=(Candidate(work=work, score=0.5),),
        trace=(TraceStep(step=text, detail=text),),
    )
    gold = Gold(id=text, label="fabricated", kind=text, claim=claim, no_work=True, notes=text)
    run = Run(
        seconds=1.0,
        requests={text: 3},
        source_errors=(SourceFault(text, text, text),),
        databases=(text,),
        replayed=True,
    )
    refused = Gold(id="refused", label="real", problem=text)
    unanswered = Checked(Gold(id="unanswered", label="real", claim=claim), None, problem or text)
    report = build_report([Checked(gold, answer), Checked(refused), unanswered], run)
    before = [dataclasses.replace(case.judged, verdict="not_found") for case in report.cases]
    earlier = Baseline(text, {judged.id: judged for judged in before})
    return dataclasses.replace(report, comparison=compare(earlier, [case.judged for case in report.cases]))


def test_it_shows_claim_beside_work_with_faults_and_trace():
    page = page_of(report_of("A work & more"), ["some/folder/gold.jsonl"])
    shown = " ".join(Parsed(page).shown)
    for text in (
        "refcheck eval: gold.jsonl",
        "a fabricated reference is verified",
        "the work is not the one that is meant: none",
        "not checked",
        "A work & more, et al.",
        "claimed",
        "Trace",
        "Works considered",
        "Not conclusive: A work & more",
        "answers and counts are those of a recording",
        "expected calibration error",
        "Since A work & more",
        "3 broken, 0 fixed, 0 changed otherwise, 0 as before.",
        "Over the references of both",
    ):
        assert text in shown
    assert "some/folder" not in page


def row_of(page, name):
    return re.search(rf"<tr[^>]*><th>{name}</th>.*?</tr>", page)[0]


@pytest.mark.parametrize(("severity", "is_marked"), [("error", True), ("warning", True), ("info", False)])
def test_fields_that_differ_are_marked_and_hints_are_not(answer_of, work_of, gold_of, severity, is_marked):
    answer = answer_of("partial_match", work_of(doi="10.1000/x"), [("doi", severity, "A sentence.")])
    page = page_of(build_report([Checked(gold_of(), answer)], Run(seconds=0.0, requests={})))
    assert ('class="differs"' in row_of(page, "doi")) is is_marked
    assert "differs" not in row_of(page, "title")


def test_where_nothing_was_found_it_says_so(answer_of, gold_of):
    answer = answer_of("not_found", candidates=(), discrepancies=[("doi", "error", "It is of another work.")])
    page = page_of(build_report([Checked(gold_of(), answer)], Run(seconds=0.0, requests={})))
    assert "nothing found" in page
    assert 'class="differs"' not in page


@pytest.mark.parametrize("attack", ATTACKS)
def test_text_never_becomes_markup(attack):
    harmless, page = (Parsed(page_of(report_of(text), [text])) for text in ("a", attack))
    assert page.tags == harmless.tags
    assert [name for name, _ in page.attributes] == [name for name, _ in harmless.attributes]
    assert not page.open


@given(st.text(max_size=40))
def test_any_text_leaves_the_markup_as_it_is(text):
    page = Parsed(page_of(report_of(f"x{text}"), [f"x{text}"]))
    assert page.tags == Parsed(page_of(report_of("x"), ["x"])).tags
    assert not page.open


def test_nothing_is_loaded_and_nothing_can_run():
    page = page_of(report_of("a"))
    parsed = Parsed(page)
    assert not {"script", "img", "link", "iframe", "object", "embed", "form", "base"} & set(parsed.tags)
    assert not [value for name, value in parsed.attributes if name in {"src", "srcset", "style", "action"}]
    assert not [name for name, _ in parsed.attributes if name.startswith("on")]
    assert {value[0] for name, value in parsed.attributes if name == "href"} == {"#"}
    assert "url(" not in page
    assert "@import" not in page
    policy = re.search(r'Policy" content="([^"]+)"', page)[1]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_characters_that_hide_or_turn_others_are_left_out():
    page = page_of(report_of(ATTACKS[4]))
    assert not set("\u202e\u202c\x00\x1b") & set(page)


def test_every_link_leads_to_a_place_of_the_page():
    for report in (report_of("a"), build_report([], Run(seconds=0.0, requests={}))):
        page = Parsed(page_of(report))
        places = [value for name, value in page.attributes if name == "id"]
        assert len(set(places)) == len(places)
        links = {value.removeprefix("#") for name, value in page.attributes if name == "href"}
        assert {"figures", "kinds", "calibration", "faults", "errors"} <= links <= set(places)


def test_a_run_without_errors_or_references():
    page = page_of(build_report([], Run(seconds=0.0, requests={})))
    shown = " ".join(Parsed(page).shown)
    assert "Errors: 0" in shown
    assert "–" in shown
    assert "nan" not in shown.lower().split()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("attack", ATTACKS[:4])
def test_a_browser_shows_it_whole_and_runs_nothing(tmp_path, attack):
    file = tmp_path / "page.html"
    file.write_text(page_of(report_of(attack), ["gold.jsonl"]), encoding="utf-8")
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={tmp_path / 'profile'}",
            "--enable-logging=stderr",
            "--dump-dom",
            file.as_uri(),
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "<title>refcheck eval: gold.jsonl</title>" in done.stdout  # a script would have changed it
    assert Parsed(done.stdout).tags.count("article") == 3
    assert "CONSOLE" not in done.stderr, done.stderr  # no policy was broken, nothing failed to load
