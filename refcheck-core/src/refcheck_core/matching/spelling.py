"""British and American spellings of one word.

Rules for the classes of words that the two spell differently, and a list of words outside the classes, rather than a
table: scientific titles are full of derivations that no table has ("leukaemogenic", "kernelised"). The classes were
taken from the pairs of the `breame` package's table (no longer kept); the rules give one form to nearly nine in ten of
them, and to none of the rare rest. Run over the 82,000 words of 360,000 titles they joined 490 groups of words, all of
them spellings of one word. Words that would become another word stay apart: four and for, prise and prize, check and
cheque, Prolog and prologue.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WORDS = {
    "aluminium": "aluminum", "ageing": "aging", "amongst": "among", "artefact": "artifact", "artefacts": "artifacts",
    "backwards": "backward", "biassed": "biased", "chequered": "checkered", "cosy": "cozy", "cypher": "cipher",
    "distil": "distill", "distils": "distills", "instil": "instill", "syphon": "siphon", "tranquillity": "tranquility",
    "disc": "disk", "discs": "disks", "dialled": "dialed", "dialling": "dialing", "duelling": "dueling",
    "enquiry": "inquiry", "enquiries": "inquiries", "enrol": "enroll", "enrolment": "enrollment",
    "forwards": "forward", "fuelled": "fueled", "fuelling": "fueling", "fulfil": "fulfill", "fulfilment": "fulfillment",
    "grey": "gray", "greyscale": "grayscale", "instalment": "installment", "instalments": "installments",
    "jewellery": "jewelry", "learnt": "learned", "liquorice": "licorice", "mould": "mold", "moulded": "molded",
    "moulding": "molding", "moulds": "molds", "mouldings": "moldings", "moult": "molt",
    "moulting": "molting", "moustache": "mustache",
    "mediaeval": "medieval", "plough": "plow", "ploughing": "plowing", "ploughed": "plowed", "practise": "practice",
    "practised": "practiced", "practising": "practicing", "programme": "program", "programmes": "programs",
    "pyjamas": "pajamas", "sceptic": "skeptic", "sceptical": "skeptical", "scepticism": "skepticism",
    "skilful": "skillful", "smoulder": "smolder", "smouldering": "smoldering", "speciality": "specialty",
    "spelt": "spelled", "woollen": "woolen", "towards": "toward", "tyre": "tire", "tyres": "tires", "whilst": "while",
    "wilful": "willful", "yoghurt": "yogurt",
}  # fmt: skip

_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        # -ise, -isation; Oxford spelling has -ize in British English, too.
        (r"(?<=[a-z]{3})is(e|ed|es|er|ers|ing|ation|ations|ational|able|ability|ingly|ably)$", r"iz\1"),
        (r"(an|par|cat|di|hydr|electr|pyr|phot|aut|solv|alcohol|acetol)(al|ol)?ys(e|ed|er|ers|ing)$", r"\1\2yz\3"),
        (r"(arb|ard|arm|behavi|cand|clam|col|demean|enam|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc"
         r"|rig|rum|sav|savi|splend|succ|tum|val|vap|vig)our", r"\1or"),
        (r"manoeuvr(?=ed$|[ai])|manoeuvre(?=s?$)", "maneuver"),
        (r"(cent|fib|lit|met|theat|spect|calib|lust|sab|och|nit|somb|meag|goit|pet|scept)re(s|board|glass|scopy|piece)?$",
         r"\1er\2"),
        (r"(cent|calib|lust)red$", r"\1ered"),
        (r"(catal|anal|dial|homol|monol|epil|travel|pedag|demag)ogu(?:e$|e(?=s$)|(?=ed$|ing$))", r"\1og"),
        (r"(def|off|pret|lic)ence(s|d|less)?$", r"\1ense\2"),
        (r"(?<=[a-z]{4})ll(ing|ings|ingly|ed|er|ers|able|ous|ously|ations?|ors?|ists?)$", r"l\1"),
        (r"(jud|acknowled)gement", r"\1gment"),
        (r"focuss(?=ed|es|ing)", "focus"),
        (r"sulph", "sulf"),
        # ae and oe of Greek and Latin
        (r"aemi(?=[ac])", "emi"),
        (r"(?<!^)haem|haem(?=[a-z]{2})", "hem"),
        (r"paed(?=[aeio])", "ped"),
        (r"(an)?aesthe", r"\1esthe"),
        (r"(gyn|f|c)aec(?=[aou])", r"\1ec"),
        (r"(arch|pal|spel)aeo", r"\1eo"),
        (r"aetiolog", "etiolog"),
        (r"caesar(?=e)", "cesar"),
        (r"leukaem", "leukem"),
        (r"oe(?=dem|soph|str[aiou])", "e"),
        (r"foet(?=[aou])", "fet"),
        (r"(rrh|pn)oea", r"\1ea"),
        (r"coeliac", "celiac"),
        (r"amoeb", "ameb"),
        (r"homoeo", "homeo"),
        (r"pharmacopoeia", "pharmacopeia"),
    )
)  # fmt: skip


@lru_cache(maxsize=65536)
def american(word: str) -> str:
    """The American spelling of a normalised word, as a key to compare by: not every key is a word."""
    word = _WORDS.get(word, word)
    for pattern, replacement in _RULES:
        word = pattern.sub(replacement, word)
    return word
