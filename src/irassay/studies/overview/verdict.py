"""The verdict: from the evidence to a Case, and from the Case to the first section of the page."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from irassay.result import Column, Finding, Section, Strip, Table
from irassay.studies.overview import words_answers, words_figures, words_next
from irassay.studies.overview.case import Against, Case, Needed
from irassay.studies.overview.evidence import Evidence, Order
from irassay.studies.overview.needed import needed_of
from irassay.studies.overview.pairs import counted_pairs, n_settled, pair_of

STRIP_FROM = 4  # systems from which a strip of dots says more than their names


def case_of(evidence: Evidence) -> Case:
    """Count what the verdict's sentences need."""
    order = evidence.order
    state = _states(evidence)
    n = order.n
    first = order.significant[0] if n else np.zeros(0, dtype=bool)
    touching = {i for i, system in enumerate(order.systems) if system in set(order.leaders)}
    undecided = [pair for pair, s in state.items() if s in ("open", "not known")]
    return Case(
        measure=order.measure,
        depth=order.depth,
        n_runs=evidence.n_runs,
        systems=list(order.systems),
        means=order.mean.tolist(),
        n_queries=len(order.queries),
        n_labels=evidence.coverage.n_labels,
        same=order.same,
        leaders=list(order.leaders),
        pairs=len(counted_pairs(order)),
        tied=sum(s == "exactly tied" for s in state.values()),
        queries_settled=n_settled(order),
        chance=order.chance,
        labels_settled=None if evidence.holes is None else sum(s == "settled" for s in state.values()),
        labels_open=sum(s == "open" for s in state.values()),
        labels_unknown=sum(s == "not known" for s in state.values()),
        open_at_top=sum(i in touching or j in touching for i, j in undecided),
        unjudged=evidence.coverage.unjudged,
        matched=evidence.matched,
        behind=int(first.sum()),
        needed=needed_of(order),
        pair=pair_of(evidence, 0, 1) if n == 2 else None,
        baselines=list(order.baseline),
        family=order.family,
        against=against_of(order),
        touched=_touched(evidence),
        command=evidence.command,
        lower_is_better=order.lower_is_better,
        at_the_edge=len(order.at_the_edge),
        too_few=order.too_few,
        interval=(float(order.low[0]), float(order.high[0])),
        among_retrieved=evidence.holes is not None and evidence.holes.unseen == 0,
        judging=None if evidence.holes is None else evidence.holes.judging,
        bounds=None if evidence.holes is None else (float(evidence.holes.lower[0]), float(evidence.holes.upper[0])),
    )


def _states(evidence: Evidence) -> dict[tuple[int, int], str]:
    if evidence.holes is None:
        return {}
    return {(i, j): evidence.holes.state[i][j] for i, j in counted_pairs(evidence.order)}


def against_of(order: Order) -> list[Against]:
    """Who is better than each baseline, worse, or can't be told from it."""
    found = []
    for name in order.baseline:
        base = order.systems.index(name)
        differs = [bool(order.significant[i, base]) for i in range(order.n)]
        better, worse = range(base), range(base + 1, order.n)
        found.append(
            Against(
                name,
                [order.systems[i] for i in better if differs[i]],
                [order.systems[i] for i in worse if differs[i]],
                [order.systems[i] for i in (*better, *worse) if not differs[i]],
            )
        )
    return found


def _touched(evidence: Evidence) -> list[str]:
    """Runs that a file error is about, leaders first."""
    order = evidence.order
    top = {name for leader in order.leaders for name in (leader, *order.same.get(leader, ()))}
    known = [name for system in order.systems for name in (system, *order.same.get(system, ()))]
    runs = [name for f in evidence.files if f.level == "error" for name in runs_of(f, known)]
    return sorted(dict.fromkeys(runs), key=lambda name: (name not in top, known.index(name)))


def runs_of(finding: Finding, known: Sequence[str]) -> list[str]:
    """The runs a file finding names: one that opens its sentence, or those listed where it is."""
    named = {part for place in finding.where for part in place.split(", ")}
    return [name for name in known if name in named or finding.text.startswith(f"{name}: ")]


def verdict_section(evidence: Evidence, case: Case) -> Section:
    """Two shares, four short answers, what needs a look, and where all systems stand."""
    body: list[Finding | Strip] = []
    if case.kind in ("few", "many", "baseline"):
        body += _shares(case)
    if case.kind in ("two", "few", "many", "baseline", "tied"):
        body += _answers(evidence, case)
    if case.kind in ("one", "two", "few", "many", "same"):
        body += _identical(case)
    body += _errors(evidence, case)
    if case.kind in ("few", "many", "baseline") and case.n >= STRIP_FROM:
        body.append(_strip(evidence.order))
    return Section("verdict", "Verdict", body)


def _shares(case: Case) -> list[Finding]:
    scope = words_answers.scope(case)
    numbers: dict[str, float | int | str] = {"settled": case.queries_settled, "pairs": case.pairs}
    numbers["share"] = case.queries_settled / case.pairs if case.pairs else math.nan
    if case.chance is not None:
        numbers |= {"settled_least": case.chance[0], "settled_most": case.chance[1]}
    level = "settled" if case.queries_high else "undecided"
    queries = Finding("share-queries", level, "queries", words_answers.share_queries(case), numbers, effect=scope)  # type: ignore[arg-type]
    numbers = {"pairs": case.labels_pairs, "open": case.labels_open, "not_known": case.labels_unknown}
    if case.labels_settled is not None:
        numbers["settled"] = case.labels_settled
        numbers["share"] = case.labels_settled / case.labels_pairs if case.labels_pairs else math.nan
    level = "settled" if case.labels_high else "undecided"
    labels = Finding("share-labels", level, "labels", words_answers.share_labels(case), numbers, effect=scope)  # type: ignore[arg-type]
    return [queries, labels]


def _answers(evidence: Evidence, case: Case) -> list[Finding]:
    first = case.systems[0]
    same = case.same.get(first, ())
    best = "answer-lowest" if case.lower_is_better else "answer-highest"
    found = [
        Finding(best, "note", "none", words_answers.best(case), {"mean": case.means[0]}, (first, *same)),
        Finding(
            "answer-apart",
            "undecided",
            "queries",
            words_answers.apart(case),
            {"leaders": len(case.leaders)},
            tuple(case.leaders) or tuple(case.baselines),
        ),
        Finding("answer-behind", "settled", "queries", words_answers.behind(case), {"behind": case.behind}),
        Finding(
            "answer-next",
            "note",
            "labels" if case.labels_high is False else "queries",
            words_next.next_step(case),
            _ranges(case),
            effect=words_next.POWER_ASSUMPTION if _ranges(case) else "",
            action=words_next.judge_command(case),
        ),
    ]  # fmt: skip
    if case.kind == "two":
        return [found[-1]]
    if case.kind == "tied":
        return [found[0]]
    return found


def _ranges(case: Case) -> dict[str, float | int | str]:
    """How many queries pairs would take: the ends of each range, where they are finite."""
    ends = {f"{_between(case, n)}, {end}": getattr(n, end) for n in case.needed for end in ("low", "high")}
    return {name: queries for name, queries in ends.items() if math.isfinite(queries)}


def _between(case: Case, needed: Needed) -> str:
    return f"{needed.of} – {needed.other}" if len(case.baselines) > 1 else needed.other


def _identical(case: Case) -> list[Finding]:
    return [
        Finding(
            "identical",
            "note",
            "none",
            words_answers.identical(case, system, others),
            {"systems": len(others) + 1},
        )
        for system, others in case.same.items()
        if others
    ]  # fmt: skip


def _errors(evidence: Evidence, case: Case) -> list[Finding]:
    """File errors that concern everything or a leader, repeated where the eye is."""
    if not case.matched:
        return [f for f in evidence.files if f.level == "error"]
    top = {name for leader in case.leaders for name in (leader, *case.same.get(leader, ()))}
    return [f for f in evidence.files if f.level == "error" and runs_of(f, sorted(top))]


def _strip(order: Order) -> Strip:
    leaders = set(order.leaders)
    title = words_figures.strip_title(order)
    columns = [
        Column("system", list(order.systems)),
        Column("mean", order.mean.tolist(), unit=order.measure, digits=4),
        Column("leader", [s in leaders for s in order.systems], definition="no system is significantly better"),
    ]
    labelled = (order.systems[0], order.systems[-1], *order.baseline)
    return Strip(
        "strip", title, words_figures.strip_how(order), Table("strip", title, columns), order.measure, labelled
    )
