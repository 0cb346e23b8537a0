"""Sentences for the two shares and the short answers: one to pass on, the best score, who is near it, the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.equality import rounding
from irassay.comparison.league.phrases import SAME_LISTS
from irassay.comparison.league.words import more_than
from irassay.messages import (
    capital,
    conjugate,
    count,
    down_to,
    every_grade,
    listed,
    number,
    plural,
    spelled,
    these_queries,
)
from irassay.messages.said import Room
from irassay.verdict.words import baselines as baseline_words
from irassay.verdict.words.lead import if_labels_change
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import ALMOST_ANY, LIKE_JUDGED, depth_of, family_each
from irassay.verdict.words.sparse import covered

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict.verdict import Verdict

_SAID = Room("verdict")
MOST_NAMED = 11  # leaders that an answer names; the league has all
PAIRS_NAMED = 2  # most pairs that differ on too few queries and are named


def share_queries(verdict: Verdict) -> str:
    """The sentence under the share settled by the queries."""
    league = verdict.league
    form = "share-queries.baseline" if league.baseline else "share-queries"
    said = [_SAID(form, settled=league.n_settled, tested=league.n_tested, baseline=league.baseline)]
    if len(league.baseline) > 1:
        said[0] += f" ({family_each(league.family)})"
    if league.chance is not None:
        said.append(_SAID("share-queries.chance", low=league.chance[0], high=league.chance[1]))
    if len(league.at_the_edge):
        said.append(_SAID("share-queries.edge", n=len(league.at_the_edge)))
    return f"{'; '.join(said)}."


def too_few(league: League) -> str:
    """How many pairs differ on too few queries, with the names of one or two."""
    names = ""
    if league.n_too_few <= PAIRS_NAMED and not league.baseline:
        names = f" ({'; '.join(f'{a} and {b}' for a, b in league.too_few)})"
    return f"{plural(league.n_too_few, 'pair')}{names} {conjugate(league.n_too_few, 'differs')}"


def share_labels(verdict: Verdict) -> str:
    """The sentence under the share settled by the labels, with its scope."""
    if verdict.sparse is not None:
        return f"Labels are sparse: {covered(verdict.sparse)}. {capital(ALMOST_ANY)}."
    if verdict.labels_settled is None:
        return f"Not computed: {why_not(verdict.unlikely, verdict.league.measure)}."
    at_least = "At least " if verdict.labels_unknown else ""
    keep = f"{conjugate(verdict.labels_settled, 'keeps')} {conjugate(verdict.labels_settled, 'its')} order"
    text = f"{at_least}{count(verdict.labels_settled)} of {plural(verdict.labels_pairs, 'pair')} {keep}"
    if verdict.labels_settled == 0:
        text = "No pair is known to keep its order" if verdict.labels_unknown else "No pair keeps its order"
    text += f" on {these_queries(verdict.n_queries)} whatever the missing labels are"
    parts = []
    if verdict.labels_open:
        parts.append(f"{count(verdict.labels_open)} open")
    if verdict.labels_unknown:
        parts.append(f"{count(verdict.labels_unknown)} not known")
    if parts:
        text += f"; {' and '.join(parts)}{_likely(verdict)}"
    if verdict.tied:
        text += f"; {plural(verdict.tied, 'exactly tied pair')} left out"
    return text + "."


def _likely(verdict: Verdict) -> str:
    """The number of pairs without a proof that are likely to keep their order, with the assumption."""
    n, undecided = verdict.n_likely, verdict.labels_undecided
    if not n:
        return ""
    which = "" if undecided == 1 else f"{'all' if n == undecided else count(n)} of them "
    return f", {which}unlikely to turn {LIKE_JUDGED}"


def scope(verdict: Verdict) -> str:
    """The scope of both shares: runs, depth, and labels taken as correct."""
    among = ", among retrieved documents" if verdict.among_retrieved else ""
    labels = f"the {plural(verdict.n_labels, 'label')} {conjugate(verdict.n_labels, 'is')} correct"
    return f"For these runs, {depth_of(verdict.depth)}{among}, assuming that {labels}."


def grades_counted(verdict: Verdict) -> str:
    """That a measure counts grade 1 as relevant where labels go further, as `eval` says it; "" elsewhere."""
    measure, grades = verdict.measure, {} if verdict.reach is None else verdict.reach.grades
    top = max(grades, default=0)
    if measure is None or not measure.binarises or measure.params.get("rel") != 1 or top < 2:
        return ""
    return every_grade([measure.name], top)


def best(verdict: Verdict) -> str:
    """The system with the best score: the highest, or the lowest where lower is better."""
    league = verdict.league
    first = verdict.systems[0]
    same = league.same.get(first, ())
    names = [first, *same]
    top = league.mean[0]
    equal = rounding(np.asarray(league.mean))
    tied = [s for s, mean in zip(verdict.systems[1:], league.mean[1:]) if abs(mean - top) <= equal]
    return f"{listed([*names, *tied])}, {number(top, 3)}."


def sentence(verdict: Verdict) -> str:
    """One sentence to pass on, which needs nothing beside it: measure, queries, the best score, and who is behind."""
    league = verdict.league
    first, lowest = verdict.systems[0], "lowest" if league.lower_is_better else "highest"
    mean = f"in the mean of {len(league.collections)} collections with " if len(league.collections) > 1 else "over "
    over, score = f"By {league.measure} {mean}{plural(len(league.queries), 'query')}", number(league.mean[0], 3)
    others = [s for s in league.leaders if s != first]
    if not others:
        rest = (
            "all others"
            if verdict.behind == verdict.n - 1
            else f"{count(verdict.behind)} of the {count(verdict.n - 1)} others"
        )
        return (
            f"{over}, {first} scores {lowest} ({score}), significantly {more_than(league.lower_is_better)} than {rest}"
            f"{_if_labels_change(verdict)}."
        )
    best = f"{first} scores {lowest} ({score}), but can't be told apart from {listed(others, 3)}"
    behind = f"; {plural(verdict.behind, 'system')} {conjugate(verdict.behind, 'is')} significantly behind it"
    caution = if_labels_change(verdict)
    return f"{over}, {best}{behind if verdict.behind else ''}{caution and '; '}{caution}."


def _if_labels_change(verdict: Verdict) -> str:
    """What missing labels can do to a lead, as the end of a sentence; "" where that is not computed."""
    if verdict.labels_settled is None:
        return ""
    if not verdict.open_at_top:
        return ", and no missing label changes who leads"
    if verdict.lead_carried:
        return "; missing labels are unlikely to change that"
    return f"; {if_labels_change(verdict)}"


def apart(verdict: Verdict) -> str:
    """The systems that can't be told apart from the best one."""
    league = verdict.league
    if league.baseline:
        return baseline_words.apart(verdict)
    others = [s for s in league.leaders if s != verdict.systems[0]]
    if not others:
        return f"Nobody: no other system shares the lead with {verdict.systems[0]}."
    if len(others) == 1:
        return f"{others[0]}: the two don't differ significantly."
    return f"{listed(others, MOST_NAMED)}: no two of these and {verdict.systems[0]} differ significantly."


def behind(verdict: Verdict) -> str:
    """The number of systems that are significantly worse than the first, and those that neither lead nor are worse."""
    league = verdict.league
    first = verdict.systems[0]
    if league.baseline:
        return baseline_words.behind(verdict)
    less = more_than(not league.lower_is_better)
    if verdict.behind == 0:
        text = f"Nobody: no system scores significantly {less} than {first}."
    else:
        n = verdict.behind
        text = f"{plural(n, 'system')} {conjugate(n, 'scores')} significantly {less} than {first}."
    outside = verdict.n - len(league.leaders) - verdict.behind
    if outside > 0:
        are = "is no leader" if outside == 1 else "are no leaders"
        text += f" {capital(spelled(outside))} more {are}, but can't be told apart from it."
    return text


def identical(verdict: Verdict, system: str, others: Sequence[str]) -> str:
    """Runs that are identical for the measure."""
    league = verdict.league
    runs, alike = listed([system, *others]), f"{SAME_LISTS} {down_to(verdict.depth)}"
    return f"{runs} are one system for {league.measure}: {alike}."
