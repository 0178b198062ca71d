"""`refcheck index` and the commands that ask what it built, as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

ATTENTION = {
    "id": "nips:7181",
    "title": "Attention is All you Need",
    "authors": [{"given": "Ashish", "family": "Vaswani"}],
    "year": 2017,
    "venue": "Advances in Neural Information Processing Systems 30",
    "type": "inproceedings",
}


@pytest.fixture
def refcheck(tmp_path):
    """Runs the command without network."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "COVERAGE_PROCESS_START") if name in os.environ}
    environment = {
        **kept,
        "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
        "REFCHECK_STATE_DIR": str(tmp_path / "state"),
        "REFCHECK_LOCAL_INDEX": str(tmp_path / "index"),
        "REFCHECK_OFFLINE": "on",
        "REFCHECK_LOG_LEVEL": "ERROR",
    }

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "refcheck_cli", *map(str, arguments)]
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120, env=environment)

    return run


def test_what_was_built_is_asked(refcheck, tmp_path) -> None:
    claim = ("verify", "--title", "Attention Is All You Need", "--author", "Ashish Vaswani", "--json")
    before = refcheck(*claim)
    assert before.returncode == 3
    (tmp_path / "works.jsonl").write_text(json.dumps(ATTENTION) + "\n")
    built = refcheck("index", "build", tmp_path / "works.jsonl")
    assert (built.returncode, built.stderr) == (0, "works.jsonl: 1 work\n")
    after = refcheck(*claim)
    answer = json.loads(after.stdout)
    assert answer["verdict"] == "verified"
    assert answer["sources_checked"] == ["local"]
    info = json.loads(refcheck("index", "info", "--json").stdout)
    assert (info["records"], info["inputs"][0]["name"]) == (1, "works.jsonl")
    assert refcheck("index", "verify").returncode == 0
    assert refcheck("index", "remove", "--id", "nips:7181").returncode == 0
    assert json.loads(refcheck(*claim).stdout)["verdict"] == "not_found"


def test_faults_have_the_exit_codes_of_the_manual(refcheck, tmp_path) -> None:
    missing = refcheck("index", "info")
    assert missing.returncode == 3
    assert "There is no index in" in missing.stderr
    unknown = refcheck("index", "build", tmp_path / "none.bib")
    assert unknown.returncode == 2
    assert "none.bib cannot be read" in unknown.stderr
    assert refcheck("index").returncode == 2
    assert refcheck("index", "build", "--help").returncode == 0


def test_help_names_it_and_stays_light(refcheck) -> None:
    assert "build and keep an index" in refcheck("--help").stdout
    script = (
        "import sys; from refcheck_local import command; "
        "heavy = {'tantivy', 'msgspec', 'pydantic', 'tqdm', 'portalocker', 'asyncio'}; "
        "sys.exit(bool(heavy & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
