"""What `compare` says on a terminal. Pure functions from what was found to sentences; a finding has a number in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.words import disagreement, method, resolution
from irassay.wording import count, number, p_value, plural, visible

if TYPE_CHECKING:
    from irassay.cli.compared import Compared
    from irassay.comparison.league import Pair
    from irassay.studies.overview.case import Case
    from irassay.studies.overview.case import Pair as CasePair

EDGES_NAMED = 3
DEFAULTS = ("randomization", "holm", "percentile")  # test, correction, interval: no word about them
_TOPS = {5: "top five", 10: "top ten", 20: "top twenty"}
_IDEAL = ("nDCG", "NCG")  # measures divided by an ideal that missing labels raise


def pairs(n: int) -> str:
    """A count of pairs.

    >>> pairs(1), pairs(1830)
    ('1 pair', '1,830 pairs')
    """
    return plural(n, "pair")


def same(one: Compared, *, named: bool = False) -> list[str]:
    """Which runs are one system for this measure; `named` where no table shows whom the count belongs to."""
    groups = one.league.same
    said = []
    for system, others in groups.items():
        who = f"(+{len(others)})" if len(groups) == 1 and not named else f"{visible(system)} (+{len(others)})"
        have = "has" if len(others) == 1 else "have"
        said.append(f"{who}: {', '.join(map(visible, others))} {have} {_what_is_same(one)}.")
    return said


def _what_is_same(one: Compared) -> str:
    if not one.judged:
        return "the same score on every query"
    if one.cutoff is None:
        return "the same documents in the same order"
    return f"the same {_TOPS.get(one.cutoff, f'top {one.cutoff}')}"


def explanations(one: Compared, *, wide: bool) -> list[str]:
    """How to read the table, in as few sentences as are true of it."""
    from irassay.studies.overview import words_outside

    league = one.league
    said = [] if (league.test, league.correction, league.interval) == DEFAULTS else [method(league)]
    if league.baseline:
        each = " for each baseline" if len(league.baseline) > 1 else ""
        said.append(f"†: differs significantly after correction over {pairs(league.family)}{each}.")
    elif len(league.queries) == 1:
        said.append("One query ranks nobody: other queries may order the systems in any way.")
    elif not league.open_without_letter:
        said.append("A shared letter: can't be told apart. No shared letter: they differ significantly.")
    else:
        without = f"{pairs(league.open_without_letter)} without one can't be told apart either"
        said.append(
            f"A shared letter: can't be told apart. No shared letter decides nothing ({without}): ask with --pair."
        )
    apart = words_outside.note(league)
    if apart:
        said.append(visible(apart))
    if len(league.t_low) and not league.baseline and float((league.high - league.low).sum()) > 0:
        wider = float((league.t_high - league.t_low).sum() / (league.high - league.low).sum())
        said.append(f"With {count(len(league.queries))} queries, Student's t intervals are {wider:.2f} times as wide.")
    if one.bounds is not None and league.measure.startswith(_IDEAL):
        said.append("Missing labels also raise the ideal, so a fully judged run can lose.")
    if wide and one.has_estimate:
        from irassay.estimates import ASSUMPTION

        said.append(ASSUMPTION)
    return said


def verdict(one: Compared) -> str:
    """Who leads."""
    league = one.league
    n = len(league.systems)
    if n == 1:
        total = 1 + sum(map(len, league.same.values()))
        if total > 1:
            runs = "Both" if total == 2 else f"All {count(total)}"
            return f"{runs} runs are one system for {league.measure}: {number(float(league.mean[0]))}."
        return f"One system: there is nothing to compare {visible(league.systems[0])} with."
    if league.baseline:
        return " ".join(_against(one, name) for name in dict.fromkeys(league.baseline))
    leaders = list(league.leaders)
    if len(leaders) == n:
        return f"All {count(n)} systems share the lead: no two of them differ significantly."
    if len(leaders) > 1:
        return f"{count(len(leaders))} of {count(n)} systems share the lead: no two of them differ significantly."
    first = league.systems.index(leaders[0])
    behind = int(league.significant[first].sum())
    if behind == n - 1:
        return f"{visible(leaders[0])} leads alone: it differs significantly from the other {count(n - 1)}."
    return (
        f"{visible(leaders[0])} leads alone: {count(behind)} of the other {count(n - 1)} are significantly behind it, "
        "the rest behind another."
    )


def _against(one: Compared, baseline: str) -> str:
    league = one.league
    base = league.systems.index(baseline)
    sign = -1 if league.lower_is_better else 1
    gains = [sign * float(d) for i, d in enumerate(league.difference[:, base]) if league.significant[i, base]]
    above, below = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    rest = len(league.systems) - 1
    if not gains:
        return f"None of the {count(rest)} systems can be told from {visible(baseline)}."
    return (
        f"{count(above + below)} of {count(rest)} systems differ significantly from {visible(baseline)}: "
        f"{count(above)} better, {count(below)} worse."
    )


def edge(one: Compared) -> list[str]:
    """Pairs that chance in the draws leaves on either side, where they touch a leader."""
    league = one.league
    leaders = set(league.leaders) | set(league.baseline)
    touching = [(a, b) for a, b in league.at_the_edge if a in leaders or b in leaders]
    said = []
    for a, b in touching[:EDGES_NAMED]:
        i, j = league.systems.index(a), league.systems.index(b)
        p = p_value(float(league.p_corrected[i, j]))
        who = a if b in leaders and a not in leaders else b
        other = b if who == a else a
        said.append(f"{visible(who)} is at the edge of {visible(other)} (adjusted p {p}).")
    if len(touching) > EDGES_NAMED:
        said.append(f"{pairs(len(touching) - EDGES_NAMED)} more at the edge.")
    return said


def why_no_bounds(one: Compared) -> str:
    """Why the labels' share is not computed."""
    if not one.judged:
        return ": scores per query say nothing about labels"
    return f": {one.league.measure} has no bounds over missing labels"


def beside_shares(one: Compared) -> list[str]:
    """What is left out of the shares, or could move them."""
    league, said = one.league, []
    if league.chance is not None:
        low, high = league.chance
        said.append(f"Chance in the draws leaves {count(low)} to {count(high)} settled by the queries.")
    if len(league.baseline) > 1:
        from irassay.studies.overview.words import family_each

        said.append(f"{pairs(league.n_tested)}: {family_each(league.family)}.")
    if league.n_too_few:
        differ = "differs" if league.n_too_few == 1 else "differ"
        said.append(f"{pairs(league.n_too_few)} {differ} on too few queries to be settled by any result.")
    states = one.states()
    if states["exactly tied"]:
        tied = states["exactly tied"]
        said.append(f"{pairs(tied)} exactly tied, left out of the labels' share.")
    typical = one.typical
    if typical == typical:
        never = [(i, j) for i, j in one.pairs if one.unresolvable is not None and one.unresolvable[i, j]]
        said.append(resolution(len(league.queries), typical, len(never)))
    if states["not known"]:
        said.append(f"{pairs(states['not known'])} not known: neither a proof nor a completion that reverses them.")
    return said


def action(one: Compared) -> str:
    """What would tell them apart, in the words of the report's verdict."""
    from irassay.studies.overview import plan, words_next

    case = _case(one)
    text = words_next.action(case)
    waiting = case.labels_open + case.labels_unknown
    if text.startswith("Judge") and waiting:
        text += f" {pairs(waiting)} stay{'s' if waiting == 1 else ''} open."
    if case.judging is not None and "labels" in plan.steps(case):
        text += f" {words_next.how_many(case)}"
    return text.rstrip()


def judging_first(one: Compared) -> bool:
    """Whether the first thing to do is to judge."""
    from irassay.studies.overview import plan

    return plan.steps(_case(one))[:1] == ("labels",)


def _case(one: Compared) -> Case:
    from irassay.studies.overview.case import Case
    from irassay.studies.overview.needed import needed_of

    league, states, leaders = one.league, one.states(), set(one.league.leaders)
    undecided = [(i, j) for i, j in one.pairs if one.state(i, j) in ("open", "not known")]
    return Case(
        league.measure,
        one.cutoff,
        len(league.systems) + sum(map(len, league.same.values())),
        league.systems,
        league.mean.tolist(),
        len(league.queries),
        one.n_labels,
        leaders=league.leaders,
        pairs=league.n_tested,
        tied=states["exactly tied"],
        queries_settled=league.n_settled,
        labels_settled=None if one.bounds is None else states["settled"],
        labels_open=states["open"],
        labels_unknown=states["not known"],
        open_at_top=sum(league.systems[i] in leaders or league.systems[j] in leaders for i, j in undecided),
        unjudged=one.unjudged,
        needed=needed_of(league),
        baselines=league.baseline,
        pair=_pair(one) if len(league.systems) == 2 else None,
        judging=None if one.leaders_needed is None else one.leaders_needed.figures,
    )


def _pair(one: Compared) -> CasePair:
    from irassay.studies.overview.case import Pair as CasePair

    pair = one.league.pair(*one.league.systems)
    low, high = one.difference(0, 1) if one.bounds is not None else (float("nan"), float("nan"))
    return CasePair(
        pair.a,
        pair.b,
        pair.difference,
        (pair.better, pair.worse, pair.equal),
        pair.low,
        pair.high,
        pair.p,
        pair.p_corrected,
        pair.significant,
        one.state(0, 1),
        low,
        high,
        pair.alpha,
        pair.t_low,
        pair.t_high,
        against_means=pair.against_means,
    )


def scope(one: Compared) -> str:
    """What all this is about."""
    if not one.judged:
        return "This holds for these runs and takes the scores as right."
    if one.bounds is not None and one.bounds.universe.unseen == 0:
        return "This holds for these runs, among retrieved documents, and takes the given labels as right."
    return "This holds for these runs and takes the given labels as right."


def pair_headline(pair: Pair) -> str:
    """What can be said of two systems, the difference, and on how many queries which is better."""
    a, b = visible(pair.a), visible(pair.b)
    if pair.same:
        return f"{a} and {b} are one system for {pair.measure}: the same documents in the same order on every query."
    if pair.significant:
        ahead = (pair.difference > 0) != pair.lower_is_better
        head = f"{a if ahead else b} is significantly better than {b if ahead else a}."
    else:
        head = f"{a} and {b} can't be told apart{_disagreement(pair)}."
    queries = "query" if pair.better == 1 else "queries"
    return (
        f"{head} Difference {number(pair.difference)}; better on {count(pair.better)} {queries}, "
        f"worse on {count(pair.worse)}, equal on {count(pair.equal)}."
    )


def _disagreement(pair: Pair) -> str:
    """Whom the test favours against the means, as the end of a sentence; "" where it doesn't."""
    if not pair.against_means:
        return ""
    return f": {disagreement(visible(pair.a), visible(pair.b), pair.against_means)}"


def pair_queries(pair: Pair) -> tuple[str, str]:
    """State and sentence: what other queries might have said."""
    text = "one query has no interval" if pair.low != pair.low else f"other queries: {_to(pair.low, pair.high)}"
    if pair.low == pair.low and pair.t_low == pair.t_low:
        text += f" (Student's t: {_to(pair.t_low, pair.t_high)})"
    if pair.p != pair.p:
        return "open", f"{text}; not tested, as neither is a baseline"
    text += f"; p {p_value(pair.p)}"
    if pair.family > 1:
        text += f", adjusted over {pairs(pair.family)}: {p_value(pair.p_corrected)}"
    if pair.at_the_edge:
        text += "; at the edge, where chance in the draws decides"
    elif not pair.significant and not pair.against_means and (pair.low > 0 or pair.high < 0):
        alone = pair.family > 1 and pair.p <= pair.alpha
        text += (
            f". Alone it would differ; among {count(pair.family)} comparisons it doesn't"
            if alone
            else ". The interval leaves out 0, the test doesn't decide"
        )
    return "settled" if pair.significant else "open", text


def pair_effect(pair: Pair) -> str:
    """How large the difference is beside how much it varies; "" where all differences are equal.

    >>> from types import SimpleNamespace
    >>> pair_effect(SimpleNamespace(effect_size=0.1193))
    'the difference is 0.12 standard deviations of the differences per query'
    """
    if pair.effect_size != pair.effect_size:
        return ""
    return f"the difference is {number(pair.effect_size, 2)} standard deviations of the differences per query"


def _to(low: float, high: float) -> str:
    return f"{number(low, 3)} to {number(high, 3)}"


def pair_labels(one: Compared, a: str, b: str) -> tuple[str, str]:
    """State and sentence: what missing labels could do to the sign of the difference on these queries."""
    if one.bounds is None:
        return "not computed", why_no_bounds(one).removeprefix(": ")
    league = one.league
    i, j = (league.systems.index(league.stands_for(name)) for name in (a, b))
    state, (low, high) = one.state(i, j), one.difference(i, j)
    n = len(league.queries)
    here = "on this query" if n == 1 else f"on these {count(n)} queries"
    sentence = {
        "settled": f"{here} no missing label reverses the sign",
        "open": f"{here} missing labels could make the two equal or reverse the sign",
        "not known": f"{here} no completion that reverses the sign was found, and no proof that there is none",
        "exactly tied": f"the two are exactly tied {here}; with other labels",
    }[state]
    text = f"{sentence}: {_to(low, high)}"
    found = one.needed.get(frozenset((i, j)))
    if found is not None:
        from irassay.estimates.words_needed import for_pair

        text += f". {for_pair(found.figures, unseen=one.bounds.universe.unseen).rstrip('.')}"
    return ("tied" if state == "exactly tied" else state), text
