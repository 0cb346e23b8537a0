"""Every sentence of a track's overview."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.studies.sections.captions import HOW
from irassay.wording import capital, count, listed, number, p_value, percent, plural, share, span, spelled

if TYPE_CHECKING:
    from irassay.agreement import StrataAgreement
    from irassay.comparison import BestGap
    from irassay.studies.track.track_data import Given

INTERVAL = "95% over queries, of the gap without what choosing adds; unadjusted"
BIAS = "how much choosing among more runs adds to the gap; estimated on halves of the queries"
CORRECTED = "the gap without what choosing adds"
OPTIMISM = "how much of the best's score is the luck of having been chosen; estimated"
LEADER = "no run is significantly superior (Holm over all pairs)"
ALL_RUNS = "all runs"
LETTERS = "a shared letter: can't be told apart; no shared letter decides nothing"


def kind_of(column: str, kind: str) -> str:
    """A kind as an adjective: its own name, with the column's where it is a yes or no.

    >>> kind_of("neural", "trad"), kind_of("dense", "yes"), kind_of("dense", "no")
    ('trad', 'dense', 'not dense')
    """
    plain = kind.lower()
    if plain in ("yes", "true", "1"):
        return column
    return f"not {column}" if plain in ("no", "false", "0") else kind


def title(given: Given, leading: Sequence[str], n_systems: int) -> str:
    """The page's headline: how many runs lead, which are `n_systems` systems where some are the same."""
    runs = plural(len(given.systems), "run")
    if len(given.systems) == 1:
        return f"{given.systems[0]} is the only run."
    if n_systems == 1:
        verb = "leads" if len(leading) == 1 else "lead"
        return f"{listed(list(leading), 6)} {verb} {runs}: to every other one is significantly superior."
    return f"{capital(spelled(len(leading)))} of {runs} share the lead."


def standfirst(given: Given, widest: tuple[str, BestGap] | None) -> str:
    """What follows the headline: the widest gap between kinds."""
    first = f"{given.systems[0]} scores highest by {given.main}: {_score(given)}."
    if widest is None:
        return first
    column, gap = widest
    a, b = kind_of(column, gap.a.name), kind_of(column, gap.b.name)
    # Nothing is a share of a score of 0.
    above = f"{number(gap.percent, 0)}% above" if gap.percent == gap.percent else f"{number(gap.gap, 4)} above"
    return (
        f"{first} The best {a} run is {above} the best {b} run, and scores better on "
        f"{count(gap.wins[0])} of {plural(sum(gap.wins), 'query', 'queries')}."
    )


def _score(given: Given) -> str:
    return number(float(given.values[given.main][0].mean()), 4)


def participation_title(n_runs: int, n_groups: int, n_baselines: int) -> str:
    """How many took part."""
    by = f" by {plural(n_groups, 'group')}" if n_groups else ""
    base = f", {count(n_baselines)} of them baselines" if n_baselines else ""
    return f"{plural(n_runs, 'run')}{by}{base}."


def participation_table() -> str:
    """The table's title."""
    return "Groups, and runs by what is known of them"


def participation_note(given: Given) -> str:
    """What the counts are of."""
    return (
        "Counts are of all runs handed in, also those left out of the results. A value that a file doesn't state is "
        "counted as such, never guessed."
        if given.broken
        else "Counts are of all runs. A value that a file doesn't state is counted as such, never guessed."
    )


def broken(given: Given) -> str:
    """Runs left out of everything that follows, with the rule."""
    return (
        f"{plural(len(given.broken), 'run')} left out of all that follows: {listed(given.broken)}. The rule: less than "
        f"half of what the run at the lowest quarter scores, which is {number(given.broken_below, 4)} {given.main}."
    )


def identical(given: Given) -> str:
    """Runs that are one system for the main measure."""
    groups = "; ".join(listed(list(group)) for group in given.same[:5])
    more = f"; and {plural(len(given.same) - 5, 'group')} more" if len(given.same) > 5 else ""
    same = f"The same documents in the same order to the depth of {given.main}"
    return f"{same}: {groups}{more}. They count as one system."


def results_title(given: Given, leading: Sequence[str]) -> str:
    """The section's lead."""
    if len(given.systems) == 1:
        return "One run: nothing to compare it with."
    return f"By {given.main}, {listed(list(leading), 6)} {'leads' if len(leading) == 1 else 'share the lead'}."


def results_table_title(given: Given) -> str:
    """The table's title."""
    return f"{plural(len(given.systems), 'run')} by {given.main}, best first"


def results_note(given: Given, *, letters: bool) -> str:
    """What the scores rest on, and what leaders and letters say."""
    means = f"Means over {plural(len(given.queries), 'query', 'queries')}; a query that a run leaves out scores 0."
    told = f" To a leader {LEADER}. {capital(LETTERS)}." if letters else ""
    return means + told


def order_of(main: str, measure: str, tau: float, n: int) -> str:
    """How far another measure orders the runs as the main one does."""
    return f"{measure} orders the {plural(n, 'run')} as {main} does with tau {number(tau, 2)}."


def types_standfirst() -> str:
    """What the section is about, with its caution."""
    return (
        "The best of each kind against the best of another. A kind with more runs has more chances to have a high "
        "best: each gap comes with what that adds."
    )


def pair_of(column: str, gap: BestGap) -> str:
    """A row's name."""
    return f"{column}: {kind_of(column, gap.a.name)} over {kind_of(column, gap.b.name)}"


def gap(column: str, gap: BestGap) -> str:
    """One gap between the best of two kinds, and what is left of it without the luck of choosing."""
    relative = f" ({number(gap.percent, 1)}%)" if gap.percent == gap.percent else ""
    lower = 100 * gap.gap / gap.a.top if gap.a.top else float("nan")
    below = f"; that one is {number(lower, 1)}% below" if lower == lower else ""
    return (
        f"{column}: the best {kind_of(column, gap.a.name)} run, {gap.a.best}, scores {number(gap.gap, 4)}{relative} "
        f"more than the best {kind_of(column, gap.b.name)} run, {gap.b.best}{below}. {_without_luck(gap)}"
    )


def _without_luck(gap: BestGap) -> str:
    if gap.selection_bias != gap.selection_bias:
        return "One query does not tell how much of that is the luck of choosing."
    adds, to = ("adds about", "to") if gap.selection_bias >= 0 else ("takes about", "from")
    is_open = gap.low <= 0 <= gap.high
    sign = "" if gap.keeps_sign else ", which leaves the sign open" if is_open else ", the other way round"
    return (
        f"The best of {count(gap.a.n)} against the best of {count(gap.b.n)}: choosing {adds} "
        f"{number(abs(gap.selection_bias), 4)} {to} the gap. Without that it is {number(gap.corrected, 4)}; other "
        f"queries: {span(gap.low, gap.high, 4)}{sign}."
    )


def gaps_title(gaps: Sequence[BestGap], measure: str) -> str:
    """The forest's title: how many gaps are more than the luck of choosing and of these queries."""
    clear = sum(g.keeps_sign for g in gaps)
    luck = "the luck of choosing and of these queries"
    if len(gaps) == 1:
        return f"The gap in {measure} is {'more than' if clear else 'within'} {luck}"
    return f"{count(clear)} of {plural(len(gaps), 'gap')} in {measure} {'is' if clear == 1 else 'are'} more than {luck}"


def gaps_how(measure: str) -> str:
    """How to read the gaps."""
    return (
        f"{HOW}Each dot is the best run of one kind minus the best run of another, in {measure}, without what choosing "
        "among more runs adds; the line is its 95% interval over queries, unadjusted. Where it crosses 0, other "
        "queries may well have it the other way round."
    )


def gaps_table_title() -> str:
    """The table of all gaps."""
    return "The best of each kind against the best of another, on every measure"


def gaps_note() -> str:
    """What the table does not promise."""
    return "A gap between bests is no effect of the kind: groups chose what to hand in, and kinds differ in numbers."


def kinds_title(given: Given) -> str:
    """The table of kinds."""
    return f"{plural(len(given.systems), 'run')} by kind"


def won(gap: BestGap) -> str:
    """The share of queries that one best wins."""
    n = sum(gap.wins)
    return (
        f"{gap.a.best} scores better than {gap.b.best} on {count(gap.wins[0])} of {plural(n, 'query', 'queries')} "
        f"({share(gap.wins[0], n)}; 95% interval {percent(gap.won_low, 0)} to {percent(gap.won_high, 0)}), worse on "
        f"{count(gap.wins[1])}, equal on {count(gap.wins[2])}."
    )


def duel_title(gap: BestGap) -> str:
    """The per-query chart's title."""
    n = sum(gap.wins)
    return f"{gap.a.best} scores better than {gap.b.best} on {count(gap.wins[0])} of {plural(n, 'query', 'queries')}"


def duel_how(column: str, gap: BestGap) -> str:
    """How to read the per-query chart."""
    return (
        f"{HOW}One row is one query, sorted by the difference. The filled dot is {gap.a.best}, the best "
        f"{kind_of(column, gap.a.name)} run; the ring is {gap.b.best}, the best {kind_of(column, gap.b.name)} run."
    )


def no_strata(names: Sequence[str], least: int) -> str:
    """Why there is nothing to say about strata."""
    if not names:
        return "No stratum is known: give the queries' texts, and short and long ones are told apart."
    return f"Only one stratum, {names[0]}, has {spelled(least)} queries or more: nothing to compare it with."


def strata_standfirst(names: Sequence[str]) -> str:
    """What the section asks."""
    return (
        f"Do {listed(list(names))} queries order the runs alike? Two small sets of queries never agree fully: each tau "
        "is held against random strata of the same sizes."
    )


def strata(kind: str, a: str, b: str, found: StrataAgreement, n: int, n_tests: int, level: float) -> str:
    """How two strata order the runs; a difference is claimed at the level over all `n_tests` comparisons."""
    who = "" if kind == ALL_RUNS else f" of the {plural(n, f'{kind} run')}"
    random = "random strata of these sizes do"
    if found.p <= level / n_tests:
        held = f"less than {random}"
    elif found.p <= level:
        held = f"alone less than {random}, among {spelled(n_tests)} comparisons not"
    else:
        held = f"no less than {random}"
    return (
        f"The order{who} on {a} queries ({count(found.n_first)}) agrees with that on {b} ones "
        f"({count(found.n_second)}) to tau {number(found.between, 2)}, {held} "
        f"({span(found.by_chance_low, found.by_chance_high, 2)}; p {p_value(found.p)}). With all queries: "
        f"{number(found.first_whole, 2)} and {number(found.second_whole, 2)}."
    )


def strata_table_title(given: Given) -> str:
    """The table of strata."""
    return f"{given.main} and relevant documents by stratum"


def strata_order_title() -> str:
    """The table of agreement."""
    return "Agreement of the orders on two strata, and of random strata as large"
