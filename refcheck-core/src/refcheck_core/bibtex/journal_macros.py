r"""Names of journals that NASA's Astrophysics Data System exports as LaTeX macros (``journal = {\apj}``).

AASTeX defines them (``aastex.cls``; https://ui.adsabs.harvard.edu/help/actions/journal-macros).
"""

from __future__ import annotations

_TABLE = r"""
aj: Astronomical Journal
actaa: Acta Astronomica
araa: Annual Review of Astronomy and Astrophysics
apj: Astrophysical Journal
apjl: Astrophysical Journal Letters
apjlett: Astrophysical Journal Letters
apjs: Astrophysical Journal Supplement Series
apjsupp: Astrophysical Journal Supplement Series
ao: Applied Optics
applopt: Applied Optics
apss: Astrophysics and Space Science
aap: Astronomy & Astrophysics
astap: Astronomy & Astrophysics
aapr: Astronomy and Astrophysics Review
aaps: Astronomy and Astrophysics Supplement Series
azh: Astronomicheskii Zhurnal
baas: Bulletin of the American Astronomical Society
caa: Chinese Astronomy and Astrophysics
cjaa: Chinese Journal of Astronomy and Astrophysics
icarus: Icarus
jcap: Journal of Cosmology and Astroparticle Physics
jrasc: Journal of the Royal Astronomical Society of Canada
memras: Memoirs of the Royal Astronomical Society
mnras: Monthly Notices of the Royal Astronomical Society
na: New Astronomy
nar: New Astronomy Reviews
pra: Physical Review A
prb: Physical Review B
prc: Physical Review C
prd: Physical Review D
pre: Physical Review E
prl: Physical Review Letters
pasa: Publications of the Astronomical Society of Australia
pasp: Publications of the Astronomical Society of the Pacific
pasj: Publications of the Astronomical Society of Japan
rmxaa: Revista Mexicana de Astronomía y Astrofísica
qjras: Quarterly Journal of the Royal Astronomical Society
skytel: Sky and Telescope
solphys: Solar Physics
sovast: Soviet Astronomy
ssr: Space Science Reviews
zap: Zeitschrift für Astrophysik
nat: Nature
iaucirc: International Astronomical Union Circulars
aplett: Astrophysics Letters
apspr: Astrophysics Space Physics Research
bain: Bulletin of the Astronomical Institutes of the Netherlands
fcp: Fundamentals of Cosmic Physics
gca: Geochimica et Cosmochimica Acta
grl: Geophysical Research Letters
jcp: Journal of Chemical Physics
jgr: Journal of Geophysical Research
jqsrt: Journal of Quantitative Spectroscopy and Radiative Transfer
memsai: Memorie della Società Astronomica Italiana
nphysa: Nuclear Physics A
physrep: Physics Reports
physscr: Physica Scripta
planss: Planetary and Space Science
procspie: Proceedings of SPIE
"""

JOURNALS = {f"\\{macro}": name for macro, _, name in (line.partition(": ") for line in _TABLE.strip().splitlines())}
"""Macro with its backslash -> name."""
