"""Whether a reranker remembers documents that leaked: ranks and scores with the leaks in training, and without."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from irassay.arguments import between, least_grade, whole_number
from irassay.arrays import F64, Places
from irassay.collection import Qrels, Runs
from irassay.collection.instances import Instances
from irassay.comparison.significance.paired_tests import t_intervals
from irassay.errors import InputError, UsageError
from irassay.leakage.leaks import LEAKAGE
from irassay.upward import ask

Groups: TypeAlias = Mapping[str, tuple[Sequence[str], Sequence[str]]]  # topic -> documents of either side
Kind: TypeAlias = Literal["pairs", "one model"]

DEPTH = 100


class Side(NamedTuple):
    """Documents of one side, such as the relevant ones, in the lists of several runs."""

    rank: F64  # (run, document); depth + 1 for a document without a score
    score: F64  # (run, document), NaN without one
    topic: Places  # (document,), the place of its topic

    def means(self, values: F64, n_topics: int) -> F64:
        """Means of each topic's documents: array (run, topic), NaN for a topic whose documents have a NaN each."""
        there = ~np.isnan(values)
        sums = np.zeros((len(values), n_topics))
        counts = np.zeros((len(values), n_topics))
        np.add.at(sums.T, self.topic, np.where(there, values, 0.0).T)
        np.add.at(counts.T, self.topic, there.T)
        means: F64 = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
        return means


def sides(runs: Runs, groups: Groups, *, depth: int, also: Runs | None = None) -> tuple[Side, Side]:
    """Both sides' documents in each run's lists, those outside a list by their score in `also`, of the same systems."""
    return _side(runs, groups, 0, depth, also), _side(runs, groups, 1, depth, also)


def _side(runs: Runs, groups: Groups, which: int, depth: int, also: Runs | None) -> Side:
    topic = np.repeat(np.arange(len(groups)), [len(pair[which]) for pair in groups.values()])
    rank, score = np.empty((len(runs.systems), len(topic))), np.empty((len(runs.systems), len(topic)))
    for row, system in enumerate(runs.systems):
        places = [
            place for name, pair in groups.items() for place in _places(runs, system, name, pair[which], depth, also)
        ]
        rank[row], score[row] = zip(*places) if places else ((), ())
    return Side(rank, score, topic)


def _places(
    runs: Runs, system: str, topic: str, docs: Sequence[str], depth: int, also: Runs | None
) -> list[tuple[int, float]]:
    """Rank and score of each document: 1 + how many of the list's first score higher, ties by document id ascending."""
    scores = _scores(runs, system, topic)
    first = sorted((-score, doc) for doc, score in scores.items())[:depth]
    if also is not None and any(doc not in scores for doc in docs):
        scores = _scores(also, system, topic) | scores
    none = (depth + 1, np.nan)
    return [(bisect_left(first, (-scores[doc], doc)) + 1, scores[doc]) if doc in scores else none for doc in docs]


def _scores(runs: Runs, system: str, topic: str) -> dict[str, float]:
    docs = runs.ranking(system, topic)
    try:
        return dict(zip(docs, runs.core.scores(system, topic))) if docs else {}
    except ValueError:
        raise UsageError(LEAKAGE("remembered.no-scores", system=system)) from None


@dataclass(frozen=True, slots=True)
class Contrast:
    """A mean over topics, with leakage and without.

    Attributes
    ----------
    with_, without : float
        Means over topics of each topic's mean, seeds first; `without` is NaN where nothing is held against it.
    sd_with, sd_without : float
        Standard deviations over documents, or over topics for the offset.
    change : float
        `with_` minus `without`.
    sd : float
        Its standard deviation over topics.
    low, high : float
        Its interval over topics, Student's t; NaN for one topic.
    seeds_low, seeds_high : float
        Its interval over seeds, Student's t for two samples, of one model Welch's; NaN for one seed on either side.
    """

    with_: float
    without: float
    sd_with: float
    sd_without: float
    change: float
    sd: float
    low: float
    high: float
    seeds_low: float
    seeds_high: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What training on leaked documents did to their ranks and scores.

    Attributes
    ----------
    kind : {"pairs", "one model"}
        Whether leaked pairs are held against the same model without leaks, or one model's documents against others.
    topics : sequence of str
    offsets_with, offsets_without : array (topic,)
        Means of rank(non-relevant) - rank(relevant), seeds first; of one model rank(not trained on) - rank(trained on).
    offset : Contrast
        The rank offset; it grows where the model remembers.
    relevant, other : Contrast
        Ranks of either side: relevant and non-relevant, or of relevant documents those trained on and the others.
    relevant_score, other_score : Contrast or None
        Scores of documents that have one in every run; None without any, and for one model.
    n_documents : (int, int)
        Of either side.
    n_runs : (int, int)
        With and without leakage, one a seed; of one model the others are those that saw neither.
    n_unscored : (int, int)
        Documents without a score in a run, over all runs with and without, whose rank is `depth` + 1; of one model all
        of that rank.
    left_out : sequence of str
        Leaked topics that some run does not answer, or without a document of either side.
    depth : int
    alpha : float
        Intervals are of 1 - alpha.
    """

    kind: Kind
    topics: Sequence[str]
    offsets_with: F64
    offsets_without: F64
    offset: Contrast
    relevant: Contrast
    other: Contrast
    relevant_score: Contrast | None
    other_score: Contrast | None
    n_documents: tuple[int, int]
    n_runs: tuple[int, int]
    n_unscored: tuple[int, int]
    left_out: Sequence[str]
    depth: int
    alpha: float

    @property
    def is_sign(self) -> bool:
        """Whether the model remembers: the offset grows over topics and over seeds, of which each side has two or more;
        one model needs systems that saw neither, and over several of these it grows too."""
        if not self.n_runs[1] or not self.offset.low > 0:
            return False
        return self.offset.seeds_low > 0 or (self.kind == "one model" and isnan(self.offset.seeds_low))

    def explain(self) -> list[str]:
        """The verdict, then what it rests on, in sentences."""
        sentences: list[str] = ask("memory_sentences")(self)
        return sentences


def memory(
    instances: Instances,
    with_: Runs,
    without: Runs | None = None,
    *,
    also: Runs | None = None,
    qrels: Qrels | None = None,
    others: Runs | None = None,
    rel: int = 1,
    depth: int = DEPTH,
    alpha: float = 0.05,
) -> Memory:
    """Say whether a reranker remembers the leaked documents that it was trained on.

    Parameters
    ----------
    instances : Instances
        What it was trained on; those that leak a topic count.
    with_ : Runs
        Read with scores; each system is the model trained on `instances` with another seed.
    without : Runs, optional
        The same model trained without the leaks, each system a seed. Without it relevant documents that the model was
        trained on are held against relevant ones that it was not, which takes `qrels`.
    also : Runs, optional
        Scores of documents outside the lists, under the same names of systems; of all runs or of none.
    qrels : Qrels, optional
        For one model: which documents are relevant.
    others : Runs, optional
        For one model: systems that were trained on neither.
    rel : int
        For one model: the least relevant grade.
    depth : int, at least 1
        Documents of a list that count.
    alpha : float, in (0, 1)

    Returns
    -------
    Memory

    Raises
    ------
    InputError
        No instance leaks a topic, a pair leaks two topics, or no topic can be compared.
    UsageError
        Runs without scores, `also` for some runs alone, one model without `qrels`.

    Notes
    -----
    A rank is 1 + the number of the list's first `depth` documents that score higher, ties by document id ascending; a
    document without a score has `depth` + 1. *Assumes* that both sides differ in the leaks and in seeds alone. A seed
    may move all topics, so that growth over topics with one seed a side is no sign yet. *Guarantees* intervals over
    topics and over seeds, each asymptotic and apart from the other. *Source* Fröbe et al., How Train-Test Leakage
    Affects Zero-shot Retrieval, SPIRE 2022, section 5; the interval over seeds and the contrast of one model are ours.

    Examples
    --------
    >>> import irassay
    >>> from irassay.collection.instances import Instance
    >>> leak = lambda topic: (
    ...     Instance(topic, "", "a", "", True, "test", topic), Instance(topic, "", "b", "", False, "test", topic))
    >>> lists = lambda a, b: {seed: {topic: {"a": a, "b": b} for topic in "xy"} for seed in ("seed1", "seed2")}
    >>> runs = [irassay.Runs.from_dict(of, keep="scores") for of in (lists(2.0, 1.0), lists(1.0, 2.0))]
    >>> of = memory(Instances(map(leak, "xy")), *runs)
    >>> of.offset.without, of.offset.with_, of.is_sign
    (-1.0, 1.0, True)
    """
    depth, alpha = whole_number("depth", depth), between("alpha", alpha)
    if without is None:
        against, groups = others, _of_one_model(instances, qrels, least_grade(rel))
    else:
        against, groups = without, _of_pairs(instances)
        scored = None if also is None else set(also.systems)
        if lacking := [
            name for name in (*with_.systems, *without.systems) if scored is not None and name not in scored
        ]:
            raise UsageError(LEAKAGE("remembered.part", system=lacking[0]))
    if not groups:
        raise InputError(LEAKAGE("remembered.no-topic", source=instances.source))
    runs = [with_, *([against] if against is not None else [])]
    lists = [(one, system) for one in runs for system in one.systems]
    answered = {topic: two for topic, two in groups.items() if all(two) and all(x.ranking(s, topic) for x, s in lists)}
    if not answered:
        raise InputError(LEAKAGE("remembered.none", topic=next(iter(groups))))
    also = None if without is None else also
    places = [sides(one, answered, depth=depth, also=also) for one in runs]
    return _memory(places, answered, [t for t in groups if t not in answered], without is not None, depth, alpha)


def _of_pairs(instances: Instances) -> Groups:
    """Topic -> its leaked relevant and non-relevant documents; one of several pairs is there as often."""
    groups: dict[str, tuple[list[str], list[str]]] = {}
    for relevant, other in instances.pairs:
        if relevant.topic != other.topic:
            topics = {"topic": relevant.topic, "other": other.topic}
            raise InputError(LEAKAGE("remembered.two", source=instances.source, query=relevant.query, **topics))
        if relevant.topic:
            mine = groups.setdefault(relevant.topic, ([], []))
            mine[0].append(relevant.doc)
            mine[1].append(other.doc)
    return groups


def _of_one_model(instances: Instances, qrels: Qrels | None, rel: int) -> Groups:
    """Topic -> relevant documents that were trained on, and the other relevant ones."""
    if qrels is None:
        raise UsageError(LEAKAGE("remembered.no-labels"))
    trained: dict[str, dict[str, bool]] = {}
    for one in instances.leaked:
        trained.setdefault(one.topic, {})[one.doc] = one.relevant
    groups: dict[str, tuple[list[str], list[str]]] = {}
    for topic, docs in trained.items():
        relevant = [doc for doc, grade in qrels.grades(topic).items() if grade >= rel]
        groups[topic] = [doc for doc in relevant if docs.get(doc)], [doc for doc in relevant if doc not in docs]
    return groups


def _memory(
    places: Sequence[tuple[Side, Side]], groups: Groups, left_out: Sequence[str], pairs: bool, depth: int, alpha: float
) -> Memory:
    n = len(groups)
    ranks = [[side.means(side.rank, n) for side in two] for two in places]
    offsets = [other - relevant for relevant, other in ranks]
    spread = [
        (side.rank.mean(axis=0).std(ddof=1) if side.rank.shape[1] > 1 else np.nan) for two in places for side in two
    ]
    over_topics = [mean.mean(axis=0) for mean in offsets]
    sds = [float(one.std(ddof=1)) if n > 1 else np.nan for one in over_topics]
    lists = [two[0].rank.shape[0] for two in places]
    lacking = [[np.isnan(side.score) if pairs else side.rank > depth for side in two] for two in places]
    unscored = [int(sum(side.sum() for side in two)) for two in lacking]
    scored = [_of_scores([two[which] for two in places], n, alpha) if pairs else None for which in (0, 1)]
    return Memory(
        kind="pairs" if pairs else "one model",
        topics=list(groups),
        offsets_with=over_topics[0],
        offsets_without=over_topics[1] if len(places) > 1 else np.full(n, np.nan),
        offset=_contrast(offsets, sds, alpha, pairs),
        relevant=_contrast([two[0] for two in ranks], spread[0::2], alpha, pairs),
        other=_contrast([two[1] for two in ranks], spread[1::2], alpha, pairs),
        relevant_score=scored[0],
        other_score=scored[1],
        n_documents=(places[0][0].rank.shape[1], places[0][1].rank.shape[1]),
        n_runs=(lists[0], lists[1] if len(lists) > 1 else 0),
        n_unscored=(unscored[0], unscored[1] if len(unscored) > 1 else 0),
        left_out=left_out,
        depth=depth,
        alpha=alpha,
    )


def _of_scores(two: Sequence[Side], n_topics: int, alpha: float) -> Contrast | None:
    """The contrast of scores, over documents with a score in every run; None without any."""
    there = ~np.isnan(np.vstack([side.score for side in two])).any(axis=0)
    if not there.any():
        return None
    scores = [np.where(there, side.score, np.nan) for side in two]
    means = [side.means(score, n_topics) for side, score in zip(two, scores, strict=True)]
    some = ~np.isnan(means[0][0])
    spread = [float(side.score[:, there].mean(axis=0).std(ddof=1)) if there.sum() > 1 else np.nan for side in two]
    return _contrast([mean[:, some] for mean in means], spread, alpha, True)


def _contrast(means: Sequence[F64], spread: Sequence[float], alpha: float, equal: bool) -> Contrast:
    """Means (run, topic) with leakage against those without, or against 0 where there are none."""
    topics = [one.mean(axis=0) for one in means]
    change = topics[0] - topics[1] if len(means) > 1 else topics[0]
    low, high = t_intervals(change[:, None], level=1 - alpha)[0]
    seeds = np.nan, np.nan
    if len(means) > 1:
        seeds = seeds_interval(*(one.mean(axis=1) for one in means), alpha=alpha, equal=equal)
    return Contrast(
        with_=float(topics[0].mean()),
        without=float(topics[1].mean()) if len(means) > 1 else np.nan,
        sd_with=float(spread[0]),
        sd_without=float(spread[1]) if len(means) > 1 else np.nan,
        change=float(change.mean()),
        sd=float(change.std(ddof=1)) if len(change) > 1 else np.nan,
        low=float(low),
        high=float(high),
        seeds_low=seeds[0],
        seeds_high=seeds[1],
    )


def seeds_interval(a: F64, b: F64, *, alpha: float, equal: bool) -> tuple[float, float]:
    """The t interval of 1 - alpha of the difference of two means, arrays (n,) and (m,), by Student for `equal`
    variances, which seeds have where leaks do nothing, else by Welch; NaN with one value."""
    from scipy import special

    n, m = len(a), len(b)
    if min(n, m) < 2:
        return np.nan, np.nan
    gap, one, two = float(a.mean() - b.mean()), float(a.var(ddof=1)), float(b.var(ddof=1))
    freedom = float(n + m - 2)
    if equal:
        one = two = ((n - 1) * one + (m - 1) * two) / freedom
    squared = one / n + two / m
    if squared == 0:
        return gap, gap
    if not equal:
        freedom = squared**2 / ((one / n) ** 2 / (n - 1) + (two / m) ** 2 / (m - 1))
    reach = float(special.stdtrit(freedom, 1 - alpha / 2)) * squared**0.5
    return gap - reach, gap + reach
