"""Check of whether runs have equal shares of judged documents, since unjudged documents count as not relevant."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from irassay.preflight.ids import LITTLE
from irassay.preflight.inputs import Material
from irassay.preflight.lowest_best import lowest_best
from irassay.preflight.words import unjudged as words
from irassay.result import Finding

POINTS = Fraction(1, 10)  # difference in shares of unjudged documents that moves a mean by some hundredths
TIMES, FROM = 2, Fraction(2, 100)  # or ratio of the shares, where the smaller one exceeds the second number


def shares_differ(material: Material) -> Iterable[Finding]:
    """Runs with far more unjudged documents, to the measure's depth, than the run with fewest; unrateable documents do
    not count. Runs with hardly any label, or read the wrong way round, are left to other findings; none where all
    labels are relevant, or none."""
    if not 0 < material.n_relevant < material.qrels.n_labels:
        return
    wrong_way_round = lowest_best(material)
    shares = {
        s: share
        for s, c in enumerate(material.coverage)
        if s not in wrong_way_round and c.top_judged and c.top_judged >= LITTLE * material.fillable * c.top
        if (share := material.unjudged(s)) is not None
    }
    if len(shares) < 2:
        return
    least = min(shares.values())
    many = sorted((s for s, share in shares.items() if _far(share, least)), key=lambda s: -shares[s])
    if many:
        yield words.shares_differ(material, {s: float(share) for s, share in shares.items()}, many)


def _far(share: Fraction, least: Fraction) -> bool:
    return share - least > POINTS or (least > FROM and share >= TIMES * least)
