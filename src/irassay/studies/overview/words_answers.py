"""The two shares and three of the short answers in words: highest, not to be told apart, behind."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.studies.overview import words_baseline
from irassay.studies.overview.case import Case
from irassay.studies.overview.words import depth_of, family_each
from irassay.wording import count, listed, number, plural, spelled


def share_queries(case: Case) -> str:
    """The sentence under the first number."""
    text = f"{count(case.queries_settled)} of {plural(case.pairs, 'pair')} of systems differ significantly"
    if case.baselines:
        text = (
            f"{count(case.queries_settled)} of {plural(case.pairs, 'comparison')} with {listed(case.baselines)} "
            "differ significantly"
        )
        if len(case.baselines) > 1:
            text += f" ({family_each(case.family)})"
    if case.chance is not None and case.chance[0] != case.chance[1]:
        text += f"; chance in the resampling leaves {count(case.chance[0])} to {count(case.chance[1])}"
    if case.at_the_edge:
        stand = "counts" if case.at_the_edge == 1 else "count"
        text += f"; {plural(case.at_the_edge, 'pair')} at the edge of significance {stand} as open"
    if case.too_few:
        differ = "differs" if case.too_few == 1 else "differ"
        text += f"; {plural(case.too_few, 'pair')} {differ} on too few queries to be settled by them"
    return text + "."


def share_labels(case: Case) -> str:
    """The sentence under the second number, with its scope."""
    if case.labels_settled is None:
        return f"Not computed: {case.measure} has no bounds over missing labels."
    at_least = "At least " if case.labels_unknown else ""
    keep = "keeps its order" if case.labels_settled == 1 else "keep their order"
    text = f"{at_least}{count(case.labels_settled)} of {plural(case.labels_pairs, 'pair')} {keep}"
    if case.labels_settled == 0:
        text = "No pair is known to keep its order" if case.labels_unknown else "No pair keeps its order"
    text += " whatever the missing labels would say"
    parts = []
    if case.labels_open:
        parts.append(f"{count(case.labels_open)} open")
    if case.labels_unknown:
        parts.append(f"{count(case.labels_unknown)} not known")
    if parts:
        text += f"; {' and '.join(parts)}"
    if case.tied:
        text += f"; {plural(case.tied, 'exactly tied pair')} left out"
    return text + "."


def scope(case: Case) -> str:
    """What both shares are about.

    >>> case = Case("nDCG@10", 10, 63, ["a", "b"], [0.7, 0.6], 53, 10828)
    >>> scope(case)
    'For these runs, to depth 10, taking the 10,828 labels as right.'
    """
    among = ", among retrieved documents" if case.among_retrieved else ""
    return f"For these runs, {depth_of(case.depth)}{among}, taking the {plural(case.n_labels, 'label')} as right."


def best(case: Case) -> str:
    """Who has the best score: the highest, or the lowest where lower is better."""
    first = case.systems[0]
    same = case.same.get(first, ())
    names = [first, *same]
    top = case.means[0]
    tied = [s for s, mean in zip(case.systems[1:], case.means[1:]) if abs(mean - top) <= 1e-12]
    text = f"{listed([*names, *tied])}, {number(top, 3)}."
    if same:
        text += f" {'Their' if not tied else listed(names) + ': their'} top {_depth_word(case)} are identical."
    return text


def _depth_word(case: Case) -> str:
    return (
        "documents" if case.depth is None else {5: "fives", 10: "tens", 20: "twenties"}.get(case.depth, f"{case.depth}")
    )


def apart(case: Case) -> str:
    """Who can't be told from the highest."""
    if case.baselines:
        return words_baseline.apart(case)
    others = [s for s in case.leaders if s != case.systems[0]]
    if not others:
        return f"Nobody: no other system shares the lead with {case.systems[0]}."
    if len(others) == 1:
        return f"{others[0]}: the two don't differ significantly."
    return f"{listed(others)}: no two of these {count(len(case.leaders))} differ significantly."


def behind(case: Case) -> str:
    """How many are significantly worse than the first, and who is neither."""
    first = case.systems[0]
    if case.baselines:
        return words_baseline.behind(case)
    less = "more" if case.lower_is_better else "less"
    if case.behind == 0:
        text = f"Nobody: no system scores significantly {less} than {first}."
    else:
        text = (
            f"{plural(case.behind, 'system')} score{'s' if case.behind == 1 else ''} significantly {less} than {first}."
        )
    outside = case.n - len(case.leaders) - case.behind
    if outside > 0:
        text += (
            f" {spelled(outside, capital=True)} more {'is' if outside == 1 else 'are'} outside the leaders, but "
            f"can't be told from {first} either."
        )
    return text


def identical(case: Case, system: str, others: Sequence[str]) -> str:
    """Runs that are one system for the measure."""
    return (
        f"{listed([system, *others])} are one system for {case.measure}: the same documents in the same order "
        f"{'down to rank ' + count(case.depth) if case.depth is not None else 'all the way down'} on every query. "
        "They count once and are shown as one row."
    )
