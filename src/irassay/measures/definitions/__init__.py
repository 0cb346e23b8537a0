"""The definition of every measure: name, parameters, a defining sentence and a citation. No formulas."""

from __future__ import annotations

from irassay.measures.definition import Definition
from irassay.measures.definitions import incomplete, less_common, novelty, ranked, sets, user_models

DEFINITIONS: dict[str, Definition] = {
    definition.name: definition
    for family in (
        ranked.DEFINITIONS,
        less_common.DEFINITIONS,
        user_models.DEFINITIONS,
        incomplete.DEFINITIONS,
        sets.DEFINITIONS,
        novelty.DEFINITIONS,
        sets.COUNTS,
    )
    for definition in family
}
