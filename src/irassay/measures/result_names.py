"""The names of measures in the result files of MTEB, BEIR and pytrec_eval."""

from __future__ import annotations

import re

from irassay.measures.definitions import DEFINITIONS
from irassay.measures.trec_names import translate

_WITH_CUTOFF = re.compile(r"(\w+?)(?:_at_|@|_)(\d+)")
_OURS = {
    name.lower(): definition.name
    for definition in DEFINITIONS.values()
    if definition.names.mteb or definition.names.cut
    for name in (definition.names.mteb, definition.names.beir, definition.names.cut, definition.names.whole)
}


def ours(name: str) -> str:
    """Our name of a measure; other names stay as they are."""
    parts = _WITH_CUTOFF.fullmatch(name)
    measure = _OURS.get(parts[1].lower()) if parts else None
    return f"{measure}@{parts[2]}" if parts and measure else name


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
