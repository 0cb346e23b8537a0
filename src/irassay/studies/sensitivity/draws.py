"""Extrapolated labels as read: folders that differ in the gold drawn, checked against labels and runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.label_sets.extrapolated_files import PROVENANCE, Extrapolated, read_extrapolated, read_lists
from irassay.messages import listed
from irassay.messages.said import Room

SENSITIVITY = Room("sensitivity")
Source: TypeAlias = "str | PathLike[str] | Extrapolated"


@dataclass(frozen=True, slots=True)
class Draws:
    """Extrapolations of the same labels, each from golds of its own."""

    of: Sequence[Extrapolated]  # one a draw
    sets: tuple[str, ...]  # the lists that they have, "fused" last
    deemed: int  # passages that are deemed relevant, at most
    queries: tuple[str, ...]  # in byte order; the same in each
    part: bool  # whether they start from a part of the labels given
    folders: tuple[str | None, ...]  # where each was read from; None for one from memory

    @property
    def files(self) -> list[str]:
        """Their records, for provenance."""
        return [f"{folder}/{PROVENANCE}" for folder in self.folders if folder is not None]

    def lists(self) -> list[Mapping[str, Runs]]:
        """Of each draw the whole lists by name, the gold in them; without those that are not at hand."""
        return [
            one.lists if folder is None else read_lists(folder, self.sets) for one, folder in zip(self.of, self.folders)
        ]

    @property
    def n_labels(self) -> int:
        """Labels at d = 0, of the first draw."""
        return self.of[0].qrels.n_labels


def draws_of(sources: Source | Sequence[Source], qrels: Qrels) -> Draws:
    """The draws in these folders, from the labels given or a part of them; InputError for an unreadable or repeated
    folder, or other labels, UsageError for none, or different lists, depths or queries."""
    given: list[Any] = [sources] if isinstance(sources, str | PathLike | Extrapolated) else list(sources)
    if not given:
        raise UsageError("which labels were extrapolated? Give --extrapolated DIR, in Python extrapolated")
    _refuse_repeated(given)
    of = [one if isinstance(one, Extrapolated) else read_extrapolated(one) for one in given]
    names = [f"draw {n}" if isinstance(one, Extrapolated) else cut(one) for n, one in enumerate(given, 1)]
    first = of[0]
    for name, one in zip(names, of):
        _refuse_others(name, one, qrels)
        for what, mine, his in (
            ("lists", listed(map(cut, one.deemed)), listed(map(cut, first.deemed))),
            ("passages deemed at most", f"{one.recipe['deemed']:,}", f"{first.recipe['deemed']:,}"),
            ("queries", _queries(one.qrels, beside=first.qrels), _queries(first.qrels, beside=one.qrels)),
        ):
            if mine != his:
                both = {"first": names[0], "other": name, "what": what, "his": his, "mine": mine}
                raise UsageError(SENSITIVITY("refuse.draws", **both))
    sets = tuple(sorted(first.deemed, key=lambda name: (name == "fused", name)))
    folders = tuple(None if isinstance(one, Extrapolated) else os.fspath(one) for one in given)
    part = any(one.qrels.n_labels < qrels.n_labels for one in of)
    return Draws(of, sets, int(first.recipe["deemed"]), tuple(first.qrels.queries), part, folders)


def _queries(of: Qrels, *, beside: Qrels) -> str:
    """How many queries there are, and one that the others lack."""
    alone = set(of.queries) - set(beside.queries)
    return f"{len(of.queries):,}" + (f" with {cut(min(alone))}" if alone else "")


def _refuse_repeated(given: Sequence[Any]) -> None:
    """Raise where one draw would count as two."""
    places = [id(one) if isinstance(one, Extrapolated) else os.path.realpath(one) for one in given]
    for number, (one, place) in enumerate(zip(given, places)):
        if place in places[:number]:
            name = "an extrapolation" if isinstance(one, Extrapolated) else cut(one)
            raise InputError(f"{name} is given twice, expected each draw of golds once")


def refuse_unrelated(draws: Draws, runs: Runs, full: Qrels | None) -> None:
    """Raise InputError for runs or fuller labels of other queries or documents, or no label beyond those of d = 0."""
    _refuse_other_queries("runs answer", runs.queries, draws)
    if full is not None:
        _refuse_other_queries("fuller labels have", full.queries, draws)
        have = set(full.queries)
        shared = [query for query in draws.queries if query in have]
        if all(full.grades(query).keys() <= one.qrels.grades(query).keys() for one in draws.of for query in shared):
            raise InputError(SENSITIVITY("refuse.nothing-beyond"))
        _refuse_other_documents(full, shared, runs)


def _refuse_other_queries(have: str, others: Sequence[str], draws: Draws) -> None:
    if set(draws.queries).isdisjoint(others):
        such = {"query": cut(draws.queries[0]), "other": cut(others[0]) if others else ""}
        raise InputError(SENSITIVITY("refuse.queries", have=have, n=len(draws.queries), others=len(others), **such))


def _refuse_other_documents(full: Qrels, queries: Sequence[str], runs: Runs) -> None:
    """Raise where no run has a document of the fuller labels in any of the queries."""
    first = ""
    for query in queries:
        labelled = full.grades(query)
        for system in runs.systems:
            ranking = runs.ranking(system, query)
            if not labelled.keys().isdisjoint(ranking):
                return
            if ranking and not first:
                first = f"query {cut(query)} has document {cut(next(iter(labelled)))} there, {cut(ranking[0])} in a run"
    raise InputError(SENSITIVITY("refuse.documents", first=first))


def _refuse_others(name: str, one: Extrapolated, qrels: Qrels) -> None:
    """Raise where a draw starts from a label that was not given."""
    queries = set(qrels.queries)
    for query in one.qrels.queries:
        given = qrels.grades(query) if query in queries else {}
        for doc, grade in one.qrels.grades(query).items():
            if given.get(doc) != grade:
                here = {"grade": str(grade), "given": str(given.get(doc, "no label"))}
                raise InputError(SENSITIVITY("refuse.labels", name=name, query=cut(query), doc=cut(doc), **here))
