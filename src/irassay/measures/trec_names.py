"""trec_eval's names of the measures in several notations, and names in the result files of MTEB, BEIR and others.

``ndcg_cut_10`` and ``ndcg_cut.10`` are ``nDCG@10``; ``P.5,10`` is two measures; ``P`` is trec_eval's nine cutoffs.
"""

from __future__ import annotations

import re

from irassay.errors import UsageError
from irassay.measures.definitions import DEFINITIONS
from irassay.measures.grammar import decimal, number

# trec_eval's default cutoffs, for a family that is named without one, and the families that it prints with decimals.
_CUTS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
_MULTIPLES = tuple(f"{i / 5:.2f}" for i in range(1, 11))
_OTHER_CUTS = {
    "success": ("1", "5", "10"),
    "unj": ("5", "10", "20"),
    "iprec_at_recall": tuple(f"{i / 10:.2f}" for i in range(11)),
    "Rprec_mult": _MULTIPLES,
    "Rprec_mult_avgjg": _MULTIPLES,
}
_WITH_DECIMALS = ("iprec_at_recall", "Rprec_mult", "Rprec_mult_avgjg")
# trec_eval's sets, without what stands under `REFUSED`.
_COUNTS = ["num_q", "num_ret", "num_rel", "num_rel_ret"]
_OFFICIAL = [*_COUNTS, "map", "gm_map", "Rprec", "bpref", "recip_rank", "iprec_at_recall", "P"]
_OF_SETS = ["set_P", "set_recall", "set_relative_P", "set_map", "set_F"]
_SETS = {
    "official": _OFFICIAL,
    "set": [*_COUNTS, *_OF_SETS],
    "qrels_jg": ["num_q", "map_avgjg", "P_avgjg", "Rprec_mult_avgjg"],
    "all_trec": [
        *_OFFICIAL,
        *("recall", "unj", "rbp", "rbp_resid", "infAP", "gm_bpref", "11pt_avg", "ndcg", "relative_P", "Rprec_mult"),
        *("success", "map_cut", "ndcg_cut", "binG", *_OF_SETS, "num_nonrel_judged_ret"),
    ],
}
# What a set of trec_eval's has besides and irassay lacks; names and texts of runs apart.
_LACKING = {"all_trec": ("utility", "ndcg_rel", "Rndcg", "G"), "set": ("utility",)}
_NO_PAPER = "an experiment of trec_eval's without a paper; nDCG is the nearest measure here"
_PREFERENCES = "over preferences between documents, where irassay scores by labels; Compat is made for such labels"
# Why irassay has no measure of this name of trec_eval's; a name that ends in _ stands for all that begin with it.
REFUSED = {
    "runid": "the name of the run, which irassay writes on every line",
    "relstring": "a text, not a score",
    "utility": "a sum of NumRet, NumRel and NumRelRet with weights of your own; score these three",
    "G": _NO_PAPER,
    "ndcg_rel": _NO_PAPER,
    "Rndcg": _NO_PAPER,
    "ideal_dcg": "a property of the labels, not of a run: what nDCG divides DCG by",
    "yaap": "a transformation of average precision for averages; AP and GMAP are here",
    "prefs": _PREFERENCES,
    "qrels_prefs": _PREFERENCES,
    "prefs_": _PREFERENCES,
}
_WITH_CUTOFF = re.compile(r"(\w+?)(?:_at_|@|_)(\d+)")
_OURS = {
    name.lower(): definition.name
    for definition in DEFINITIONS.values()
    if definition.names.mteb or definition.names.cut
    for name in (definition.names.mteb, definition.names.beir, definition.names.cut, definition.names.whole)
}


def _entries() -> list[tuple[str, str, str, str]]:
    """Name, notation of the parameter after it ("" for none), our name, and what is fixed besides."""
    entries = []
    for of in DEFINITIONS.values():
        for entry in of.names.trec_eval.split(", ") if of.names.trec_eval else []:
            name, _, fixed = entry.partition("(")
            stem, _, parameter = name.partition("{")
            entries.append((stem, parameter.rstrip("}"), of.name, fixed.rstrip(")")))
    return entries


def ours(name: str) -> str:
    """Our name of a measure; other names stay as they are."""
    parts = _WITH_CUTOFF.fullmatch(name)
    measure = _OURS.get(parts[1].lower()) if parts else None
    return f"{measure}@{parts[2]}" if parts and measure else name


_SINGLE = {name: (ours, fixed) for name, parameter, ours, fixed in _entries() if not parameter}
# Longest first: of "Rprec_mult_avgjg_0.2" that is Rprec_mult_avgjg.
_FAMILIES = sorted(
    ((stem, parameter, ours, fixed) for stem, parameter, ours, fixed in _entries() if parameter),
    key=lambda entry: -len(entry[0]),
)
NAMES = tuple(sorted({*_SINGLE, *(stem.rstrip("_") for stem, parameter, *_ in _FAMILIES if "=" not in stem), *_SETS}))


def translate(text: str) -> list[tuple[str, str]]:
    """The measures that a trec_eval name denotes, each as trec_eval prints it ("" where that, rounded, is another's)
    and in our notation. Empty where `text` is no such name; UsageError where irassay lacks the measure."""
    if text in _SINGLE:
        ours, fixed = _SINGLE[text]
        return [(text, _notation(ours, fixed))]
    if text in _SETS:
        return [pair for name in _SETS[text] for pair in translate(name)]
    if text.startswith(("ndcg.", "ndcg_")) and "=" in text:
        return [(f"ndcg_{text[5:]}", f"nDCG(gains={{{text[5:].replace('=', ':')}}})")]
    for stem, parameter, ours, fixed in _FAMILIES:
        family = stem.rstrip("_")
        if text == family:
            # Names such as "P" are ours too, where they need a cutoff; without one they are trec_eval's.
            values: tuple[str, ...] = _OTHER_CUTS.get(family, _CUTS)
        elif text[: len(stem)] in (stem, stem.replace("_p=", ".p="), f"{family}."):
            values = tuple(text[len(stem) :].split(","))
        else:
            continue
        if all(value[:1] in "0123456789." and value for value in values):
            return [_one(family, stem, value, _notation(ours, fixed, parameter, value)) for value in values]
    _refuse(text)
    return []


def lacking(text: str) -> tuple[str, ...]:
    """The scores in a set of trec_eval's that irassay has no measure for."""
    return _LACKING.get(text, ())


def _one(family: str, stem: str, value: str, ours: str) -> tuple[str, str]:
    x = number(value)
    if family not in _WITH_DECIMALS or x is None:
        return f"{stem}{value}", ours
    printed = f"{x:.2f}"
    return (f"{stem}{printed}" if float(printed) == x else ""), ours


def _notation(ours: str, fixed: str, parameter: str = "", value: str = "") -> str:
    """A measure of ours with what is fixed and one value: of a parameter, or of the cutoff (k)."""
    after = f"@{value}" if parameter == "k" else ""
    inside = [fixed] if fixed else []
    if parameter == "beta^2":  # trec_eval's parameter of set_F is the square
        square = number(value)
        inside.append(f"beta={value if square is None or square < 0 else decimal(square**0.5)}")
    elif parameter and not after:
        inside.append(f"{parameter}={value}")
    return ours + (f"({','.join(inside)})" if inside else "") + after


def _refuse(text: str) -> None:
    for name, reason in REFUSED.items():
        alike = (
            text.startswith(name) if name.endswith("_") else text == name or text.startswith((f"{name}_", f"{name}."))
        )
        if alike:
            raise UsageError(f"trec_eval's {text} isn't computed here: it is {reason}")


def theirs(program: str, measure: str) -> str | None:
    """A program's name of our measure; None where it has none."""
    name, at, cutoff = measure.partition("@")
    definition = DEFINITIONS.get(name)
    if definition is None:
        return None
    names = definition.names
    stem, between = {"mteb": (names.mteb, "_at_"), "beir-results": (names.beir, "@")}.get(program, (names.cut, "_"))
    if at:
        return f"{stem}{between}{cutoff}" if stem and cutoff.isdecimal() else None
    if program != "pytrec_eval" or definition.aggregate == "geometric":  # its gm_map of a query is a logarithm
        return None
    of_whole = translate(names.whole) if names.whole else []
    return names.whole if [ours for _, ours in of_whole] == [measure] else None
