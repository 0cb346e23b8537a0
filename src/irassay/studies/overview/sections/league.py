"""The league: its title, rows with intervals and bands, further measures; kinds of systems, one against another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from irassay.comparison import League, MeanGap, mean_gap
from irassay.comparison.equality import rounding
from irassay.comparison.league.words import cautions, unranked
from irassay.estimates import ASSUMPTION, kinds_in
from irassay.estimates.universe import bounding_of
from irassay.messages import count, ranks
from irassay.preflight.comparable import SAME
from irassay.result import Column, Finding, Forest, LeagueChart, Section, Table
from irassay.studies.overview.comparison import OVERVIEW, OverviewEvidence
from irassay.studies.page_section import plain_section
from irassay.verdict import Verdict
from irassay.verdict.label_reach import groups_of
from irassay.verdict.words import lead
from irassay.verdict.words import league as assumption_words
from irassay.verdict.words import queries_needed as baseline_words
from irassay.verdict.words.league import shared_letter
from irassay.verdict.words.phrases import SAID

MEASURES_NAMED = 2  # further measures with another first that the top of the page names


def league_title(verdict: Verdict) -> str:
    """What the ranks by significance say."""
    league = verdict.league
    if league.n == 1:
        return OVERVIEW("league.one", first=league.systems[0], score=float(league.mean[0]))
    if league.baseline:
        return baseline_words.league_title(verdict)
    if league.n == 2:
        return OVERVIEW("league.two")
    if not league.rank_intervals:
        return OVERVIEW("league.unranked", queries=len(league.queries), n=league.n)
    n, n_first = league.n, len(league.leaders)
    certain = [i + 1 for i, (low, high) in enumerate(league.rank_intervals) if low == high]
    claimed = certain if len(certain) == n else [1] if n_first == 1 else []
    suspects = [system for system in verdict.by_rank if any(_moves(verdict, system, place) for place in claimed)]
    form = "league.every" if len(certain) == n else "league.ranges"
    return OVERVIEW(form, leaders=n_first, first=league.leaders[0], suspects=suspects, several=len(suspects))


def _moves(verdict: Verdict, suspect: str, place: int) -> bool:
    """Whether a run would pass a place, or take it, were its rank column right and not its scores."""
    if suspect not in verdict.systems:
        return False
    sign = -1 if verdict.league.lower_is_better else 1
    means = sign * np.asarray(verdict.league.mean)
    now, then = (1 + int((means > sign * mean).sum()) for mean in verdict.by_rank[suspect])
    if then > now:
        then -= 1  # the run itself is among those above its other mean
    return now != then and min(now, then) <= place <= max(now, then)


def league_how(verdict: Verdict) -> str:
    """How to read the league table."""
    league, several = verdict.league, verdict.league.n > 2
    low, high = (league.rank_intervals or [(0, 0)])[0]
    bounds = verdict.bounds if verdict.means("lower") is not None else None
    return OVERVIEW(
        "league.how",
        measure=league.measure, bounds=bounds is not None,
        ideal=bounds is not None and bounding_of(bounds.measure).ideal,
        rings=has_rings(verdict), students=len(league.t_low), better=low - 1, worse=league.n - high,
        ranks=ranks(low, high) if league.rank_intervals and several else "",
        bootstrap=league.rank_intervals_bootstrap and several,
        letters=shared_letter(league) if league.letters and several else "",
    )  # fmt: skip


def has_rings(verdict: Verdict) -> bool:
    """Whether it shows estimates: not where labels settle nearly every pair, and unjudged documents move all alike."""
    return verdict.bounds is not None and not verdict.labels_high and not np.all(np.isnan(verdict.bounds.estimate))


def first_by_others(league: League, others: Sequence[League]) -> str:
    """Other leads by further measures, for the top of the page; "" where every measure has the same."""
    first = league.systems[0]
    mine = {first, *league.same.get(first, ())}
    sentences = []
    for other in others:
        if mine.intersection(_first(other)):
            if len(league.leaders) == 1 < len(other.leaders):
                slots = {"measure": other.measure, "leaders": len(other.leaders), "n": other.n}
                sentences.append(OVERVIEW("shared-lead", **slots))
            continue
        leaders = {name for leader in other.leaders for name in (leader, *other.same.get(leader, ()))}
        without, n = leaders and not mine.intersection(leaders), len(other.leaders)
        slots = {"measure": other.measure, "best": other.systems[0], "lower": other.lower_is_better}
        sentences.append(OVERVIEW("first-by-others", without=without, leaders=n, first=first, **slots))
    if len(sentences) > MEASURES_NAMED:
        return OVERVIEW("first-by-others.several", n=len(sentences), others=len(others))
    return " ".join(sentences)


def measures_title(league: League, others: Sequence[League]) -> str:
    """Whether the measures agree on the best score."""
    every, first = [league, *others], league.systems[0]
    tied = [o.measure for o in every if _is_shared(o)]
    apart = [(o.measure, o.systems[0] == first) for o in every if o.measure not in tied]
    alone, different = ([measure for measure, is_first in apart if is_first == same] for same in (True, False))
    lower = any(o.lower_is_better for o in every)
    return OVERVIEW("measures.title", first=first, lower=lower, alone=alone, different=different, tied=tied)


def _first(league: League) -> set[str]:
    """Those with the best mean, and those that are one system with one of them."""
    equal = rounding(league.mean)
    best = [name for name, mean in zip(league.systems, league.mean) if abs(mean - league.mean[0]) <= equal]
    return {one for name in best for one in (name, *league.same.get(name, ()))}


def _is_shared(league: League) -> bool:
    """Whether two systems have the best mean."""
    return league.n > 1 and abs(float(league.mean[1] - league.mean[0])) <= rounding(league.mean)


def agreement(league: League, other: League, against: int, pairs: int, tau: float) -> str:
    """One further measure against the main one, and why it has more or fewer systems."""
    n = len(other.leaders)
    return OVERVIEW(
        "measure-order.baseline" if other.baseline else "measure-order.one" if n == 1 else "measure-order",
        measure=other.measure, settled=other.n_settled, leaders=n, main=league.measure,
        first=(other.leaders if n == 1 else other.systems)[0], shared=_is_shared(other), lower=other.lower_is_better,
        against=against, pairs=pairs, tau=tau,
    )  # fmt: skip


def league_section(evidence: OverviewEvidence) -> Section:
    """One row a system; with further measures a table of all and a sentence for each."""
    league = evidence.verdict.league
    body: list[Any] = [_chart(evidence)]
    if league.unranked:
        runs = tuple(league.unranked)
        numbers = {"runs": len(runs)}
        body.append(Finding("unranked", "warning", "none", unranked(league), numbers, runs, systems=runs))
    body += [Finding("caution", "warning", "queries", text) for text in cautions(league)]
    if evidence.others:
        body.append(_measures(evidence))
        body += [_agreement(league, other) for other in evidence.others]
    return Section("league", "League table", body)


def _chart(evidence: OverviewEvidence) -> LeagueChart:
    verdict, league = evidence.verdict, evidence.verdict.league
    what = f"{league.measure} of {verdict.n} systems"
    table = Table("league", what, _columns(evidence), lead.note_on_outside(league))
    title, how = league_title(verdict), league_how(verdict)
    return LeagueChart("league", title, how, table, league.measure, list(league.brackets) if league.n > 2 else [])


def _columns(evidence: OverviewEvidence) -> list[Column]:
    verdict, league, n = evidence.verdict, evidence.verdict.league, evidence.verdict.n
    ranks = list(league.rank_intervals) if league.rank_intervals and n > 2 else [(None, None)] * n
    leaders = set(league.leaders) if n > 2 else set()
    letters = list(league.letters) if league.letters and n > 2 else [""] * n
    scale = league.measure
    over = assumption_words.interval(league.n_bootstrap, league.interval)
    columns = [
        Column("rank_low", [low for low, _ in ranks], definition="1 + systems significantly better", digits=0),
        Column("rank_high", [high for _, high in ranks], definition="systems less those significantly worse", digits=0),
        *_bootstrap_ranks(league),
        Column("system", list(league.systems)),
        Column(
            "same", [tuple(league.same.get(s, ())) for s in league.systems], definition="identical for this measure"
        ),
        Column("mean", league.mean.tolist(), scale, f"mean over {len(league.queries)} queries", 4),
        Column("low", league.low.tolist(), scale, over, 3),
        Column("high", league.high.tolist(), scale, over, 3),
        Column("low50", league.low50.tolist(), scale, over.replace("95%", "50%"), 3),
        Column("high50", league.high50.tolist(), scale, over.replace("95%", "50%"), 3),
        *_holes(verdict),
        Column(
            "judged", evidence.reach.judged.tolist(), "share", f"of documents down to rank {evidence.reach.depth}", 3
        ),
        *_student(league),
        Column("letters", letters, definition=shared_letter(league) if any(letters) else ""),
        Column("leader", [s in leaders for s in league.systems], definition="no system is significantly better"),
    ]
    apart = lead.leaders_outside(league)
    if apart:
        asides = [lead.note_on_outside(league, [i]) if i in apart else "" for i in range(n)]
        columns.append(Column("aside", asides, definition="why a leader is outside the leaders' bracket"))
    columns += flag_columns(evidence.flags, league)
    for name, of in evidence.metadata.items():
        columns.append(Column(f"meta:{name}", [of.get(s, "") for s in league.systems]))
    return columns


def _holes(verdict: Verdict) -> list[Column]:
    """Lowest and highest score over missing labels, NaN where not computed; the estimate where it has rings."""
    absent, scale = [float("nan")] * verdict.n, verdict.league.measure
    over = "" if verdict.bounds is None else assumption_words.bounds(verdict.bounds.universe.unseen)
    by_name = (verdict.means("lower"), verdict.means("estimate"), verdict.means("upper"))
    lower, estimate, upper = (absent if means is None else means.tolist() for means in by_name)
    rings = [Column("estimate", estimate, scale, ASSUMPTION, 3)] if has_rings(verdict) else []
    return [
        Column("lower", lower, scale, f"lowest {over}", 3),
        *rings,
        Column("upper", upper, scale, f"highest {over}", 3),
    ]


def _bootstrap_ranks(league: League) -> list[Column]:
    """Ranks by the second method, where they were asked for."""
    ranks = league.rank_intervals_bootstrap
    if not ranks or league.n < 3:
        return []
    return [
        Column("bootstrap_low", [low for low, _ in ranks], definition=SAID("assumes.bootstrap-ranks"), digits=0),
        Column("bootstrap_high", [high for _, high in ranks], definition=SAID("assumes.bootstrap-ranks"), digits=0),
    ]


def _student(league: League) -> list[Column]:
    """Student's interval, where the bootstrap's may be too short."""
    if not len(league.t_low):
        return []
    what = SAID("assumes.students")
    return [
        Column("t_low", league.t_low.tolist(), league.measure, what, 3),
        Column("t_high", league.t_high.tolist(), league.measure, what, 3),
    ]


def _measures(evidence: OverviewEvidence) -> Table:
    """Runs by measures. Those that are one system for the main measure have a row each: another may tell them apart."""
    league = evidence.verdict.league
    systems = league.runs
    leagues = [league, *(other.league for other in evidence.others)]
    columns = [Column("system", systems), *(Column(o.measure, means_of(o, systems), digits=4) for o in leagues)]
    title = measures_title(league, leagues[1:])
    return Table("measures", title, columns, OVERVIEW("measures.note", measure=league.measure))


def means_of(league: League, systems: Sequence[str]) -> list[float]:
    """The means of runs under whatever name the league has them."""
    mean = dict(zip(league.systems, league.mean.tolist()))
    for name, same in league.same.items():
        mean |= dict.fromkeys(same, mean[name])
    return [mean.get(s, float("nan")) for s in systems]


def _agreement(league: League, further: Verdict) -> Finding:
    other = further.league
    mine, theirs = league.mean, np.array(means_of(other, league.systems))
    upper = np.triu_indices(league.n, 1)
    a, b = (mine[:, None] - mine[None, :])[upper], (theirs[:, None] - theirs[None, :])[upper]
    if league.lower_is_better != other.lower_is_better:
        b = -b
    agree = int(((a * b) > 0).sum())
    against = int(((a * b) < 0).sum())
    n_pairs = len(a)
    tau = (agree - against) / n_pairs if n_pairs else float("nan")
    text = agreement(league, other, against, n_pairs, tau)
    numbers: dict[str, float | int | str] = {
        "tau_a": tau,
        "against": against,
        "pairs": n_pairs,
        "settled": other.n_settled,
    }
    return Finding("measure-agreement", "note", "none", text, numbers)


def flag_columns(flags: Table | None, league: League) -> list[Column]:
    """Two columns, `flag` and `why`, "" where nothing is to be said; [] where no system shown has a flag. A row of
    identical runs has the flags of each."""
    if flags is None:
        return []
    of: dict[str, list[tuple[str, str]]] = {}
    for system, word, why in zip(*(flags.column(name).values for name in ("system", "flag", "why"))):
        of.setdefault(system, []).append((word, why))
    flagged, sentences = [], []
    for system in league.systems:
        reasons = [(word, why) for word, why in of.get(system, ()) if word != SAME]
        for other in league.same.get(system, ()):
            also = [(word, f"{other}: {why}") for word, why in of.get(other, ()) if word != SAME]
            reasons += [(word, why) for word, why in also if word not in {w for w, _ in reasons}]
        flagged.append(", ".join(dict.fromkeys(word for word, _ in reasons)))
        sentences.append("; ".join(why for _, why in reasons))
    if not any(flagged):
        return []
    return [
        Column("flag", flagged, definition="not comparable as it is"),
        Column("why", sentences, definition="what to know before trusting its score"),
    ]


LEAGUE = plain_section("league", "League table", league_section)


def kinds_section(evidence: OverviewEvidence) -> Section | None:
    """One chart with a row a pair of kinds; None without kinds, with one query, or for a summary that is no mean."""
    league = evidence.verdict.league
    if league.aggregate != "mean" or len(league.queries) < 2:
        return None
    gaps = gaps_of(evidence)
    if not gaps:
        return None
    interval = OVERVIEW("kinds.interval")
    columns = [
        Column("pair", [pair_name(column, gap) for column, gap in gaps]),
        Column("systems", [gap.n_a for _, gap in gaps], "systems", "of the first kind", 0),
        Column("others", [gap.n_b for _, gap in gaps], "systems", "of the second kind", 0),
        Column("difference", [gap.difference for _, gap in gaps], league.measure, "of the means of their systems", 4),
        Column("low", [gap.low for _, gap in gaps], league.measure, interval, 4),
        Column("high", [gap.high for _, gap in gaps], league.measure, interval, 4),
    ]
    title = gaps_title(gaps, league.measure)
    how, axis = (OVERVIEW(f"kinds.{form}", measure=league.measure) for form in ("how", "axis"))
    return Section("kinds", "Kinds of systems", [Forest("kinds", title, how, Table("kinds", title, columns), axis)])


def gaps_of(evidence: OverviewEvidence) -> Sequence[tuple[str, MeanGap]]:
    """Column and gap: of each column the kind with the highest mean against each other, the largest gap first."""
    league = evidence.verdict.league
    gaps = []
    for column, types in kinds_in(evidence.metadata, league.systems, groups_of(evidence.metadata)).items():
        first, *others = _by_mean(league.systems, league.mean.tolist(), types)
        of = [mean_gap(league.values, league.systems, types, first, other) for other in others]
        gaps += [(column, gap) for gap in reversed(of)]
    return gaps


def _by_mean(systems: Sequence[str], means: Sequence[float], types: dict[str, str]) -> list[str]:
    """Kinds, those with the highest mean of their systems first."""
    of: dict[str, list[float]] = {}
    for system, mean in zip(systems, means):
        if system in types:
            of.setdefault(types[system], []).append(mean)
    return sorted(of, key=lambda kind: (-sum(of[kind]) / len(of[kind]), kind))


def pair_name(column: str, gap: MeanGap) -> str:
    """The name of a row."""
    return f"{column}: {gap.a} ({count(gap.n_a)}) – {gap.b} ({count(gap.n_b)})"


def gaps_title(gaps: Sequence[tuple[str, MeanGap]], measure: str) -> str:
    """What the rows say: the only one in full, several by how many intervals exclude 0."""
    apart = [OVERVIEW("kinds.above", column=column, first=gap.a, second=gap.b) for column, gap in gaps if gap.low > 0]
    if len(gaps) == 1:
        ((column, gap),) = gaps
        return OVERVIEW(
            "kinds.one",
            column=column, first=gap.a, second=gap.b, gap=gap.difference, measure=measure, apart=apart,
        )  # fmt: skip
    return OVERVIEW("kinds.title", names=apart, gaps=len(gaps), more=len(gaps) - len(apart))


KINDS = plain_section("kinds", "Kinds", kinds_section)
