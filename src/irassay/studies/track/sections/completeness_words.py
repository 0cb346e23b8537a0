"""Sentences about how complete a track's labels are."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from irassay.messages import count, number, percent, plural
from irassay.studies.sections.captions import HOW
from irassay.studies.sections.left_out_words import loss, pool

if TYPE_CHECKING:
    from irassay.estimates import Completeness, GroupLeftOut, LeftOut
    from irassay.estimates.pools.completeness import Band

UNJUDGED_TITLE = "Unjudged documents by run and depth"
BANDS_NOTE = (
    "Each document counts once, at its best rank over all runs. Where few of the returned documents are judged, "
    "they were selected, and their share says little about the others."
)
FEW_JUDGED = 2  # returned documents a judged one, from which a band's judged ones are a selection: as for rich queries
LOSS_DIGITS = 4  # of a bar: a loss that shows as 0 is none


def ranks(band: Band) -> str:
    """A band of ranks as a cell."""
    if band.last == 0:
        return "not returned"
    return str(band.first) if band.first == band.last else f"{band.first} to {band.last}"


def standfirst(left_out: LeftOut | None) -> str:
    """What the section asks."""
    rest = "Were relevant documents still being found where judging stopped?"
    if left_out is None:
        return f"How far the labels reach into the runs. {rest}"
    return f"Would a group that came later be scored as fairly as those that took part? {rest}"


def typical(left_out: LeftOut, groups: Sequence[GroupLeftOut]) -> str:
    """What a group that comes later should expect."""
    taus = [g.tau for g in groups]
    flipped, pairs = sum(g.flipped for g in groups), sum(g.pairs for g in groups)
    return (
        f"Groups left out lose up to {number(median(loss(g) for g in groups), 4)} {left_out.measure} (median of "
        f"{plural(len(groups), 'group')}); the order of all runs keeps a tau of {number(min(taus), 3)} to "
        f"{number(max(taus), 3)}, and {percent(flipped / pairs if pairs else 0.0)} of decisions about their "
        "runs change. "
        "Keep this in mind for runs that are scored later."
    )


def groups_title(groups: Sequence[GroupLeftOut], measure: str) -> str:
    """The chart's title, of what its bars are of: the score."""
    n = sum(round(loss(g), LOSS_DIGITS) > 0 for g in groups)
    lose, they = ("loses", "it") if n == 1 else ("lose", "they")
    of = f"{count(n)} of {plural(len(groups), 'group')}"
    return f"{of} {lose} {measure} without the documents that only {they} contributed"


def groups_how(left_out: LeftOut) -> str:
    """How to read the chart."""
    return (
        f"{HOW}One group at a time is left out: labels of documents that only it contributed to {pool(left_out)} are "
        f"removed. The bar is the largest loss in {left_out.measure} of a run of the group."
    )


def unjudged(system: str, share: float, depth: int) -> str:
    """The run with the most unjudged documents."""
    if not share > 0:
        return f"Every run is judged to rank {count(depth)}."
    return f"{system} has the most unjudged documents among its first {count(depth)}: {percent(share)}."


def bands_title(completeness: Completeness) -> str:
    """The table by rank; that deep documents were selected comes before a share that would surprise."""
    if not completeness.bands:
        return "No run returns a judged document"
    first, last = completeness.bands[0], completeness.bands[-1]
    above, below = percent(first.share, 0), percent(last.share, 0)
    if FEW_JUDGED * last.judged < last.returned:
        return (
            f"At ranks {ranks(last)} only {percent(last.judged / last.returned, 0)} of the documents are judged, a "
            f"selection: {below} of these are relevant, of those judged at rank {ranks(first)} {above}"
        )
    return f"Of judged documents at rank {ranks(first)} {above} are relevant, at {ranks(last)} {below}"


def rich(completeness: Completeness) -> str:
    """Queries whose judging stopped too early."""
    n, of = len(completeness.rich), len(completeness.queries)
    where = "in the deepest ranks that are judged through"
    if not n:
        return f"No query has {percent(completeness.rich_from, 0)} or more relevant documents {where}."
    return (
        f"On {count(n)} of {plural(of, 'query')} judging stopped where relevant documents were still frequent: "
        f"{percent(completeness.rich_from, 0)} or more of the judged documents {where} are relevant. More can be "
        "expected below."
    )


def rich_title(completeness: Completeness) -> str:
    """The table of rich queries."""
    queries = plural(len(completeness.rich), "query")
    return f"{queries} on which relevant documents were still frequent where judging stopped"
