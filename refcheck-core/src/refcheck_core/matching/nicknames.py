"""Given names and their short forms: "Bob" is "Robert"."""

from __future__ import annotations

from functools import lru_cache

from nicknames import NickNamer

from .name_forms import may_be_chinese

_ALIKE = 3
"""Letters that two forms of a third name must have in common."""

_SHORTER = 2
"""Letters that a full form has more than a pet form; the table has "Bill" for a full form of William as well."""

_FORMS = tuple(
    tuple(forms.split())
    for forms in (
        # German, Dutch, Nordic
        "josef joseph sepp, johannes johann hans, friedrich fritz, heinrich heinz heiner, ulrich uli, georg schorsch,"
        "wilhelm willi willy, ludwig lutz, cornelis kees cor, johannes jan joop, wilhelmus willem wim, hendrik henk,"
        "petrus piet peter, jacobus jaap, gerardus gerard ger, theodorus theo, antonius anton ton, christiaan chris,"
        # Russian, Ukrainian, Belarusian, Bulgarian
        "mikhail misha michael mykhailo, aleksandr sasha alex alexander oleksandr aliaksandr, alexandra sasha,"
        "dmitry dmitri dima mitya dmytro, aleksei alexei alexey aleksey alyosha aliosha oleksii oleksiy, boris borya,"
        "ekaterina katya kate catherine, vladimir volodya vova volodymyr vlad uladzimir, vladislav vlad slava,"
        "sviatoslav slava, yuri yury iurii yurii yura, sergei sergey serhii siarhei serge, ivan vanya, ivaylo ivo,"
        "nikolai nikolay mykola kolya nicholas, pavel pasha pavlo paul, pyotr piotr petr peter, lev leo, roman roma,"
        "konstantin kostya, evgeny yevgeny evgenii eugene zhenya, anatoly tolya, grigory grisha gregory,"
        "natalia natasha natalya, tatiana tanya tatyana, svetlana sveta, kirill cyril kyrylo, stanislav stas,"
        "ruslan russ, andrei andrey andrew andrii, ilya ilia iliya,"
        # Czech, Polish, Serbian, Hungarian
        "vojtech vojta, miroslav mirek, jaroslav jarek, frantisek franta, jiri jirka george, jan honza,"
        "stanislaw staszek, tomasz tomek, djordje dorde, aleksandar sasa, gyorgy gyuri george, laszlo laci,"
        "istvan pista stephen, janos jancsi john, jozsef joska joseph, pal paul, sandor alexander,"
        "ferenc francis franz, karoly charles karl, miklos nicholas, jeno eugene,"
        # Greek
        "ioannis yannis yiannis giannis john, konstantinos kostas costas, nikolaos nikos nicholas nick nikolas,"
        "georgios giorgos yorgos george, dimitrios dimitris dimitri, evangelos vangelis, spyridon spyros spiros,"
        "athanasios thanasis thanos, panagiotis panos, miltiadis miltos, michail michalis michael, apostolos tolis,"
        "efstathios stathis, efstratios stratos, anastasios tasos, eleftherios lefteris, stylianos stelios,"
        "vasileios vasilis vassilis basil, alexandros alexander alex, emmanouil manolis,"
        # Hebrew, Arabic, Persian
        "yosef yossi yosi joseph, yonatan yoni jonathan, yitzhak itzik isaac, shmuel sami samuel, natan nati nathan,"
        "avraham avi abraham, moshe moses, yaakov yaacov jacob kobi, binyamin benny benjamin,"
        "mohammad mohammed mohamed muhammad muhammed mohamad mohamud muhamed mahomed md mohd mhd,"
        "hussein hussain husain hossein hosein husein husayn, yousef youssef yusuf yousuf yussef, ali aly,"
        "abdullah abdallah abdulla, omar umar omer, osman othman uthman, hasan hassan,"
        # Spanish, Catalan, Italian
        "francisco paco pancho fco, jose pepe, ignacio nacho, guillermo memo, enrique quique, manuel manolo, maria ma,"
        "rosario charo, dolores lola, jesus chucho, giuseppe beppe peppe, luigi gigi, giovanni gianni, josep pep"
    ).split(",")
)  # fmt: skip
"""Forms of one given name under which authors publish, the full form first; the package's table is of English names."""
_FORMS_OF: dict[str, frozenset[str]] = {
    name: frozenset(form for forms in _FORMS if name in forms for form in forms)
    for name in {form for forms in _FORMS for form in forms}
}


@lru_cache(maxsize=1)
def _names() -> NickNamer:
    """The table of the `nicknames` package (kept by genealogists, English names), read when it is first needed."""
    return NickNamer()


@lru_cache(maxsize=16384)
def are_nicknames(one: str, two: str) -> bool:
    """Whether one normalised given name is a short or pet form of the other.

    A pet form that the table has for another spelling only ("Katie" for Kathryn, not for Katherine) counts where the
    two begin alike and have a form in common. Two whole names never do: Alexander and Alexandra are both Alex.
    """
    first, second = _names().nicknames_of(one), _names().nicknames_of(two)
    if two in first or one in second or two in _FORMS_OF.get(one, ()):
        return True
    if one[:_ALIKE] != two[:_ALIKE] or (first and second):
        return False
    return bool((first | _names().canonicals_of(one)) & (second | _names().canonicals_of(two)))


@lru_cache(maxsize=16384)
def begins_nickname(initial: str, name: str) -> bool:
    """Whether a letter is the initial of another form of a normalised given name ("W." for Bill, "S." for Josef, Sepp).

    Of English names only full forms of pet forms count: the table has so many pet forms that every letter would fit.
    """
    known = {form for forms in _FORMS for form in forms if name == forms[0]}
    known |= {forms[0] for forms in _FORMS if name in forms}
    if not may_be_chinese(name):
        known |= {full for full in _names().canonicals_of(name) if len(full) >= len(name) + _SHORTER}
    return any(form[0] == initial for form in known)


@lru_cache(maxsize=16384)
def is_given_name(word: str) -> bool:
    """Whether a normalised word is a given name that the tables have."""
    return word in _FORMS_OF or bool(_names().nicknames_of(word) or _names().canonicals_of(word))
