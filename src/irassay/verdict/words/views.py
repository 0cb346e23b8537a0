"""What a notebook shows of verdicts: the table of the league or the numbers of a pair, and the answer below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.league.league_table import league_table
from irassay.result import View
from irassay.verdict.words.answers import share_labels
from irassay.verdict.words.league import lead
from irassay.wording import plural

if TYPE_CHECKING:
    from irassay.verdict.pair import PairVerdict
    from irassay.verdict.settle_over import CollectionVerdicts
    from irassay.verdict.verdict import Verdict


def verdict_view(verdict: Verdict) -> View:
    """The league, who leads or differs from a baseline, and how many pairs the labels settle."""
    league = verdict.league
    facts = [league.measure, plural(verdict.n, "system"), plural(len(league.queries), "query")]
    note = lead(verdict)
    if verdict.n > 1 and not verdict.nothing_relevant:
        note = f"{note} {share_labels(verdict)}"
    return View("Verdict", facts, table=league_table(league), note=note)


def pair_verdict_view(pair: PairVerdict) -> View:
    """The sentence on the two systems."""
    queries = pair.queries
    return View("PairVerdict", [queries.measure, f"{queries.a} and {queries.b}"], note=pair.sentence())


def collection_verdicts_view(verdicts: CollectionVerdicts) -> View:
    """The verdict on the mean, with the names of the collections."""
    of = verdict_view(verdicts.mean)
    facts = [of.facts[0], plural(len(verdicts.each), "collection"), *of.facts[1:]]
    return View("CollectionVerdicts", [*facts, ", ".join(verdicts.each)], table=of.table, note=of.note)
