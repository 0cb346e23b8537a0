"""The paragraph on methods and results of a paper, on one collection or several, as text to paste."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from irassay.collection.duplicates import RULE
from irassay.collection.reading import Reading
from irassay.comparison.testing import FALSE_DISCOVERIES
from irassay.messages import CORRECTIONS, CORRECTIONS_OF, FEW, INTERVALS_IN_A_PAPER, TESTS, down_to, listed
from irassay.studies.paper_scores import PAPER, in_means
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import answers
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.phrases import depth_of


def order_of_lists(readings: Iterable[Reading]) -> str:
    """What ordered the documents of a list, by what was read from the files of the runs."""
    by = {way for reading in readings for way in reading.ordered_by}
    return PAPER("order.ranks" if by == {"rank"} else "order.ranks-in-part" if "rank" in by else "order.by-id")


def of_options(*, duplicates: str | None, residual: object) -> list[str]:
    """What documents were merged or left out for."""
    return [RULE] * (duplicates == "one") + ([] if residual is None else [PAPER("residual")])


def paragraph(verdict: Verdict, seed: int, version: str, order: str = "", beside: Iterable[str] = ()) -> str:
    """What was done and came out; `order` is of `order_of_lists` ("" by id), `beside` sentences on runs and options."""
    scored = PAPER(
        "methods",
        runs=verdict.n_runs, queries=verdict.n_queries, measure=verdict.league.measure, labels=verdict.n_labels,
        order=order, systems=verdict.n if verdict.n < verdict.n_runs else 0, depth=depth_of(verdict.depth),
    )  # fmt: skip
    return _with_results([scored], verdict, beside, seed, version)


def paragraph_over(
    mean: Verdict, each: Mapping[str, Verdict], version: str, order: str = "", beside: Iterable[str] = ()
) -> str:
    """The same for several collections, by name in `each`; what came out is of their mean."""
    names = [
        PAPER("methods.collection", name=name, queries=one.n_queries, labels=one.n_labels) for name, one in each.items()
    ]
    of = {"collections": len(each), "measure": mean.league.measure, "names": listed(names, len(names))}
    parts = [PAPER("methods.over", systems=mean.n_runs, **of, order=order), in_means([mean.league])]
    return _with_results(parts, mean, beside, mean.league.seed, version)


def _with_results(parts: list[str], verdict: Verdict, beside: Iterable[str], seed: int, version: str) -> str:
    """With how was tested, what came out, what is said beside it, and what computed it."""
    if verdict.n > 1 and verdict.league.n_tested and verdict.has_retrieved_labels:
        parts += [_test(verdict), _intervals(verdict)]
    if verdict.kind in ("few", "many") and verdict.has_retrieved_labels:
        parts.append(answers.sentence(verdict))
    if verdict.bounds is not None and verdict.n > 1:
        parts.append(_bounds(verdict))
    if verdict.only_pair is not None and not verdict.only_pair.queries.same:
        parts += filter(None, [pair_words.headline(verdict.only_pair), pair_words.unjudged(verdict.only_pair)])
    parts += [*beside, PAPER("methods.computed", version=version, seed=str(seed))]
    return " ".join(filter(None, parts))


def _test(verdict: Verdict) -> str:
    league, n = verdict.league, verdict.league.n_tested
    form = "test.by-draws" if league.correction in ("max-t", "tukey") else "test.correction"
    draws = {"enumerated": league.enumerated, "draws": league.n_resamples, "several": n > 1}
    correction = PAPER(
        form,
        correction=CORRECTIONS_OF.get(league.correction, CORRECTIONS[league.correction]), pairs=league.family,
        baseline=league.baseline, joint=league.n_joint, flips=league.correction == "max-t",
        discoveries=league.correction in FALSE_DISCOVERIES, alpha=league.alpha,
    )  # fmt: skip
    return PAPER(
        "test",
        test=TESTS[league.test].in_a_paper, correction=correction, settled=league.n_settled, tested=n,
        drawn=PAPER(f"test.{league.test}", **draws) if TESTS[league.test].draws else "over queries",
        several=n > 1, many=verdict.n > FEW, share=league.n_settled / n, alpha=league.alpha,
    )  # fmt: skip


def _intervals(verdict: Verdict) -> str:
    league = verdict.league
    if league.interval == "wilson":
        return PAPER("intervals.wilson")
    kind, together = INTERVALS_IN_A_PAPER[league.interval], league.interval == "simultaneous"
    return PAPER("intervals", kind=kind, resamples=league.n_bootstrap, simultaneous=together)


def _bounds(verdict: Verdict) -> str:
    assert verdict.bounds is not None
    assert verdict.reach is not None
    settled, n = verdict.labels_settled or 0, verdict.labels_pairs
    return PAPER(
        "bounds",
        unjudged=verdict.unjudged, depth=down_to(verdict.reach.depth), exact=verdict.bounds.difference_exact.all(),
        several=n > 1, unknown=verdict.labels_unknown, settled=settled, pairs=n, many=verdict.n > FEW,
        share=settled / n if n else 0.0,
    )  # fmt: skip
