"""The definition of every measure: name, parameters, a defining sentence and a citation. No formulas."""

from __future__ import annotations

from irassay.measures.definition import Definition
from irassay.measures.definitions import counts, incomplete, less_common, novelty, ranked, sets, user_models

DEFINITIONS: dict[str, Definition] = {
    definition.name: definition
    for family in (ranked, less_common, user_models, incomplete, sets, novelty, counts)
    for definition in family.DEFINITIONS
}
