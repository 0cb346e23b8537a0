"""Measures: names like ``nDCG@10`` or ``AP(rel=2)@100``, what they mean, and where they were defined.

A measure is a value: equal, hashable, and ``Measure.parse(str(m)) == m``. The kernel computes it.
"""

from __future__ import annotations

from irassay.measures.definition import Definition, Parameter
from irassay.measures.definitions import DEFINITIONS
from irassay.measures.measure import Measure, all_names, names_as_asked, parse_all
from irassay.measures.specification import kernel_specs

__all__ = [
    "DEFINITIONS",
    "Definition",
    "Measure",
    "Parameter",
    "all_names",
    "kernel_specs",
    "names_as_asked",
    "parse_all",
]
