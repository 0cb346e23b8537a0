"""Sentences about a league: leaders, how to read the table, the two shares, the scope; and what a notebook shows of it.

Names appear unescaped; the printing code makes them safe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.comparison import League
from irassay.comparison.league import words
from irassay.comparison.league.words import league_table, method
from irassay.estimates import ASSUMPTION
from irassay.estimates.universe import bounding_of
from irassay.messages import (
    CORRECTIONS,
    INTERVALS_IN_A_COLUMN,
    TESTS,
    adjustment,
    capital,
    no_label_from,
    number,
    plural,
)
from irassay.result import View
from irassay.verdict.next_steps import sizes_open, steps
from irassay.verdict.over_collections import CollectionVerdicts
from irassay.verdict.pair import PairVerdict, Require
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import next_steps as step_words
from irassay.verdict.words.answers import covered, likely_by_labels, share_labels, too_few, where_taken
from irassay.verdict.words.lead import carried, if_labels_change, lead_by_a_hair, note_on_outside
from irassay.verdict.words.non_inferiority import interval_name
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import SAID, top_of

EDGES_NAMED = 3
DEFAULTS = ("randomization", "holm", "percentile")  # test, correction and interval that need no sentence


def same(verdict: Verdict, *, named: bool = False) -> list[str]:
    """Runs that are identical for this measure; `named` names the system where no table shows it."""
    groups, scored = verdict.league.same, verdict.reach is None
    named, top = named or len(groups) > 1, "" if scored or verdict.depth is None else top_of(verdict.depth)
    return [
        SAID(
            "league.same",
            system=system if named else "", n=len(others), others=", ".join(others), top=top, scored=scored,
        )
        for system, others in groups.items()
    ]  # fmt: skip


def explanations(verdict: Verdict, *, wide: bool) -> list[str]:
    """How to read the table, in as few sentences as possible."""
    league = verdict.league
    if verdict.nothing_relevant:
        return []
    lines = [] if (league.test, league.correction, league.interval) == DEFAULTS else [method(league)]
    lines.append(how_to_read(verdict))
    apart = note_on_outside(league)
    if apart:
        lines.append(apart)
    if len(league.t_low) and not league.baseline and float((league.high - league.low).sum()) > 0:
        wider = float((league.t_high - league.t_low).sum() / (league.high - league.low).sum())
        lines.append(SAID("how-to-read.students", n=verdict.n_queries, wider=wider))
    if verdict.bounds is not None and bounding_of(verdict.bounds.measure).ideal:
        lines.append(SAID("how-to-read.ideal"))
    if wide and verdict.estimate is not None:
        lines.append(ASSUMPTION)
    if not league.baseline and verdict.n > 1 and verdict.n_queries > 1:
        lines.append(SAID("how-to-read.queries-only"))
    return lines


def how_to_read(verdict: Verdict) -> str:
    """The meaning of marks, ranks and letters, which depend on the queries alone."""
    league = verdict.league
    if league.baseline:
        return SAID("how-to-read.marks", family=league.family, several=len(league.baseline) > 1)
    return SAID("how-to-read.one-query") if verdict.n_queries == 1 else shared_letter(league)


def shared_letter(league: League) -> str:
    """The meaning of letters, with the number of pairs that share none and differ in nothing either."""
    return SAID("how-to-read.letters", n=league.open_without_letter)


def lead(verdict: Verdict, *, require: Require = "likely") -> str:
    """The leaders by the queries; *with these labels* where missing labels could change that, as `require` asks."""
    league = verdict.league
    if verdict.nothing_relevant:
        return SAID("league.none", no_label=capital(no_label_from(verdict.rel)))
    if verdict.n == 1:
        n, mean = 1 + sum(map(len, league.same.values())), float(league.mean[0])
        form, first = "league.one-of-all" if n > 1 else "league.one", verdict.systems[0]
        return SAID(form, n=n, two=n == 2, first=first, measure=league.measure, score=mean)
    if league.baseline:
        return " ".join(_against(verdict, name, require) for name in league.baseline)
    text = words.lead(league, "" if carried(verdict, require) else SAID("phrase.with-these-labels"))
    if require == "taken" and verdict.reach is not None and len(league.leaders) < verdict.n:
        return f"{text[:-1]}, {SAID('phrase.as-taken')}."
    caution = if_labels_change(verdict, require=require)
    return f"{text[:-1]}; {caution}." if caution else text


def _against(verdict: Verdict, baseline: str, require: Require) -> str:
    """The number of systems that differ from a baseline, and for how many the labels support it."""
    (one,) = (against for against in verdict.against if against.baseline == baseline)
    base, above, below = verdict.systems.index(baseline), len(one.above), len(one.below)
    better = worse = 0
    if not above and not below:
        form = "unlike"
    elif require == "taken" and verdict.reach is not None:
        form = "differ-taken"
    elif verdict.unlikely in ("sparse", "sparse in part", "no bounds"):  # nothing was computed that could support it
        form = "differ-with-these"
    else:
        better, worse = (
            sum(verdict.decides(verdict.systems.index(name), base, require=require) for name in side)
            for side in (one.above, one.below)
        )
        form = "differ-supported" if (better, worse) == (above, below) else "differ-in-part"
    return SAID(
        f"league.{form}",
        rest=verdict.n - 1, baseline=baseline, differ=above + below, above=above, below=below, better=better,
        worse=worse, lower=verdict.league.lower_is_better, prove=require == "proved", other=verdict.systems[base - 1],
    )  # fmt: skip


def edge(verdict: Verdict) -> list[str]:
    """Pairs with a leader whose significance depends on the random draws of the test, or that decide by a hair."""
    league = verdict.league
    leaders = set(league.leaders) | set(league.baseline)
    touching = [(a, b) for a, b in league.at_the_edge if a in leaders or b in leaders]
    lines = []
    for a, b in touching[:EDGES_NAMED]:
        i, j = verdict.systems.index(a), verdict.systems.index(b)
        if b not in leaders or a in leaders:
            a, b = b, a
        lines.append(SAID("league.at-the-edge", a=a, b=b, p=float(league.p_corrected[i, j])))
    if len(touching) > EDGES_NAMED:
        lines.append(SAID("league.more-at-the-edge", n=len(touching) - EDGES_NAMED))
    hair = "" if lines else lead_by_a_hair(verdict)
    return [*lines, hair] if hair else lines


def why_no_bounds(verdict: Verdict) -> str:
    """The reason why the labels' share is not computed."""
    if verdict.sparse is not None:
        return SAID("why-not.sparse-covered", covered=covered(verdict.sparse))
    return why_not(verdict.unlikely, verdict.league.measure)


def beside_shares(verdict: Verdict) -> list[str]:
    """Remarks on pairs that the shares leave out, and on what could change the shares."""
    league = verdict.league
    low, high = league.chance or (0, 0)
    slots = {
        "chance": league.chance, "low": low, "high": high, "tested": league.n_tested, "family": league.family,
        "several": len(league.baseline) > 1, "too_few": too_few(league) if league.n_too_few else "",
        "tied": verdict.tied, "unknown": verdict.labels_unknown,
    }  # fmt: skip
    first = [SAID(f"beside-shares.{form}", **slots) for form in ("chance", "families", "too-few", "tied")]
    first.append(likely_by_labels(verdict))
    if verdict.typical == verdict.typical:
        first.append(SAID("resolution", n=verdict.n_queries, difference=verdict.typical, never=verdict.n_unresolvable))
    return [text for text in (*first, SAID("beside-shares.unknown", **slots)) if text]


def action(verdict: Verdict, *, require: Require = "likely") -> str:
    """The next step, the number of pairs that the labels leave open, and the labels that would suffice; none where
    labels are taken."""
    text, work = step_words.action(verdict, require=require), steps(verdict)
    if require == "taken" and verdict.reach is not None:
        return text
    undecided = verdict.labels_undecided
    if work[:1] == ("labels",) and undecided and not sizes_open(verdict):
        text = SAID("league.open", text=text, n=undecided)
    if "labels" in work:
        text += f" {step_words.how_many(verdict)}"
    if text:
        text += f" {where_taken(verdict)}"
    return text.rstrip()


def scope(verdict: Verdict) -> str:
    """The scope of the verdict."""
    return SAID("league.scope-of-scores" if verdict.reach is None else "league.scope", among=verdict.among_retrieved)


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


def interval(n_bootstrap: int, how: str = "percentile") -> str:
    """The assumption of a 95% interval over queries."""
    resamples = 0 if how == "wilson" else n_bootstrap
    kind = INTERVALS_IN_A_COLUMN[how]
    return SAID("assumes.interval", kind=kind, resamples=resamples, adjustment=adjustment(how))


def corrected(test: str, correction: str, family: int) -> str:
    """The assumption of a corrected p-value."""
    of, form = TESTS[test], "assumes.tukey" if correction == "tukey" else "assumes.corrected"
    return SAID(form, test=of.name, correction=CORRECTIONS[correction], family=family, assumes=of.assumes)


def bounds(unseen: int, scale: Sequence[int] = (), *, exact: bool = True) -> str:
    """The scope of bounds over missing labels."""
    return SAID("assumes.bounds", unseen=unseen, scale=list(scale), exact=exact)


def margin(alpha: float, method: str) -> str:
    """The assumption of a decision about a margin."""
    return SAID("assumes.margin", level=number(100 * (1 - alpha), None), method=interval_name(method))


def in_one(assumed: Mapping[str, str]) -> str:
    """All assumptions in one cell, each with the names of its columns."""
    return " ".join(f"{names}: {text.rstrip('.')}." for names, text in assumed.items())
