"""The league table with its drawn intervals and bands, and what further measures say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.comparison.league.words import cautions, unranked
from irassay.estimates import ASSUMPTION
from irassay.preflight.words.comparable import SAME
from irassay.result import Column, Finding, LeagueChart, Section, Table
from irassay.studies.overview.evidence import OverviewEvidence
from irassay.studies.overview.sections.league import measures_words, words
from irassay.studies.overview.words import OVERVIEW
from irassay.studies.page_section import plain_section
from irassay.verdict.words import lead
from irassay.verdict.words import league as assumption_words
from irassay.verdict.words.league import shared_letter
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict import Verdict


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
    title, how = words.league_title(verdict), words.league_how(verdict)
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
        asides = [lead.aside_on_outside(league, i) if i in apart else "" for i in range(n)]
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
    rings = [Column("estimate", estimate, scale, ASSUMPTION, 3)] if words.has_rings(verdict) else []
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
    title = measures_words.measures_title(league, leagues[1:])
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
    text = measures_words.agreement(league, other, against, n_pairs, tau)
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
    words, sentences = [], []
    for system in league.systems:
        reasons = [(word, why) for word, why in of.get(system, ()) if word != SAME]
        for other in league.same.get(system, ()):
            also = [(word, f"{other}: {why}") for word, why in of.get(other, ()) if word != SAME]
            reasons += [(word, why) for word, why in also if word not in {w for w, _ in reasons}]
        words.append(", ".join(dict.fromkeys(word for word, _ in reasons)))
        sentences.append("; ".join(why for _, why in reasons))
    if not any(words):
        return []
    return [
        Column("flag", words, definition="not comparable as it is"),
        Column("why", sentences, definition="what to know before trusting its score"),
    ]


SECTION = plain_section("league", "League table", league_section)
