"""The league table with its drawn intervals and bands, and what further measures say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from irassay.result import Column, Finding, LeagueChart, Section, Table
from irassay.studies.overview import words_assumed, words_measures, words_outside
from irassay.studies.overview import words_figures as words
from irassay.studies.overview.case import Case
from irassay.studies.overview.evidence import Evidence, Order
from irassay.studies.overview.flags import flag_columns
from irassay.studies.overview.pairs import n_settled


def league_section(evidence: Evidence, case: Case) -> Section:
    """One row a system; with further measures a table of all and a sentence for each."""
    body: list[Any] = [_chart(evidence, case)]
    if evidence.order.unranked:
        left_out = evidence.order.unranked
        text = words_measures.unranked(left_out)
        body.append(Finding("unranked", "warning", "none", text, {"runs": len(left_out)}, tuple(left_out)))
    body += [Finding("caution", "warning", "queries", text) for text in evidence.order.cautions]
    if evidence.others:
        body.append(_measures(evidence))
        body += [_agreement(evidence.order, other) for other in evidence.others]
    return Section("league", "League table", body)


def _chart(evidence: Evidence, case: Case) -> LeagueChart:
    order = evidence.order
    title = words.league_title(order, case)
    named = f"{order.measure} of {case.n} systems"
    table = Table("league", named, _columns(evidence, case), words_outside.note(order))
    return LeagueChart("league", title, words.league_how(order, evidence.holes), table, order.measure, _brackets(order))


def _columns(evidence: Evidence, case: Case) -> list[Column]:
    order, holes, n = evidence.order, evidence.holes, evidence.order.n
    absent = [float("nan")] * n
    ranks = list(order.rank_intervals) if order.rank_intervals and n > 2 else [(None, None)] * n
    leaders = set(order.leaders) if n > 2 else set()
    letters = list(order.letters) if order.letters and n > 2 else [""] * n
    scale = order.measure
    over = words_assumed.interval(order.n_bootstrap, order.interval)
    missing = "" if holes is None else words_assumed.bounds(holes.unseen)
    columns = [
        Column("rank_low", [low for low, _ in ranks], definition="1 + systems significantly better", digits=0),
        Column("rank_high", [high for _, high in ranks], definition="systems less those significantly worse", digits=0),
        *_bootstrap_ranks(order),
        Column("system", list(order.systems)),
        Column(
            "same", [", ".join(order.same.get(s, ())) for s in order.systems], definition="identical for this measure"
        ),
        Column("mean", order.mean.tolist(), scale, f"mean over {len(order.queries)} queries", 4),
        Column("low", order.low.tolist(), scale, over, 3),
        Column("high", order.high.tolist(), scale, over, 3),
        Column("low50", order.low50.tolist(), scale, over.replace("95%", "50%"), 3),
        Column("high50", order.high50.tolist(), scale, over.replace("95%", "50%"), 3),
        Column("lower", absent if holes is None else holes.lower.tolist(), scale, f"lowest {missing}", 3),
        Column("estimate", absent if holes is None else holes.estimate.tolist(), scale, words_assumed.ESTIMATE, 3),
        Column("upper", absent if holes is None else holes.upper.tolist(), scale, f"highest {missing}", 3),
        Column(
            "judged",
            evidence.coverage.judged.tolist(),
            "share",
            f"of documents down to rank {evidence.coverage.depth}",
            3,
        ),
        *_student(order),
        Column("letters", letters, definition=words.letters_rule(order) if any(letters) else ""),
        Column("leader", [s in leaders for s in order.systems], definition="no system is significantly better"),
    ]
    apart = words_outside.outside(order)
    if apart:
        asides = [words_outside.aside(order, i) if i in apart else "" for i in range(n)]
        columns.append(Column("aside", asides, definition="why a leader stands outside the leaders' bracket"))
    columns += flag_columns(evidence.flags, order)
    for name, of in evidence.metadata.items():
        columns.append(Column(f"meta:{name}", [of.get(s, "") for s in order.systems]))
    return columns


def _bootstrap_ranks(order: Order) -> list[Column]:
    """Ranks by the second method, where they were asked for."""
    ranks = order.rank_intervals_bootstrap
    if not ranks or order.n < 3:
        return []
    return [
        Column("bootstrap_low", [low for low, _ in ranks], definition=words_assumed.BOOTSTRAP_RANKS, digits=0),
        Column("bootstrap_high", [high for _, high in ranks], definition=words_assumed.BOOTSTRAP_RANKS, digits=0),
    ]


def _student(order: Order) -> list[Column]:
    """Student's interval, where the bootstrap's may be too short."""
    if order.t_low is None or order.t_high is None:
        return []
    what = words_assumed.STUDENT
    return [
        Column("t_low", order.t_low.tolist(), order.measure, what, 3),
        Column("t_high", order.t_high.tolist(), order.measure, what, 3),
    ]


def _brackets(order: Order) -> list[tuple[str, int, int]]:
    """Letters with their rows, where there are rows enough to bracket."""
    return list(order.brackets) if order.n > 2 else []


def _measures(evidence: Evidence) -> Table:
    """Runs by measures. Those that are one system for the main measure have a row each: another may tell them apart."""
    order = evidence.order
    systems = every_run(order)
    orders = [order, *evidence.others]
    columns = [Column("system", systems), *(Column(o.measure, means_of(o, systems), digits=4) for o in orders)]
    title = words_measures.measures_title(order, evidence.others)
    return Table("measures", title, columns, words_measures.measures_note(order))


def every_run(order: Order) -> list[str]:
    """All runs in the league's order, identical ones after the one they are the same as."""
    return [name for system in order.systems for name in (system, *order.same.get(system, ()))]


def means_of(order: Order, systems: Sequence[str]) -> list[float]:
    """The means of runs under whatever name the league has them."""
    mean = dict(zip(order.systems, order.mean.tolist()))
    for name, same in order.same.items():
        mean |= dict.fromkeys(same, mean[name])
    return [mean.get(s, float("nan")) for s in systems]


def _agreement(order: Order, other: Order) -> Finding:
    mine, theirs = order.mean, np.array(means_of(other, order.systems))
    upper = np.triu_indices(order.n, 1)
    a, b = (mine[:, None] - mine[None, :])[upper], (theirs[:, None] - theirs[None, :])[upper]
    if order.lower_is_better != other.lower_is_better:
        b = -b
    agree = int(((a * b) > 0).sum())
    against = int(((a * b) < 0).sum())
    n_pairs = len(a)
    settled = n_settled(other)
    tau = (agree - against) / n_pairs if n_pairs else float("nan")
    text = words_measures.agreement(order, other, against, n_pairs, tau, settled)
    numbers: dict[str, float | int | str] = {"tau_a": tau, "against": against, "pairs": n_pairs, "settled": settled}
    return Finding("measure-agreement", "note", "none", text, numbers)
