"""Digests in the provenance, by which a later result tells the same runs and labels from changed ones."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League

DIGITS = 16  # of a digest, hexadecimal: among a million runs two meet with a chance below one in ten million


def digests_of_runs(league: League, runs: Runs) -> dict[str, dict[str, str]]:
    """Run -> its file, and a digest of its scores per query under the main measure; same runs stand under their own
    names."""
    files = {}
    if len(runs.readings) == len(runs.systems):
        files = {name: reading.source or "" for name, reading in zip(runs.systems, runs.readings)}
    digests: dict[str, dict[str, str]] = {}
    for system, values in zip(league.systems, league.values):
        scores = np.ascontiguousarray(values, dtype="<f8") + 0.0  # -0.0 is 0.0
        digest = _digest(scores.tobytes())
        for name in (system, *league.same.get(system, ())):
            digests[name] = {"file": files.get(name, ""), "scores": digest}
    return digests


def digests_of_labels(qrels: Qrels, league: League) -> dict[str, tuple[int, str]]:
    """Counted query -> how many labels it has, and a digest of documents with their grades, whatever their order."""
    digests = {}
    for query in league.queries:
        grades = qrels.grades(query)
        text = "\n".join(f"{doc}\t{grade}" for doc, grade in sorted(grades.items()))
        digests[query] = len(grades), _digest(text.encode("utf-8", "surrogateescape"))
    return digests


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]
