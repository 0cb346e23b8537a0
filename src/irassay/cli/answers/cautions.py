"""Warnings of `compare` about one league: systems without a rank, and limits of the test on these scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.cli.renaming import hint
from irassay.messages import answers_none, visible

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict import Verdict


def cautions_on(verdict: Verdict, *, unlabelled: Sequence[str] = (), rename: str = "") -> list[str]:
    """Warnings about a verdict's league, without `unlabelled` runs; `rename` would give runs labelled queries."""
    if verdict.nothing_relevant:
        return _unranked(verdict.league, {}, rename)
    return cautions_of(verdict.league, unlabelled=unlabelled, rename=rename)


def of_one_system(league: League, new: str, old: str) -> list[str]:
    """That the two systems of a margin have the same answers, so that any margin is kept and nothing was tried."""
    if league.stands_for(new) != league.stands_for(old):
        return []
    return [CLI("same-answers", new=visible(new), old=visible(old))]


def cautions_of(
    league: League,
    absent: Mapping[str, Sequence[str]] | None = None,
    *,
    unlabelled: Sequence[str] = (),
    rename: str = "",
) -> list[str]:
    """Warnings about a league; `absent` are the collections in which a system has no score."""
    from irassay.comparison.league.words import cautions

    return [*_unranked(league, absent or {}, rename), *map(visible, cautions(league, apart_from=unlabelled))]


def _unranked(league: League, absent: Mapping[str, Sequence[str]], rename: str) -> list[str]:
    from irassay.comparison.words import BY_QUERY
    from irassay.preflight.phrases import SAID

    act = SAID("rename.action", hint=visible(rename)) if rename else BY_QUERY("unranked.action-of-silent")
    unranked = [
        CLI("unranked.silent", name=visible(name), none=answers_none(len(league.queries)), action=act)
        if name in league.silent
        else CLI("unranked", name=visible(name), collections=list(map(visible, absent.get(name, ()))))
        for name in league.unranked
    ]
    if absent:
        there = systems_by_collection([*league.runs, *league.unranked], league.collections, absent)
        unranked += filter(None, [visible(hint(there))])
    return unranked


def systems_by_collection(
    systems: Sequence[str], collections: Iterable[str], absent: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Collection -> its systems, where `absent` are the collections that a system is not in."""
    return {name: [one for one in systems if name not in absent.get(one, ())] for name in collections}


def mean_rows(names: Sequence[str]) -> str:
    """The rows of a table of scores that are means under a name of their own."""
    return CLI("mean-rows", names=list(map(visible, names)))
