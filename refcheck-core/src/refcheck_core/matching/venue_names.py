"""Names of venues that no rule can derive from each other, and publishers that are no venues.

Facts of the field, kept small; abbreviations by ISO 4 and acronyms of initials are recognised by rule in `venues`.
"""

from __future__ import annotations

SAME_VENUES: tuple[tuple[str, ...], ...] = (
    ("neurips", "nips", "neural information processing systems", "advances in neural information processing systems"),
    ("iclr", "learning representations"),
    ("icml", "machine learning international conference", "international conference on machine learning"),
    ("cvpr", "computer vision and pattern recognition", "computer vision and pattern recognition conference"),
    ("iccv", "computer vision international conference", "international conference on computer vision"),
    ("eccv", "european conference on computer vision"),
    ("wacv", "winter conference on applications of computer vision"),
    ("aaai", "artificial intelligence aaai conference", "aaai conference on artificial intelligence",
     "national conference on artificial intelligence"),
    (
        "ijcai",
        "international joint conference on artificial intelligence",
        "joint conferences on artificial intelligence",
    ),
    (
        "acl",
        "association for computational linguistics",
        "annual meeting of the association for computational linguistics",
    ),
    ("emnlp", "empirical methods in natural language processing"),
    ("naacl", "north american chapter of the association for computational linguistics"),
    ("coling", "international conference on computational linguistics"),
    ("tacl", "transactions of the association for computational linguistics"),
    ("kdd", "sigkdd", "knowledge discovery and data mining", "knowledge discovery data mining"),
    ("www", "thewebconf", "the web conference", "world wide web", "international world wide web conference"),
    ("sigir", "research and development in information retrieval"),
    ("cikm", "information and knowledge management"),
    ("wsdm", "web search and data mining"),
    ("icdm", "international conference on data mining"),
    (
        "vldb", "very large data bases", "very large databases", "proceedings of the vldb endowment", "pvldb",
        "vldb endowment",
    ),
    ("vldb journal", "vldb j", "vldb journal the international journal on very large data bases"),
    ("sigmod", "management of data"),
    # The journal publishes the conference's papers.
    ("tog", "transactions on graphics", "siggraph", "siggraph asia", "computer graphics and interactive techniques"),
    ("chi", "human factors in computing systems"),
    ("stoc", "theory of computing"),
    ("focs", "foundations of computer science"),
    ("icra", "robotics and automation international conference", "international conference on robotics and automation"),
    ("iros", "intelligent robots and systems"),
    ("interspeech", "international speech communication association"),
    ("icassp", "acoustics speech and signal processing"),
    ("aistats", "artificial intelligence and statistics"),
    ("uai", "uncertainty in artificial intelligence"),
    ("colt", "computational learning theory", "conference on learning theory"),
    ("miccai", "medical image computing and computer assisted intervention"),
    ("podc", "principles of distributed computing"),
    ("jmlr", "journal of machine learning research"),
    ("pmlr", "proceedings of machine learning research"),
    ("tmlr", "transactions on machine learning research"),
    ("tpami", "pami", "transactions on pattern analysis and machine intelligence"),
    ("tits", "t its", "transactions on intelligent transportation systems"),
    ("tnnls", "transactions on neural networks and learning systems"),
    ("tkde", "transactions on knowledge and data engineering"),
    ("tip", "transactions on image processing"),
    ("csur", "acm csur", "computing surveys", "acm computing surveys"),
    ("cacm", "communications of the acm"),
    ("jacm", "journal of the acm"),
    ("tog", "transactions on graphics"),
    ("pnas", "proceedings of the national academy of sciences", "national academy of sciences",
     "proceedings of the national academy of sciences of the united states of america",
     "proc natl acad sci usa", "proc natl acad sci u s a"),
    ("nejm", "new england journal of medicine"),
    ("jama", "journal of the american medical association"),
    ("bmj", "british medical journal"),
    ("prl", "physical review letters"),
    ("lncs", "lecture notes in computer science"),
    ("lnai", "lecture notes in artificial intelligence"),
    ("soda", "acm siam symposium on discrete algorithms", "symposium on discrete algorithms"),
    ("corl", "conference on robot learning", "robot learning"),
    ("apj", "astrophysical journal"),
    ("aj", "astronomical journal"),
    ("icwsm", "web and social media", "weblogs and social media"),
    ("a and a", "astronomy and astrophysics", "astron astrophys"),
    ("facct", "fat", "fairness accountability and transparency"),
    ("mnras", "monthly notices of the royal astronomical society"),
    ("usenix security", "usenix security symposium"),
    ("s and p", "oakland", "ieee symposium on security and privacy", "symposium on security and privacy"),
    ("micro", "ieee acm international symposium on microarchitecture", "symposium on microarchitecture"),
)  # fmt: skip

OTHER_ABBREVIATIONS: dict[str, tuple[str, ...]] = {
    "phys": ("physio", "physician"), "med": ("mediter", "mediev", "media", "mediat"),
    "chem": ("chemother", "chemomet"), "soc": ("sociol", "sociom"), "econ": ("econometr",),
    "int": ("internal", "intell", "interact", "interdis", "integr", "interf"), "hist": ("histol", "histoch"),
    "opt": ("optim",), "org": ("organiz", "organis"), "gen": ("genet", "genom"), "mar": ("market", "marit"),
    "mol": ("mollus",), "stat": ("state",), "anal": ("analges",), "eng": ("engl",), "am": ("amino", "ambul", "amphi"),
    "comp": ("complement", "complex"), "nat": ("nativ",), "pol": ("polym", "polar"), "acc": ("accel",),
    "rob": ("robust",),
}  # fmt: skip
"""Abbreviation -> beginnings of words that it does not abbreviate: ISO 4 (the List of Title Word Abbreviations) has
"Phys." for physics and "Physiol." for physiology, "Int." for international and "Intern." for internal."""

JOURNALS_NAMED_LIKE_MEETINGS = frozenset({
    "machine learning", "artificial intelligence", "pattern recognition", "computational linguistics",
    "neural networks", "software engineering", "distributed computing", "computer vision",
    "operations research", "robotics", "ieee security and privacy", "ieee micro", "security and privacy",
})  # fmt: skip
"""Journals whose whole name is the subject of a conference."""

PUBLISHERS = frozenset({
    "springer", "springer verlag", "springer nature", "springer berlin heidelberg", "springer international publishing",
    "elsevier", "wiley", "john wiley", "john wiley sons", "wiley blackwell", "ieee", "acm",
    "association for computing machinery",
    "institute of electrical and electronics engineers", "mit press", "the mit press", "cambridge university press",
    "oxford university press", "north holland", "birkhauser", "crc press", "taylor francis", "taylor and francis",
    "routledge",
    "sage", "sage publications", "academic press", "morgan kaufmann", "prentice hall", "addison wesley", "mcgraw hill",
    "o reilly", "o reilly media", "princeton university press", "world scientific", "de gruyter", "curran associates",
    "aaai press", "usenix", "usenix association", "openreview", "openreview net", "mdpi", "frontiers", "plos",
    "iop publishing",
    "john wiley and sons", "association for computational linguistics publisher", "kluwer", "pearson", "siam",
})  # fmt: skip
"""Normalised names of publishers, which citations give in place of a venue."""
