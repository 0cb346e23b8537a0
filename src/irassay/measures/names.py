"""Names of measures as people type them: ours, ir_measures', trec_eval's, and those of other tools, in any case.

``ndcg@10``, ``Recall@100``, ``MAP`` and ``hit_rate@10`` are measures of ours by another name. Each is printed as asked.
"""

from __future__ import annotations

from irassay.errors import UnknownMeasure, UsageError, cut
from irassay.measures import trec_names
from irassay.measures.definitions import DEFINITIONS
from irassay.messages import alike, did_you_mean

# The parameters of ir_measures that are measures of their own here.
_OF_IR_MEASURES = {("NumRet", "rel"): "NumRelRet", ("SetP", "relative"): "SetRelP"}
_NOVEL = "the measures of novelty here are alpha_nDCG, alpha_DCG, ERR_IA, nERR_IA, AP_IA, P_IA and StRecall"
REFUSED = {"NRBP": _NOVEL, "nNRBP": _NOVEL}  # of ir_measures


class Name:
    """A measure in our notation, and how it is printed; "" where our notation is printed."""

    __slots__ = ("ours", "printed")

    def __init__(self, ours: str, printed: str = "") -> None:
        self.ours = ours
        self.printed = printed


def _aliases() -> dict[str, list[tuple[str, str]]]:
    """Other name, in lower case -> measures of that name: ours, and what is fixed besides."""
    aliases: dict[str, list[tuple[str, str]]] = {}
    for of in DEFINITIONS.values():
        for entry in dict.fromkeys((of.name, of.names.mteb, of.names.beir, *of.names.also)):
            name, _, fixed = entry.partition("(")
            meaning = (of.name, fixed.rstrip(")"))
            if name and meaning not in aliases.setdefault(name.lower(), []):
                aliases[name.lower()].append(meaning)
    return aliases


def names_of(text: str) -> list[Name]:
    """The measures that a name denotes: one, or the members of a family of trec_eval's."""
    text = text.strip()
    name, rest = _parted(text)
    if "-l" in text and _of_another_spelling(text):
        raise UnknownMeasure(unknown(text))
    of_trec_eval = trec_names.translate(text)
    if of_trec_eval:
        return [Name(ours, printed) for printed, ours in of_trec_eval]
    if name in DEFINITIONS:
        return [Name(text)]
    if name in REFUSED:
        raise UsageError(f"ir_measures' {cut(text)} isn't computed here; {REFUSED[name]}")
    if "_at_" in text:  # MTEB's ndcg_at_10
        name, _, cutoff = text.rpartition("_at_")
        rest = f"@{cutoff}"
    meanings = _aliases().get(name.lower().replace("-", "_"), [])
    if len(meanings) > 1:
        first, second = (f"{ours}{rest}" for ours, _ in meanings[:2])
        raise UsageError(
            f"measure {cut(text)} is {first} in some tools and {second} in others; expected one of these two"
        )
    if not meanings or name in _lower_names_of_trec_eval():
        raise UnknownMeasure(unknown(text))
    (ours, fixed), *_ = meanings
    return [Name(ours + _inside(fixed, rest), text)]


def of_ir_measures(name: str, parameters: list[tuple[str, str]]) -> tuple[str, list[tuple[str, str]]]:
    """Our name and parameters where a parameter of ir_measures chooses another measure."""
    for key, value in parameters:
        other = _OF_IR_MEASURES.get((name, key))
        if other is not None and key == "relative":
            return (other if value == "True" else name), [pair for pair in parameters if pair[0] != key]
        if other is not None:
            return other, parameters
    return name, parameters


def _parted(text: str) -> tuple[str, str]:
    """The name, and its parameters and cutoff."""
    end = next((i for i, c in enumerate(text) if c in "(@"), len(text))
    return text[:end].rstrip(), text[end:]


def _inside(fixed: str, rest: str) -> str:
    if not fixed:
        return rest
    return f"({fixed},{rest[1:]}" if rest.startswith("(") else f"({fixed}){rest}"


def _lower_names_of_trec_eval() -> set[str]:
    """trec_eval's names that mean another measure than the same letters here: its rbp has another p."""
    ours = {name: trec_names.translate(name)[:1] for name in trec_names.NAMES if name not in DEFINITIONS}
    return {name for name, of in ours.items() if any("(" in text for _, text in of)}


def _of_another_spelling(text: str) -> str:
    """Our notation of a parameter in a name: a grade after trec_eval's option -l, or RBP's p; "" for none."""
    import re

    if of_rbp := re.fullmatch(r"rbp[._-]?p?[._=-]?(?:0?\.)?(\d+)", text, re.IGNORECASE):
        return f"RBP(p={float(f'0.{of_rbp[1]}'):g})"
    base, level, grade = text.rpartition("-l")
    if not (level and grade.isdecimal()):
        return ""
    try:
        (of,) = names_of(base)
    except (UnknownMeasure, UsageError, ValueError):
        return ""
    name, rest = _parted(of.ours)
    if rest.startswith("(") or not any(p.name == "rel" for p in DEFINITIONS[name].parameters):
        return ""
    return f"{name}(rel={grade}){rest}"


def unknown(text: str) -> str:
    """That no measure has this name, with similar ones."""
    if several := _several(text):
        return f"unknown measure {cut(text)}: expected one name each, such as {' and '.join(several)}"
    name, rest = _parted(text)
    ours = _of_another_spelling(text)
    near = [ours] if ours else [f"{n}{rest}" for n in alike(name, (*trec_names.NAMES, *DEFINITIONS), 3)]
    return f"unknown measure {cut(text)}; {did_you_mean(near, instead='`irassay measures` lists all')}"


def unparsed(text: str) -> str:
    """That no measure has this name; where it is a measure's text with cutoff or parameters, what reads that."""
    if rest := _parted(text)[1]:
        return f"unknown measure {cut(text)}: Measure takes the name alone; Measure.parse({cut(text)}) reads {rest} too"
    return unknown(text)


def check_one(text: str) -> None:
    """UnknownMeasure where a text is several measures with commas between them."""
    if _several(text):
        raise UnknownMeasure(unknown(text))


def _several(text: str) -> list[str]:
    """The measures between the commas; [] where these part no two names that there are."""
    parts = [part.strip() for part in text.split(",")]
    return parts if len(parts) > 1 and all(map(_is_known, parts)) else []


def _is_known(name: str) -> bool:
    try:
        return bool(names_of(name))
    except UsageError:  # of which UnknownMeasure is one
        return False
