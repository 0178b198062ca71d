"""How many comparisons of a claim with a record one core does in a second.

    python benchmarks/matching.py [--claims 40] [--records 250]

Claims are judged by the records found for them, as after a search in an index: of each hundred records two are the
claimed work, four have a title like its title, four its authors, and the others are other works. Each rate is given
with every text new (normalisation, names and venues taken apart), and with these forms kept from before, as when many
claims meet the same records. Aims: 4,000 a second with normalisation, 20,000 with kept forms.

The last line has the records that are no other works alone: every field of these is compared and every difference told.
"""

from __future__ import annotations

import argparse
import gc
import random
import time

from refcheck_core.matching import Rules, assess, decide
from refcheck_core.models import Author, Claim, Record, Work

WORDS = (
    "adaptive bayesian causal deep dynamic efficient estimation field graph image inference kernel large learning "
    "matrix model network neural optimal protein quantum random robust scale signal sparse stochastic structure "
    "system theory time transport tree variational wave"
).split()
SMALL = "of for in with and the on".split()
GIVEN = "Ada Bela Chen Dora Emil Fatima Goran Hana Ivan Jürgen Kim Lena María Nils Olga Paul Wei Xiaoming".split()
SYLLABLES = "ba ber dor fen gar hol ker lun mar nov per ros sen tal ver wol zim".split()
VENUES = (
    "Journal of Invented Results",
    "Proceedings of the 12th International Conference on Examples (ICE)",
    "Annals of Applied Inventions",
    "IEEE Transactions on Example Processing",
    "Lecture Notes in Invention",
    "arXiv",
)
THIS_YEAR = 2026
SAME, LIKE, AUTHORS = 2, 4, 4
"""Of a hundred records: the claimed work, works of a title like its title, works of its authors."""


def invented_title(dice: random.Random) -> str:
    """A title of about ten words, every third with a subtitle."""
    words = [dice.choice(WORDS if place % 3 else SMALL) for place in range(1, dice.randint(8, 13))]
    text = " ".join(words).capitalize()
    return f"{text}: a {dice.choice(WORDS)} {dice.choice(WORDS)}" if dice.random() < 1 / 3 else text


def invented_author(dice: random.Random) -> Author:
    """A person of a name that few others have."""
    family = "".join(dice.choice(SYLLABLES) for _ in range(3)).capitalize()
    return Author(family=family, given=dice.choice(GIVEN))


def invented_record(dice: random.Random) -> Record:
    """A record with the fields that most records have."""
    year = dice.randint(1990, 2025)
    return Record(
        source="one",
        source_id=str(dice.random()),
        title=invented_title(dice),
        authors=tuple(invented_author(dice) for _ in range(dice.randint(1, 6))),
        year=year,
        years=(year,),
        venue=dice.choice(VENUES),
        volume=str(dice.randint(1, 90)),
        pages=f"{dice.randint(1, 400)}-{dice.randint(401, 900)}",
        doi=f"10.5555/{dice.randint(0, 10**9)}",
    )


def claim_of(record: Record) -> Claim:
    """The claim that cites a record."""
    return Claim(
        title=record.title,
        authors=record.authors,
        year=record.year,
        venue=record.venue,
        volume=record.volume,
        pages=record.pages,
    )


def candidates(claim: Claim, cited: Record, number: int, dice: random.Random) -> list[Work]:
    """What databases answer for a claim: the work itself among others, more or less alike."""
    found = []
    for place in range(number):
        record = invented_record(dice)
        kind = place % 100
        if kind < SAME:
            record = cited.model_copy(update={"title": f"{cited.title}.", "source_id": str(place), "doi": record.doi})
        elif kind < SAME + LIKE:
            record = record.model_copy(update={"title": f"{claim.title} {dice.choice(WORDS)}"})
        elif kind < SAME + LIKE + AUTHORS:
            record = record.model_copy(update={"authors": claim.authors})
        found.append(Work(records=(record,)))
    return found


def report(what: str, number: int, seconds: float, aim: int | None) -> None:
    """Print a line of the table."""
    print(f"{what:<28}{number:>12,}{seconds:>10.2f}{number / seconds:>12,.0f}{aim or '':>10}")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=40)
    parser.add_argument("--records", type=int, default=250, help="for each claim")
    arguments = parser.parse_args()
    dice = random.Random(20260101)
    cases: list[tuple[Claim, list[Work]]] = []
    for _ in range(arguments.claims):
        cited = invented_record(dice)
        claim = claim_of(cited)
        cases.append((claim, candidates(claim, cited, arguments.records, dice)))
    total = arguments.claims * arguments.records
    print(f"{'':<28}{'comparisons':>12}{'seconds':>10}{'a second':>12}{'aim':>10}")
    rules = Rules(this_year=THIS_YEAR)
    for forms, aim in (("all, forms new", 4000), ("all, forms kept", 20_000)):
        gc.collect()
        start = time.process_time()
        for claim, works in cases:
            decide(claim, works, (), rules)
        report(forms, total, time.process_time() - start, aim)
    pairs = [(claim, w) for claim, works in cases for place, w in enumerate(works) if place % 100 < SAME + LIKE]
    start = time.process_time()
    for claim, work in pairs:
        assess(claim, work, (), this_year=THIS_YEAR)
    report("alike, forms kept", len(pairs), time.process_time() - start, None)


if __name__ == "__main__":
    main()
