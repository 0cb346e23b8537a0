"""Warnings of `compare` about one league: systems without a rank, and limits of the test on these scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.messages import answers_none, conjugate, listed, plural, visible

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.scoring.score_table import ScoreTable
    from irassay.verdict import Verdict


def cautions_on(verdict: Verdict, *, unlabelled: Sequence[str] = (), rename: str = "") -> list[str]:
    """Warnings about a verdict's league. `unlabelled` are runs that score 0 for want of labels, which is said already;
    `rename` would give runs without a labelled query some."""
    if verdict.nothing_relevant:
        return _unranked(verdict.league, {}, rename)
    return cautions_of(verdict.league, unlabelled=unlabelled, rename=rename)


def of_one_system(league: League, new: str, old: str) -> list[str]:
    """That the two systems of a margin have the same answers, so that any margin is kept and nothing was tried."""
    if league.stands_for(new) != league.stands_for(old):
        return []
    return [
        f"{visible(new)} and {visible(old)} have the same answers, so {visible(new)} keeps every margin: find out "
        "whether the right run was given; --fail-on same-run fails on this"
    ]


def cautions_of(
    league: League,
    absent: Mapping[str, Sequence[str]] | None = None,
    *,
    unlabelled: Sequence[str] = (),
    rename: str = "",
) -> list[str]:
    """Warnings about a league: systems without a rank, and limits of the test. `absent` are the collections in which a
    system has no score."""
    from irassay.comparison.league.words import cautions

    return [*_unranked(league, absent or {}, rename), *map(visible, cautions(league, apart_from=unlabelled))]


def _unranked(league: League, absent: Mapping[str, Sequence[str]], rename: str) -> list[str]:
    from irassay.cli.renaming import hint
    from irassay.comparison.words import BY_QUERY
    from irassay.preflight.words.phrases import SAID

    act = SAID("rename.action", hint=visible(rename)) if rename else BY_QUERY("unranked.action-of-silent")
    unranked = [
        f"{visible(name)} {answers_none(len(league.queries))}, so it can't be compared: {act}"
        if name in league.silent
        else f"{visible(name)}: not ranked, {_why_unranked(absent.get(name, ()))}"
        for name in league.unranked
    ]
    if absent:
        there = systems_by_collection([*league.runs, *league.unranked], league.collections, absent)
        unranked += filter(None, [visible(hint(there))])
    return unranked


def _why_unranked(absent: Sequence[str]) -> str:
    """Why a system is in no order, where it has no score in these collections."""
    if not absent:
        return "without a score on some query that others have"
    names = listed([visible(name) for name in absent], len(absent))
    return f"not in collection{'s' * (len(absent) > 1)} {names}"


def systems_by_collection(
    systems: Sequence[str], collections: Iterable[str], absent: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Collection -> its systems, where `absent` are the collections that a system is not in."""
    return {name: [one for one in systems if name not in absent.get(one, ())] for name in collections}


def of_summaries(table: ScoreTable) -> list[str]:
    """What was left out of scores per query as no query: means, and what calls itself one."""
    warnings = [mean_rows(table.mean_rows)] if table.mean_rows else []
    n = table.left_out
    if n:
        lines = plural(n, "line of the query all")
        warnings.append(f"{lines} {conjugate(n, 'is')} not the mean of the lines by query, and left out")
    return warnings


def mean_rows(names: Sequence[str]) -> str:
    """The rows of a table of scores that are means under a name of their own."""
    if len(names) == 1:
        return f"row {visible(names[0])} left out: it is the mean of the others"
    return f"rows {listed([visible(name) for name in names], len(names))} left out: they are means of the others"
