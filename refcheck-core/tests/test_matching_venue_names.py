"""Pairs of names under which databases and citations have one venue, and of names of two that are much alike."""

from __future__ import annotations

import pytest

from refcheck_core.matching.venue_forms import same_venue
from refcheck_core.matching.venue_parts import fits_with_initials, pairs_within

ONE_VENUE = """
IFIP/IEEE International Symposium on Integrated Network Management (IM)|Integrated Network Management
Proc. 13th IFIP/IEEE Int. Symp. Integrated Network Management (IM 2013)|IM
2013 IFIP/IEEE International Symposium on Integrated Network Management (IM 2013)|Integrated Network Management
IEEE Conference on Computer Communications (INFOCOM)|INFOCOM
IEEE INFOCOM 2019 - IEEE Conference on Computer Communications|INFOCOM
2019 IEEE Symposium on Security and Privacy (SP)|IEEE Symposium on Security and Privacy
ICSE 2020|Proceedings of the ACM/IEEE 42nd International Conference on Software Engineering
In Proceedings of the 42nd ICSE|ICSE
USENIX Security 20|29th USENIX Security Symposium
29th {USENIX} Security Symposium ({USENIX} Security 20)|USENIX Security Symposium
NSDI '12|9th USENIX Symposium on Networked Systems Design and Implementation (NSDI 12)
OSDI|14th USENIX Symposium on Operating Systems Design and Implementation (OSDI 20)
J. ACM|Journal of the ACM
Commun. ACM|Communications of the ACM
CACM|Communications of the ACM
ACM Trans. Program. Lang. Syst.|ACM Transactions on Programming Languages and Systems
TOPLAS|ACM Transactions on Programming Languages and Systems
Nat. Commun.|Nature Communications
PLoS ONE|PLOS ONE
Phys Rev Lett|Physical Review Letters
PNAS|Proceedings of the National Academy of Sciences of the United States of America
Proc. Natl. Acad. Sci. U.S.A.|Proceedings of the National Academy of Sciences
Lancet|The Lancet
N Engl J Med|The New England Journal of Medicine
BMJ|British Medical Journal
Ann N Y Acad Sci|Annals of the New York Academy of Sciences
Biometrika|Biometrika
J. R. Stat. Soc. B|Journal of the Royal Statistical Society: Series B (Methodological)
JRSSB|Journal of the Royal Statistical Society: Series B (Methodological)
JASA|Journal of the American Statistical Association
JMLR|The Journal of Machine Learning Research
IEEE TPAMI|IEEE Transactions on Pattern Analysis and Machine Intelligence
T-PAMI|IEEE Transactions on Pattern Analysis and Machine Intelligence
Z. Phys.|Zeitschrift für Physik
Environ Micro-biol|Environmental Microbiology
Proc. IEEE|Proceedings of the IEEE
IJCV|International Journal of Computer Vision
Mach. Learn.|Machine Learning
Artif. Intell.|Artificial Intelligence
EMNLP-IJCNLP|Proceedings of the 2019 Conference on Empirical Methods in Natural Language Processing and the 9th \
International Joint Conference on Natural Language Processing (EMNLP-IJCNLP)
ACL|Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics and the 11th \
International Joint Conference on Natural Language Processing (Volume 1: Long Papers)
NeurIPS 2008|Advances in Neural Information Processing Systems 21, Proceedings of the Twenty-Second Annual \
Conference on Neural Information Processing Systems
COLT|COLT 2013 - The 26th Annual Conference on Learning Theory, June 12-14, 2013, Princeton University, NJ, USA
NAACL-HLT|Proceedings of the 2019 Conference of the North American Chapter of the Association for Computational \
Linguistics: Human Language Technologies, Volume 1 (Long and Short Papers)
Angew. Chem. Int. Ed.|Angewandte Chemie International Edition
JACS|Journal of the American Chemical Society
J. Am. Chem. Soc.|Journal of the American Chemical Society
Acta Cryst. D|Acta Crystallographica Section D Biological Crystallography
Proteins|Proteins: Structure, Function, and Bioinformatics
JGR Atmospheres|Journal of Geophysical Research: Atmospheres
Phil. Trans. R. Soc. B|Philosophical Transactions of the Royal Society B: Biological Sciences
Proc. R. Soc. Lond. A|Proceedings of the Royal Society of London. Series A
The Annals of Statistics|Ann. Statist.
Econometrica : Journal of the Econometric Society|Econometrica
Q. J. Econ.|The Quarterly Journal of Economics
Am. Econ. Rev.|American Economic Review
AER|American Economic Review
Harv. L. Rev.|Harvard Law Review
Yale L.J.|Yale Law Journal
ICASSP 2015 - IEEE International Conference on Acoustics, Speech and Signal Processing|ICASSP
MICCAI 2015|Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015
LNCS|Lecture Notes in Computer Science
Bioinforma.|Bioinformatics
Nucleic Acids Res|Nucleic Acids Research
Cell|Cell
Genome Biol.|Genome Biology
eLife|eLife
SIGGRAPH|ACM Transactions on Graphics
Math. Ann.|Mathematische Annalen
Invent. math.|Inventiones mathematicae
Uspekhi Mat. Nauk|Uspekhi Matematicheskikh Nauk
On the Web|On the Web: An International Journal
Ann NY Acad Sci|Annals of the New York Academy of Sciences
J. Geophys. Res.|JGR
National Conf Artif Intell|AAAI Conference on Artificial Intelligence
Int Conf Weblogs Soc Media|International Conference on Web and Social Media
Neural networks : the official journal of the International Neural Network Society|Neural Networks
AJ|The Astronomical Journal
Annual Forum of Machine Learning (ICML)|Annual Forum of Machine Learning
"""
"""Abbreviations by ISO 4, acronyms, joint conferences, sections, subtitles, societies, initials written together."""

TWO_VENUES = """
NeurIPS|NeurIPS Workshop on Bayesian Deep Learning
ACL|Findings of the Association for Computational Linguistics: ACL 2021
EMNLP|Findings of EMNLP
ICML|ICLR
CVPR|CVPR Workshops
Physical Review A|Physical Review B
Nature|Nature Communications
Nature|Nature Physics
Science|Science Advances
Cell|Cell Reports
IEEE Trans. Image Process.|IEEE Trans. Signal Process.
J. Phys. A|J. Phys. B
Machine Learning|International Conference on Machine Learning
Lancet|Lancet Oncology
JAMA|JAMA Internal Medicine
Acta Cryst. A|Acta Cryst. D
Transportation Research Part B|Transportation Research Part C
Journal of Physics|Journal of Physiology
Int. J. Comput. Vis.|International Conference on Computer Vision
AAAI|IJCAI
Journal of Finance|Journal of Financial Economics
Annals of Statistics|Annals of Probability
KDD|PAKDD
ECML|ICML
PLOS ONE|PLOS Biology
Am. J. Med. Genet. Part A|American Journal of Medical Genetics Part B
Biometrics|Biometrika
Journal of Geophysical Research: Oceans|Journal of Geophysical Research: Atmospheres
Am. J. Med. Genet. Part A|American Journal of Medical Genetics Part C
ACL-IJCNLP|EMNLP-IJCNLP
NAACL|ACL
ICML Workshop on AutoML|ICML
EMNLP 2020: System Demonstrations|EMNLP
The Lancet: Neurology|The Lancet Oncology
Journal of Physics|Journal of Physics: Condensed Matter
Journal of Biological Chemistry|Journal of Biological Inorganic Chemistry
"""


def _pairs(lines: str) -> list[tuple[str, str]]:
    return [tuple(line.split("|")) for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("one", "two"), _pairs(ONE_VENUE))
def test_one_venue(one: str, two: str) -> None:
    assert same_venue(one, two)
    assert same_venue(two, one)


@pytest.mark.parametrize(("one", "two"), _pairs(TWO_VENUES))
def test_two_venues(one: str, two: str) -> None:
    assert not same_venue(one, two)
    assert not same_venue(two, one)


def test_parts_of_a_name_are_shorter_than_it() -> None:
    whole = "COLT 2013 - The 26th Annual Conference on Learning Theory"
    assert [*pairs_within(whole, "COLT")] == [
        ("COLT", "COLT"),
        ("The 26th Annual Conference on Learning Theory", "COLT"),
    ]
    assert [*pairs_within("Nature", "Science")] == []


@pytest.mark.parametrize(
    ("short", "words", "fits"),
    [
        ("JGR Atmospheres", "journal geophysical research atmospheres", True),
        ("JGR Atmos.", "journal geophysical research atmospheres", True),
        ("JGR Oceans", "journal geophysical research atmospheres", False),
        ("JGR", "journal geophysical research", False),  # one acronym alone is compared elsewhere
        ("Ann N Y Acad Sci", "annals new york academy sciences", True),
        ("Ann N Y Acad", "annals new york academy sciences", False),
        ("Ann N Y Acad Sci Ser", "annals new york academy sciences", False),
        ("BMC Biol.", "bmc biology", True),
        ("Ann Acad Sci", "annals academy sciences", False),
    ],
)
def test_initials_written_together(short: str, words: str, fits: bool) -> None:
    assert fits_with_initials(short, words.split(), lambda one, two: two.startswith(one)) is fits
