"""Sentences about a league: leaders, how to read the table, the two shares, the scope; and what a notebook shows of it.

Names appear unescaped; the printing code makes them safe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.league import words
from irassay.comparison.league.league_table import league_table
from irassay.comparison.league.phrases import SAME_LISTS
from irassay.comparison.league.words import method
from irassay.estimates import ASSUMPTION
from irassay.estimates.universe import bounding_of
from irassay.messages import EVERY_0, capital, conjugate, count, no_label_from, number, p_value, plural
from irassay.result import View
from irassay.verdict.next_steps import sizes_open, steps
from irassay.verdict.words import next_steps as step_words
from irassay.verdict.words import nonadjacent_leaders
from irassay.verdict.words.answers import share_labels, too_few
from irassay.verdict.words.lead import carried, if_labels_change
from irassay.verdict.words.near_level import lead_by_a_hair
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import (
    ALMOST_ANY,
    AS_TAKEN,
    LIKE_JUDGED,
    WHY_NOT,
    WITH_THESE_LABELS,
    family_each,
    top_of,
)
from irassay.verdict.words.queries_needed import resolution
from irassay.verdict.words.sparse import covered, where_taken

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict.pair import PairVerdict, Require
    from irassay.verdict.settle_over import CollectionVerdicts
    from irassay.verdict.verdict import Verdict

EDGES_NAMED = 3
DEFAULTS = ("randomization", "holm", "percentile")  # test, correction and interval that need no sentence


def same(verdict: Verdict, *, named: bool = False) -> list[str]:
    """Runs that are identical for this measure; `named` names the system where no table shows it."""
    groups = verdict.league.same
    lines = []
    for system, others in groups.items():
        who = f"(+{len(others)})" if len(groups) == 1 and not named else f"{system} (+{len(others)})"
        lines.append(f"{who}: {', '.join(others)} {conjugate(len(others), 'has')} {_what_is_same(verdict)}.")
    return lines


def _what_is_same(verdict: Verdict) -> str:
    if verdict.reach is None:
        return "the same score on every query"
    if verdict.depth is None:
        return SAME_LISTS
    return f"the same {top_of(verdict.depth)}"


def explanations(verdict: Verdict, *, wide: bool) -> list[str]:
    """How to read the table, in as few sentences as possible."""
    league = verdict.league
    if verdict.nothing_relevant:
        return []
    lines = [] if (league.test, league.correction, league.interval) == DEFAULTS else [method(league)]
    lines.append(how_to_read(verdict))
    apart = nonadjacent_leaders.note(league)
    if apart:
        lines.append(apart)
    if len(league.t_low) and not league.baseline and float((league.high - league.low).sum()) > 0:
        wider = float((league.t_high - league.t_low).sum() / (league.high - league.low).sum())
        lines.append(f"With {count(verdict.n_queries)} queries, Student's t intervals are {wider:.2f} times as wide.")
    if verdict.bounds is not None and bounding_of(verdict.bounds.measure).ideal:
        lines.append("Missing labels also raise the ideal ranking, so a fully judged run can lose.")
    if wide and verdict.estimate is not None:
        lines.append(ASSUMPTION)
    if not league.baseline and verdict.n > 1 and verdict.n_queries > 1:
        lines.append("Ranks and groups account for the queries only.")
    return lines


def how_to_read(verdict: Verdict) -> str:
    """The meaning of marks, ranks and letters, which depend on the queries alone."""
    league = verdict.league
    if league.baseline:
        each = " for each baseline" if len(league.baseline) > 1 else ""
        return f"†: differs significantly after correction over {plural(league.family, 'pair')}{each}."
    if verdict.n_queries == 1:
        return "One query can't rank systems: other queries may order them in any way."
    return shared_letter(league)


def shared_letter(league: League) -> str:
    """The meaning of letters, with the number of pairs that share none and differ in nothing either."""
    free = league.open_without_letter
    also = f" {plural(free, 'pair')} without one can't be told apart either." if free else ""
    return f"Systems that share a letter can't be told apart.{also}"


def lead(verdict: Verdict, *, require: Require = "likely") -> str:
    """The leaders by the queries; *with these labels* where missing labels could change that, as `require` asks."""
    league, n = verdict.league, verdict.n
    if verdict.nothing_relevant:
        return f"{capital(no_label_from(verdict.rel))}, so {EVERY_0}: there is nothing to compare."
    if n == 1:
        return _alone(verdict)
    if league.baseline:
        return " ".join(_against(verdict, name, require) for name in league.baseline)
    text = words.lead(league, "" if carried(verdict, require) else WITH_THESE_LABELS)
    if require == "taken" and verdict.reach is not None and len(league.leaders) < verdict.n:
        return f"{text[:-1]}, {AS_TAKEN}."
    caution = if_labels_change(verdict, require=require)
    return f"{text[:-1]}; {caution}." if caution else text


def _alone(verdict: Verdict) -> str:
    league = verdict.league
    total = 1 + sum(map(len, league.same.values()))
    if total > 1:
        runs = "Both" if total == 2 else f"All {count(total)}"
        return f"{runs} runs are one system for {league.measure}: {number(float(league.mean[0]))}."
    return f"One system: there is nothing to compare {verdict.systems[0]} with."


def _against(verdict: Verdict, baseline: str, require: Require) -> str:
    """The number of systems that differ from a baseline, and for how many the labels support it."""
    (one,) = (against for against in verdict.against if against.baseline == baseline)
    rest = verdict.n - 1
    if not one.above and not one.below:
        return f"None of the {count(rest)} systems can be told apart from {baseline}."
    base = verdict.systems.index(baseline)
    differ = f"{count(len(one.above) + len(one.below))} of {count(rest)} systems differ significantly from {baseline}"
    more, less = ("less", "more") if verdict.league.lower_is_better else ("more", "less")
    scores = f"{count(len(one.above))} score {more}, {count(len(one.below))} {less}"
    if require == "taken" and verdict.reach is not None:
        return f"{differ}: {count(len(one.above))} better, {count(len(one.below))} worse, {AS_TAKEN}."
    if verdict.unlikely in (
        "sparse",
        "sparse in part",
        "no bounds",
    ):  # nothing was computed that could support an order
        return f"{differ}: {scores}{WITH_THESE_LABELS}."
    better, worse = (
        sum(verdict.decides(verdict.systems.index(name), base, require=require) for name in side)
        for side in (one.above, one.below)
    )
    if better == len(one.above) and worse == len(one.below):
        return f"{differ}: {count(better)} better, {count(worse)} worse."
    do = "prove" if require == "proved" else "support"
    by_labels = f"the labels {do} {count(better)} of the first as better and {count(worse)} of the second as worse"
    return f"{differ}: {scores}; {by_labels}."


def edge(verdict: Verdict) -> list[str]:
    """Pairs with a leader whose significance depends on the random draws of the test, or that decide by a hair."""
    league = verdict.league
    leaders = set(league.leaders) | set(league.baseline)
    touching = [(a, b) for a, b in league.at_the_edge if a in leaders or b in leaders]
    lines = []
    for a, b in touching[:EDGES_NAMED]:
        i, j = verdict.systems.index(a), verdict.systems.index(b)
        p = p_value(float(league.p_corrected[i, j]))
        who = a if b in leaders and a not in leaders else b
        lines.append(f"{who} is at the edge of a significant difference from {b if who == a else a} (adjusted p {p}).")
    if len(touching) > EDGES_NAMED:
        lines.append(f"{plural(len(touching) - EDGES_NAMED, 'pair')} more at the edge of significance.")
    hair = "" if lines else lead_by_a_hair(verdict)
    return [*lines, hair] if hair else lines


def why_no_bounds(verdict: Verdict) -> str:
    """The reason why the labels' share is not computed."""
    if verdict.sparse is not None:
        return f"labels are sparse, {covered(verdict.sparse)}; {ALMOST_ANY}"
    return why_not(verdict.unlikely, verdict.league.measure)


def beside_shares(verdict: Verdict) -> list[str]:
    """Remarks on pairs that the shares leave out, and on what could change the shares."""
    league, lines = verdict.league, []
    if league.chance is not None:
        low, high = league.chance
        lines.append(f"Monte Carlo error leaves {count(low)} to {count(high)} settled by the queries.")
    if len(league.baseline) > 1:
        lines.append(f"{plural(league.n_tested, 'pair')}: {family_each(league.family)}.")
    if league.n_too_few:
        lines.append(f"{too_few(league)} on too few queries to be settled by them.")
    if verdict.tied:
        lines.append(f"{plural(verdict.tied, 'pair')} exactly tied, left out of the labels' share.")
    lines += _likely(verdict)
    if verdict.typical == verdict.typical:
        lines.append(resolution(verdict.n_queries, verdict.typical, verdict.n_unresolvable))
    if verdict.labels_unknown:
        unknown = plural(verdict.labels_unknown, "pair")
        lines.append(f"{unknown} not known: neither a proof nor a completion that reverses them was found.")
    return lines


def _likely(verdict: Verdict) -> list[str]:
    """The number of pairs without a proof that are likely to keep their order, and significance if they have it."""
    undecided = verdict.labels_undecided
    if not undecided:
        return []
    if verdict.unlikely == "positive only":
        return [f"No pair is likely by the labels: {WHY_NOT['positive only']}."]
    of = (
        "The other pair is"
        if undecided == 1
        else f"{count(verdict.n_likely)} of the other {count(undecided)} pairs are"
    )
    if undecided == 1 and not verdict.n_likely:
        return []
    return [f"{of} likely to stay as {conjugate(undecided, 'it is')}, {LIKE_JUDGED}."]


def action(verdict: Verdict, *, require: Require = "likely") -> str:
    """The next step, the number of pairs that the labels leave open, and the labels that would suffice; none where
    labels are taken."""
    text, work = step_words.action(verdict, require=require), steps(verdict)
    if require == "taken" and verdict.reach is not None:
        return text
    undecided = verdict.labels_undecided
    if work[:1] == ("labels",) and undecided and not sizes_open(verdict):
        text += f" {plural(undecided, 'pair')} stay{conjugate(undecided, 's')} open."
    if "labels" in work:
        text += f" {step_words.how_many(verdict)}"
    if text:
        text += f" {where_taken(verdict)}"
    return text.rstrip()


def scope(verdict: Verdict) -> str:
    """The scope of the verdict."""
    if verdict.reach is None:
        return "This holds for these runs and assumes that the scores are correct."
    among = ", among retrieved documents," if verdict.among_retrieved else ""
    return f"This holds for these runs{among} and assumes that the given labels are correct."


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
