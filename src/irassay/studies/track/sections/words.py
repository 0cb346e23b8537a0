"""Sentences about runs and labels of a track: who took part, scores, strata, single queries, passages, completeness."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

from irassay.messages import (
    capital,
    conjugate,
    count,
    listed,
    number,
    p_value,
    percent,
    plural,
    share,
    span,
    spelled,
    visible,
)
from irassay.studies.sections.captions import HOW
from irassay.studies.sections.left_out_words import loss, pool
from irassay.studies.track.words import NAMED, coefficient, kind_of

if TYPE_CHECKING:
    from irassay.agreement import StrataAgreement
    from irassay.comparison import BestGap
    from irassay.estimates import Completeness, GroupLeftOut, LeftOut
    from irassay.estimates.pools.completeness import Band
    from irassay.label_sets import TransferAgreement
    from irassay.studies.track.track_data import Track

PARTICIPATION_TABLE = "Groups, and runs by their metadata"

LEADER = "no run is significantly superior (Holm over all pairs)"
LETTERS = "runs that share a letter can't be told apart; runs that share none may or may not differ"

ALL_RUNS = "all runs"
STRATA_ORDER_TITLE = "Agreement of the rankings on two strata, and on random strata of the same sizes"

PASSAGES_STANDFIRST = "Could documents have been judged by their best passage, without judging them again?"
AGGREGATES_TITLE = "Other ways to infer a document's label from its passages' labels"
AGGREGATES_NOTE = (
    "Only labelled passages are known: a sum or a count grows with the number of judged passages of a document. "
    "Sums and counts are capped at the largest grade of all labels."
)

UNJUDGED_TITLE = "Unjudged documents by run and depth"
BANDS_NOTE = (
    "Each document counts once, at its best rank over all runs. Where few of the returned documents are judged, "
    "they were selected, and their share says little about the others."
)
FEW_JUDGED = 2  # returned documents a judged one, from which a band's judged ones are a selection: as for rich queries
LOSS_DIGITS = 4  # of a bar: a loss that shows as 0 is none


def participation_title(n_runs: int, n_groups: int, n_baselines: int, n_unstated: int = 0) -> str:
    """How many took part; `n_unstated` runs are of no group that is stated."""
    parts = [f"{count(n_runs - n_baselines - n_unstated)} by {plural(n_groups, 'group')}"] if n_groups else []
    parts += [plural(n_baselines, "baseline")] if n_baselines else []
    parts += [f"{count(n_unstated)} of no group stated"] if n_unstated else []
    if len(parts) == 1 and n_groups:
        return f"{plural(n_runs, 'run')} by {plural(n_groups, 'group')}."
    return f"{plural(n_runs, 'run')}{': ' if parts else ''}{listed(parts)}."


def participation_note(track: Track) -> str:
    """What the counts are of, and what the dash among the groups says."""
    of = (
        "Counts include all submitted runs, also those left out of the results."
        if track.broken
        else "Counts are of all runs."
    )
    groups = (
        f" Groups are counted by {track.group_column} alone: – stands in the other rows." if track.group_column else ""
    )
    return f"{of} A value that a file doesn't state is counted as not stated, never guessed.{groups}"


def unused(columns: Sequence[str], used: Sequence[str]) -> str:
    """Columns of the metadata that nothing on the page reads, and those that it does read."""
    one = len(columns) == 1
    which = f"{'Column' if one else 'Columns'} {listed(list(columns), 8)} of the metadata {'is' if one else 'are'}"
    they, s = ("It", "s") if one else ("They", "")
    there = f"Used {conjugate(len(used), 'is')} {listed(list(used), 8)}" if used else "No column is used"
    return (
        f"{which} not used. {they} neither say{s} the groups, nor who was pooled, nor part{s} the runs into two to six "
        f"kinds of two or more. {there}."
    )


def broken(track: Track) -> str:
    """Runs left out of scores and orders, what they still do, and the rule."""
    they = conjugate(len(track.broken), "it")
    return (
        f"{plural(len(track.broken), 'run')} left out of scores, orders and tests: {listed(track.broken)}. What {they} "
        "retrieved still counts where documents are pooled, and where files are checked. The rule: "
        f"{rule(track.broken_below, track.main)}."
    )


def rule(limit: float, measure: str = "") -> str:
    """Which runs are left out; 0 is no limit."""
    none = "no document for any labelled query"
    if not limit:
        return none
    return (
        f"a score below half of the first quartile of all runs, which is {number(limit, 4)} {measure}".rstrip()
        + f", or {none}"
    )


def identical(track: Track) -> str:
    """Runs that are one system for the main measure."""
    groups = "; ".join(listed(list(group)) for group in track.same[:5])
    more = f"; and {plural(len(track.same) - 5, 'group')} more" if len(track.same) > 5 else ""
    same = f"The same documents in the same order to the depth of {track.main}"
    return f"{same}: {groups}{more}. They count as one system."


def results_title(track: Track, leading: Sequence[str]) -> str:
    """The section's lead."""
    if len(track.systems) == 1:
        return "One run: nothing to compare it with."
    return f"By {track.main}, {listed(list(leading), 6)} {'leads' if len(leading) == 1 else 'share the lead'}."


def results_table_title(track: Track) -> str:
    """The table's title."""
    return f"{plural(len(track.systems), 'run')} by {track.main}, best first"


def results_note(track: Track, *, letters: bool) -> str:
    """What the scores rest on, and what leaders and letters say."""
    means = f"Means over {plural(len(track.queries), 'query')}; a query that a run leaves out scores 0."
    leaders = f" Leaders: {LEADER}. {capital(LETTERS)}." if letters else ""
    return means + leaders


def float32(n: int, moved: int, most: tuple[str, str, float, float], turned: int) -> str:
    """How far figures from 32-bit floats, as TREC has published them, differ; `most` is run, measure, here, there."""
    run, measure, here, there = most
    which = f"{count(moved)} of {plural(n, 'run')}" if moved < n else "Every run"
    order = f"{plural(turned, 'pair') if turned else 'no pair'} of runs by the main measure"
    return (
        f"{which} would have other figures if scores were read as 32-bit floats, as trec_eval 9 reads them: most "
        f"{visible(run)}, whose {measure} of {number(here)} would be {number(there)}. It would turn around {order}. "
        "Figures that TREC published were made so: --ties float32 gives those."
    )


def order_of(main: str, measure: str, tau: float, n: int) -> str:
    """How far another measure orders the runs as the main one does."""
    return f"The rankings of the {plural(n, 'run')} by {measure} and by {main} agree with tau {number(tau, 2)}."


def rr_column(n_queries: int) -> str:
    """What the column of the results' table is a mean of."""
    return f"on the other labels, mean over {plural(n_queries, 'query')}"


def no_strata(names: Sequence[str], least: int) -> str:
    """Why there is nothing to say about strata."""
    if not names:
        return "No strata are known: short and long queries are told apart by their texts, which labelled queries lack."
    return f"Only one stratum, {names[0]}, has {spelled(least)} queries or more: nothing to compare it with."


def strata_standfirst(names: Sequence[str]) -> str:
    """What the section asks."""
    return (
        f"Do {listed(list(names))} queries rank the runs alike? Two small sets of queries never agree fully: each tau "
        f"is compared with random strata of the same sizes."
    )


def strata(kind: str, a: str, b: str, agreement: StrataAgreement, n: int, n_tests: int, level: float) -> str:
    """How two strata order the runs; a difference is claimed at the level over all `n_tests` comparisons."""
    who = "" if kind == ALL_RUNS else f" of the {plural(n, f'{kind} run')}"
    random = "random strata of these sizes do"
    if agreement.p <= level / n_tests:
        compared = f"less than {random}"
    elif agreement.p <= level:
        compared = f"less than {random}, but not after correction for {spelled(n_tests)} comparisons"
    else:
        compared = f"no less than {random}"
    return (
        f"The ranking{who} on {a} queries ({count(agreement.n_first)}) agrees with that on {b} ones "
        f"({count(agreement.n_second)}) with tau {number(agreement.between, 2)}, {compared} "
        f"({span(agreement.by_chance_low, agreement.by_chance_high, 2)}; p {p_value(agreement.p)}). With all queries: "
        f"{number(agreement.first_whole, 2)} and {number(agreement.second_whole, 2)}."
    )


def strata_table_title(track: Track) -> str:
    """The table of strata."""
    return f"{track.main} and relevant documents by stratum"


def won(gap: BestGap) -> str:
    """The share of queries that one best wins."""
    n = sum(gap.wins)
    return (
        f"{gap.a.best} scores better than {gap.b.best} on {count(gap.wins[0])} of {plural(n, 'query')} "
        f"({share(gap.wins[0], n)}; 95% interval {percent(gap.won_low, 0)} to {percent(gap.won_high, 0)}), worse on "
        f"{count(gap.wins[1])}, equal on {count(gap.wins[2])}."
    )


def duel_title(gap: BestGap) -> str:
    """The per-query chart's title."""
    n = sum(gap.wins)
    return f"{gap.a.best} scores better than {gap.b.best} on {count(gap.wins[0])} of {plural(n, 'query')}"


def duel_how(column: str, gap: BestGap) -> str:
    """How to read the per-query chart."""
    return (
        f"{HOW}Each row is a query, sorted by the difference. The filled dot is {gap.a.best}, the best "
        f"{kind_of(column, gap.a.name)} run; the ring is {gap.b.best}, the best {kind_of(column, gap.b.name)} run."
    )


def inferred(agreement: TransferAgreement, n_inferred: int) -> str:
    """How inferred labels agree with the documents' own."""
    both = agreement.labels.n_pairs
    return (
        f"{plural(n_inferred, 'document')} inferred from passages, each with the grade of its best passage; "
        f"{count(both)} also have a label of their own. {coefficient(agreement.kappa)}"
    )


def inferred_order(agreement: TransferAgreement) -> str:
    """How inferred labels order the runs."""
    if agreement.tau != agreement.tau:
        return "A ranking needs at least two runs."
    return (
        f"The rankings by {agreement.measure} on inferred labels and on the documents' own agree with tau-b "
        f"{number(agreement.tau, 2)}; on the documents that both sets have, with {number(agreement.tau_shared, 2)}."
    )


def aggregate(name: str) -> str:
    """A way to make a document's label from its passages' labels, with the field's name for it."""
    return {
        "best": "best passage (MaxP)",
        "mean": "mean of the passages (AvgP)",
        "sum": "sum of the passages (SumP)",
        "first": "first labelled passage (FirstP)",
        "count": "number of relevant passages",
    }[name]


def inferred_title(measure: str, above: int, n: int, *, shared: bool) -> str:
    """How many runs score more with inferred labels."""
    on = " of documents that both sets have" if shared else ""
    return (
        f"{count(above)} of {plural(n, 'run')} have a higher {measure} with inferred labels{on} than with actual ones"
    )


def inferred_how(measure: str, tau: float) -> str:
    """How to read runs with actual and with inferred labels."""
    return (
        f"{HOW}Each mark is a run: its {measure} with the documents' own labels is on the horizontal axis, that with "
        f"labels inferred from passages on the vertical. On the dotted line both are equal. Kendall's tau-b of the "
        f"rankings {number(tau, 2)}. "
        f"{NAMED}"
    )


def ranks(band: Band) -> str:
    """A band of ranks as a cell."""
    if band.last == 0:
        return "not returned"
    return str(band.first) if band.first == band.last else f"{band.first} to {band.last}"


def standfirst(left_out: LeftOut | None) -> str:
    """What the section asks."""
    rest = "Were relevant documents still being found where judging stopped?"
    if left_out is None:
        return f"How far the labels reach into the runs. {rest}"
    return f"Would a group that came later be scored as fairly as those that took part? {rest}"


def typical(left_out: LeftOut, groups: Sequence[GroupLeftOut]) -> str:
    """What a group that comes later should expect."""
    taus = [g.tau for g in groups]
    flipped, pairs = sum(g.flipped for g in groups), sum(g.pairs for g in groups)
    return (
        f"Groups left out lose up to {number(median(loss(g) for g in groups), 4)} {left_out.measure} (median of "
        f"{plural(len(groups), 'group')}); the order of all runs keeps a tau of {number(min(taus), 3)} to "
        f"{number(max(taus), 3)}, and {percent(flipped / pairs if pairs else 0.0)} of decisions about their "
        "runs change. "
        "Keep this in mind for runs that are scored later."
    )


def groups_title(groups: Sequence[GroupLeftOut], measure: str) -> str:
    """The chart's title, of what its bars are of: the score."""
    n = sum(round(loss(g), LOSS_DIGITS) > 0 for g in groups)
    lose, they = conjugate(n, "loses"), conjugate(n, "it")
    of = f"{count(n)} of {plural(len(groups), 'group')}"
    return f"{of} {lose} {measure} without the documents that only {they} contributed"


def groups_how(left_out: LeftOut) -> str:
    """How to read the chart."""
    return (
        f"{HOW}One group at a time is left out: labels of documents that only it contributed to {pool(left_out)} are "
        f"removed. The bar is the largest loss in {left_out.measure} of a run of the group."
    )


def unjudged(system: str, share: float, depth: int) -> str:
    """The run with the most unjudged documents."""
    if not share > 0:
        return f"Every run is judged to rank {count(depth)}."
    return f"{system} has the most unjudged documents among its first {count(depth)}: {percent(share)}."


def bands_title(completeness: Completeness) -> str:
    """The table by rank; that deep documents were selected comes before a share that would surprise."""
    if not completeness.bands:
        return "No run returns a judged document"
    first, last = completeness.bands[0], completeness.bands[-1]
    above, below = percent(first.share, 0), percent(last.share, 0)
    if FEW_JUDGED * last.judged < last.returned:
        return (
            f"At ranks {ranks(last)} only {percent(last.judged / last.returned, 0)} of the documents are judged, a "
            f"selection: {below} of these are relevant, of those judged at rank {ranks(first)} {above}"
        )
    return f"Of judged documents at rank {ranks(first)} {above} are relevant, at {ranks(last)} {below}"


def rich(completeness: Completeness) -> str:
    """Queries whose judging stopped too early."""
    n, of = len(completeness.rich), len(completeness.queries)
    where = "in the deepest ranks that are judged through"
    if not n:
        return f"No query has {percent(completeness.rich_from, 0)} or more relevant documents {where}."
    return (
        f"On {count(n)} of {plural(of, 'query')} judging stopped where relevant documents were still frequent: "
        f"{percent(completeness.rich_from, 0)} or more of the judged documents {where} are relevant. More can be "
        "expected below."
    )


def rich_title(completeness: Completeness) -> str:
    """The table of rich queries."""
    queries = plural(len(completeness.rich), "query")
    return f"{queries} on which relevant documents were still frequent where judging stopped"
