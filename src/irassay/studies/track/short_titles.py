"""What the rail of a track's page calls its sections."""

from __future__ import annotations

SHORT_TITLES = {
    "participation": "Participation",
    "results": "Results",
    "types": "Kinds of runs",
    "queries": "Queries",
    "strata": "Strata",
    "completeness": "Completeness",
    "coverage": "Coverage",
    "label-sets": "Label sets",
    "passages": "Passages",
}
