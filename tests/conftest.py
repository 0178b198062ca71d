"""What the end-to-end tests share: emulated databases with a few known works, and an environment that points there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the package `emulator`, which is installed nowhere

ATTENTION = {
    "id": "attention",
    "title": "Attention Is All You Need",
    "authors": [
        {"given": "Ashish", "family": "Vaswani"},
        {"given": "Noam", "family": "Shazeer"},
        {"given": "Niki", "family": "Parmar"},
        {"given": "Jakob", "family": "Uszkoreit"},
        {"given": "Llion", "family": "Jones"},
        {"given": "Aidan N.", "family": "Gomez"},
        {"given": "Łukasz", "family": "Kaiser"},
        {"given": "Illia", "family": "Polosukhin"},
    ],
    "year": 2017,
    "venue": "Neural Information Processing Systems",
    "type": "inproceedings",
    "arxiv": {"id": "1706.03762", "versions": 7, "published": "2017-06-12T17:57:34Z", "category": "cs.CL"},
}
RESNET = {
    "id": "resnet",
    "title": "Deep Residual Learning for Image Recognition",
    "authors": [
        {"given": "Kaiming", "family": "He"},
        {"given": "Xiangyu", "family": "Zhang"},
        {"given": "Shaoqing", "family": "Ren"},
        {"given": "Jian", "family": "Sun"},
    ],
    "year": 2016,
    "venue": "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
    "doi": "10.1109/CVPR.2016.90",
    "pages": "770-778",
    "type": "inproceedings",
    "arxiv": {"id": "1512.03385", "published": "2015-12-10T19:51:55Z", "category": "cs.CV"},
}
DCRNN = {
    "id": "dcrnn",
    "title": "Diffusion Convolutional Recurrent Neural Network: Data-Driven Traffic Forecasting",
    "authors": [
        {"given": "Yaguang", "family": "Li"},
        {"given": "Rose", "family": "Yu"},
        {"given": "Cyrus", "family": "Shahabi"},
        {"given": "Yan", "family": "Liu"},
    ],
    "year": 2018,
    "venue": "International Conference on Learning Representations",
    "type": "inproceedings",
    "arxiv": {"id": "1707.01926", "versions": 3, "published": "2017-07-06T18:43:32Z", "category": "cs.LG"},
}
OTHERS = [
    {
        "id": "survey",
        "title": "A Survey of Deep Reinforcement Learning for Traffic Signal Control",
        "authors": [{"given": "Hua", "family": "Wei"}],
        "year": 2021,
        "venue": "ACM SIGKDD Explorations",
        "doi": "10.1145/3447556.3447565",
        "type": "article",
    },
    {
        "id": "spatiotemporal",
        "title": "Spatiotemporal Traffic Prediction with Graph Transformers",
        "authors": [{"given": "Wei", "family": "Chen"}, {"given": "Li", "family": "Zhao"}],
        "year": 2022,
        "venue": "IEEE Transactions on Intelligent Transportation Systems",
        "doi": "10.1109/TITS.2022.1000001",
        "type": "article",
    },
    {
        "id": "introduction-1",
        "title": "Introduction",
        "authors": [{"given": "Anna", "family": "Berg"}],
        "year": 2003,
        "venue": "A Handbook of Cartography",
        "doi": "10.1007/978-1-000-00001-1_1",
        "type": "incollection",
    },
    {
        "id": "introduction-2",
        "title": "Introduction",
        "authors": [{"given": "Omar", "family": "Said"}],
        "year": 2011,
        "venue": "Readings in Logic",
        "doi": "10.1007/978-1-000-00002-2_1",
        "type": "incollection",
    },
]
SCALE = 0.02
"""Of the limits, the emulator's and refcheck's own: a gap of 3 s takes 60 ms."""


@pytest.fixture
def emulator():
    """Crossref, Semantic Scholar and arXiv over the known works, on a loopback port."""
    from emulator import Emulator

    with Emulator([ATTENTION, RESNET, DCRNN, *OTHERS], scale=SCALE) as running:
        yield running


@pytest.fixture
def environment(emulator, tmp_path):
    """The environment of a refcheck process that asks the emulator alone, with folders of its own and no key."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "COVERAGE_PROCESS_START") if name in os.environ}
    return {
        **kept,
        **emulator.environment(),
        "REFCHECK_CACHE_DIR": str(tmp_path / "cache"),
        "REFCHECK_STATE_DIR": str(tmp_path / "state"),
        "REFCHECK_LIMITS_SCALE": str(SCALE),
        "REFCHECK_SOURCES": "crossref,semantic_scholar,arxiv",
        "REFCHECK_NETWORK_TIMEOUT": "10",
        "REFCHECK_WAITING_BUDGET": "20",
        "REFCHECK_LOG_LEVEL": "ERROR",  # on a busy machine, a warning that something took long is in order
    }


@pytest.fixture
def plugin_folder(tmp_path):
    """Installs a broken or talkative plugin into a folder for PYTHONPATH."""
    folder = tmp_path / "site"
    folder.mkdir()

    def install(name: str, code: str) -> str:
        (folder / f"plugin_{name}.py").write_text(code)
        metadata = folder / f"refcheck_{name}-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: refcheck-{name}\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[refcheck.sources]\n{name} = plugin_{name}:source\n")
        return str(folder)

    return install
