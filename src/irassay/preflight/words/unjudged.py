"""Sentences about runs with unequal shares of judged documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import count, percent, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding

ACTION = (
    "judge these documents: irassay compare QRELS RUNS --unjudged judge-first.tsv lists those whose labels matter, "
    "worst first, or says why none does; irassay pool makes a pool of all runs"
)


def shares_differ(material: Material, shares: Mapping[int, float], many: Sequence[int]) -> Finding:
    """Runs with far more unjudged documents than the run with fewest: `shares` to the depth by system, `many` with the
    largest first."""
    names = material.runs.systems
    least, most = min(shares.values()), many[0]
    best = _first([names[s] for s in shares if shares[s] == least])
    far = [f"{names[s]} {percent(shares[s])}" for s in many]
    if len(many) == 1:
        favoured = f"favours {best}: {visible(names[most])} could score better by {material.measure} if its"
    else:
        favoured = f"favours runs with few of them: these {count(len(many))} could score better by {material.measure} "
        favoured += "if their"
    return finding(
        "unjudged-differ",
        "warning",
        f"Unjudged documents to rank {count(material.depth)}: {percent(shares[most])} in "
        f"{visible(names[most])}, {percent(least)} in {best}",
        size=shares[most] - least,
        numbers={"runs": len(many), "least": least, "most": shares[most], "depth": material.depth},
        where=(f"far more in {count(len(many))} of {count(len(names))} runs: {some(far)}",) if len(names) > 2 else (),
        systems=[names[s] for s in many],
        effect=f"each counts as not relevant, which {favoured} documents were judged as well",
        action=ACTION,
    )


def _first(names: Sequence[str]) -> str:
    """The first run, and the number of further ones."""
    return visible(names[0]) + (f" and {count(len(names) - 1)} more" if len(names) > 1 else "")
