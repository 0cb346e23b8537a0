"""From labels and runs of several collections to verdicts: on each, and on their mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from irassay.collection.renaming import systems_in
from irassay.comparison import league_of
from irassay.comparison.paired_scores import absent
from irassay.errors import UsageError, cut
from irassay.formats.inputs import in_memory
from irassay.formats.loss_warnings import say
from irassay.messages import listed
from irassay.scoring.over_collections import check_measures, counted_twice
from irassay.scoring.score_table import table_over
from irassay.upward import ask
from irassay.verdict.over_collections import OneCollection, verdict_over
from irassay.verdict.settle import Asked, Scored, scored, settled

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.comparison import League
    from irassay.comparison.testing import Correction, Interval, Ranks, Test
    from irassay.estimates.universe import Missing
    from irassay.measures import Measure
    from irassay.random_keys import Seed
    from irassay.scoring import Scores
    from irassay.verdict.verdict import Verdict


@dataclass(frozen=True, slots=True)
class CollectionVerdicts:
    """What is decided on several collections under one measure.

    Attributes
    ----------
    mean : Verdict
        On the mean over the collections, in which each counts the same.
    each : mapping of str to Verdict
        On each collection by itself, by its name.
    scores : mapping of str to Scores
        Of each collection.
    """

    mean: Verdict
    each: Mapping[str, Verdict]
    scores: Mapping[str, Scores]

    def _repr_html_(self) -> str | None:
        html: str | None = ask("collection_verdicts_view")(self)._repr_html_()
        return html


def settle_over(
    collections: Mapping[str, tuple[Qrels, Runs]],
    measure: str | Measure = "nDCG@10",
    *,
    baseline: Sequence[str] = (),
    test: Test = "randomization",
    correction: Correction = "holm",
    interval: Interval = "percentile",
    ranks: Ranks = "significance",
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: Seed = 0,
    queries: str | None = None,
    ties: str | None = None,
    compat: str | None = None,
    identical_ids: Literal["count", "ignore"] | None = None,
    unseen: int | None = None,
    scale: Sequence[int] | None = None,
    threads: int = 0,
) -> CollectionVerdicts:
    """Decide which systems are better over several collections, as ``irassay compare --collection`` prints it.

    Parameters
    ----------
    collections : mapping of str to (Qrels, Runs)
        At least two. A system has the same name everywhere: ``runs.renamed`` gives it one. One that a collection lacks
        is in no mean.
    measure : str or Measure
    baseline, test, correction, interval, ranks, alpha, n_resamples, seed, queries, ties, compat : optional
    identical_ids, unseen, scale : optional
        As for `settle`. Tests that take all queries for one sample are refused.
    threads : int
        0: one a core. The numbers don't depend on it.

    Returns
    -------
    CollectionVerdicts

    Raises
    ------
    UsageError
        An invalid argument, no system that is in all collections, or a measure that is another on another collection.

    Warns
    -----
    UserWarning
        Two collections have the same queries with the same scores of every run.

    Notes
    -----
    *Assumes* what `settle` does, on each collection. The collections themselves are no sample.
    *Guarantees* over queries the family-wise error of the correction for the mean of the collections' means; over
    labels what `verdict_over` states.
    *Source* see `compare` and `verdict_over`.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> verdicts = settle_over({"books": (qrels, runs), "films": (qrels, runs)}, "P@1")
    >>> verdicts.mean.pair("new", "old").better(), list(verdicts.each)
    ('new', ['books', 'films'])
    """
    asked = Asked.of(locals())
    of = {name: in_memory(qrels, runs, identical_ids) for name, (qrels, runs) in collections_given(collections).items()}
    return verdicts_on(of, measure, asked)


def verdicts_on(
    collections: Mapping[str, tuple[Qrels, Runs]], measure: str | Measure, asked: Asked
) -> CollectionVerdicts:
    """The verdicts on collections: `settle_over` with all that is asked in one value."""
    of = {name: scored(*both, measure, asked) for name, both in collections.items()}
    check_measures({name: ([one.measure], one.qrels.largest_grade) for name, one in of.items()})
    table = table_over({name: one.scores for name, one in of.items()})

    def league(scores: Scores) -> League:
        return league_of(scores, asked.testing, threads=asked.threads)

    if len(absent(table, None)) == len(table.systems):
        names = listed([cut(name)[1:-1] for name in of], 10)
        raise UsageError(
            f"no system is in all collections ({names}); systems are matched by name, and runs.renamed gives them one; "
            + systems_in({name: one.scores.systems for name, one in of.items()})
        )
    for text in counted_twice({name: one.scores for name, one in of.items()}):
        say(text, UserWarning)
    mean = league(table)  # type: ignore[arg-type]
    return verdicts_over(of, mean, league, asked.missing, threads=asked.threads)


def collections_given(collections: Mapping[str, tuple[Qrels, Runs]]) -> Mapping[str, tuple[Qrels, Runs]]:
    """The collections; raises where this is no mapping of names to labels and runs, or of less than two."""
    if not isinstance(collections, Mapping) or not all(
        isinstance(name, str) and isinstance(both, tuple | list) and len(both) == 2
        for name, both in collections.items()
    ):
        raise UsageError("expected collections as {name: (qrels, runs)}")
    if len(collections) < 2:
        raise UsageError(f"expected two collections or more, but got {len(collections)}; irassay.settle takes one")
    return collections


def verdicts_over(
    of: Mapping[str, Scored],
    mean: League,
    league: Callable[[Scores], League],
    missing: Missing,
    *,
    pairs_of: Callable[[League], Sequence[tuple[str, str]]] = lambda league: (),
    threads: int = 0,
) -> CollectionVerdicts:
    """The verdicts on scored collections. `mean` is the league of all their scores by `table_over`, `league` makes that
    of one collection, `pairs_of` its pairs for `settled`."""
    parts: dict[str, OneCollection] = {}
    each: dict[str, Verdict] = {}
    for name, one in of.items():
        mine = league(one.scores.sel(measure=one.measure))
        each[name], bounds = settled(one, mine, missing, pairs=pairs_of(mine), threads=threads)
        parts[name] = OneCollection(name, one.qrels, one.runs, mine, bounds, one.scores.policy.ties)
    first = next(iter(of.values())).measure
    over = verdict_over(mean, [parts[name] for name in mean.collections], first, threads=threads)
    return CollectionVerdicts(over, each, {name: one.scores for name, one in of.items()})
