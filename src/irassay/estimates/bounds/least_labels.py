"""A lower bound on the number of labels that settle a pair, whatever their grades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.estimates.universe import bounding_of, kernel_task
from irassay.kernel import _core

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.estimates.bounds.bounds import Bounds


def label_floors(qrels: Qrels, runs: Runs, bounds: Bounds, pairs: Sequence[tuple[int, int]]) -> list[int] | list[None]:
    """For each pair of positions the least number of labels that could settle it, 0 where it is settled; None where no
    floor is known. Assumes correct present labels, and missing ones from the scale. With fewer labels, of any
    documents and grades, completions still disagree; for sums over documents, such as P and DCG, some labels of that
    number settle it.

    Proof. The difference of two means of a sum of weighted gains is D + sum of w x over the missing labels, x from 0 to
    the top gain g and w the difference of the document's weights in the two lists, over the number of queries. Its
    least value is L = D - (sum of g |w| over w < 0). A label for a document raises L by at most g |w|: by w x where w >
    0, by g |w| - |w| x where w < 0, and so much with the top grade and with none. The order is kept for the first
    system once the least value is above 0, so the sum of g |w| over the labelled documents must exceed -L, and the
    fewest are those with the largest |w|; with the grades named they do it. The same for the other system, from the
    greatest value. Two systems equal under every completion need a label for every document with w other than 0, and so
    many settle it the one way or the other too.

    R and NCG are sums over queries of shares. A query's share of L can be raised by k labels by no more than r(k),
    which kernel/bound/label_floors.cpp computes: of the documents that one list has alone the best grade for a system
    is the top one if they are its own and none if they are the other's, since a share is at most 1; then only the total
    is left, and the worst that the rest can do is known. Replacing r by the least concave function above it makes the
    largest steps the cheapest way, and can only make the number smaller.
    """
    if not pairs or bounding_of(bounds.measure).floor == "none":
        return [None] * len(pairs)
    return _core.label_floors(
        qrels.core,
        runs.core,
        runs.join(qrels),
        kernel_task(qrels, bounds.measure, bounds.universe, bounds.ties),
        a=[a for a, _ in pairs],
        b=[b for _, b in pairs],
        tolerance=bounds.rounding * len(bounds.queries),
    )
