"""Works that don't exist, for what no known work shows.

Their DOIs are of prefix 10.5555, which is kept for examples; their authors are nobody. The keys are explained in
``emulator/work.py``.
"""

from __future__ import annotations

from typing import Any

INVENTED: tuple[dict[str, Any], ...] = (
    {
        "id": "invented:introduction-1",
        "title": "Introduction",
        "authors": [{"family": "Berg", "given": "Anna"}],
        "year": 2003,
        "venue": "A Handbook of Invented Cartography",
        "doi": "10.5555/invented.introduction.1",
        "type": "book-chapter",
    },
    {
        "id": "invented:introduction-2",
        "title": "Introduction",
        "authors": [{"family": "Said", "given": "Omar"}],
        "year": 2011,
        "venue": "Invented Readings in Logic",
        "doi": "10.5555/invented.introduction.2",
        "type": "book-chapter",
    },
    {
        # Shares words with invented citations about traffic, and no more.
        "id": "invented:signals",
        "title": "A Survey of Deep Reinforcement Learning for Invented Traffic Signal Control",
        "authors": [{"family": "Nobody", "given": "Norma"}],
        "year": 2021,
        "venue": "Invented Transactions on Transportation",
        "doi": "10.5555/invented.signals",
        "type": "journal-article",
        "volume": "7",
        "pages": "1-12",
    },
    {
        # Registered at DataCite: Crossref answers 404, and its agency route tells where.
        "id": "invented:dataset",
        "title": "An Invented Data Set of Traffic Counts",
        "authors": [
            {"family": "Nobody", "given": "Norma"},
            {"name": "Institute of Invented Data", "organisation": "yes"},
        ],
        "year": 2020,
        "venue": "Invented Repository",
        "doi": "10.5555/invented.dataset",
        "type": "dataset",
        "agency": "datacite",
    },
    {
        # Mark-up, doubly escaped ampersands and a line break, as publishers send them.
        "id": "invented:markup",
        "title": "On the <i>invented</i> role of H<sub>2</sub>O in\n   supply &amp;amp; demand",
        "authors": [{"family": "Müller-Öztürk", "given": "Jörg"}, {"family": "O'Nobody", "given": "Nora"}],
        "year": 2019,
        "venue": "Journal of Invented Research &amp; Practice",
        "doi": "10.5555/invented.markup",
        "type": "journal-article",
        "abstract": "<jats:p>We invent &lt;everything&gt;.</jats:p>",
    },
)
