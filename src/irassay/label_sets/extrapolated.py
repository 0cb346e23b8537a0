"""Labels made from labels: passages that are near a query's one known answer are deemed relevant too."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.arguments import between, least_grade, number_of_threads, whole_number
from irassay.collection.qrels import Qrels
from irassay.collection.stack import UNJUDGED, QrelsStack
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.label_sets.gold import Gold
from irassay.label_sets.passage_lists import PassageLists
from irassay.label_sets.passage_searches import Cost, PassageSearches
from irassay.provenance import versions
from irassay.random_keys import Seed, key_of, stream
from irassay.wording import listed
from irassay.workflows import Shelf, Workers, executor_of

if TYPE_CHECKING:
    from irassay.collection.runs import Runs
    from irassay.retrieval import Index

PURPOSE = 0x676F6C64  # "gold"
FUSED = "fused"
FEED, PHI = 5, 0.9


@dataclass(frozen=True, slots=True)
class Extrapolated:
    """Labels and what is deemed relevant beside them."""

    qrels: Qrels  # the labels given
    gold: Mapping[str, Gold]  # by query; queries without one keep their labels
    without: tuple[str, ...]  # queries without a relevant label that every index has
    lists: Mapping[str, Runs]  # index's name, or "fused" -> each query's passages near its gold
    deemed: Mapping[str, Mapping[str, tuple[str, ...]]]  # the same names -> query -> unlabelled passages, best first
    recipe: Mapping[str, Any]  # the options

    def stack(self) -> QrelsStack:
        """The labels ``"given"``, and with 1, 2, ... deemed passages more from each list, such as ``"fused, 7 more"``;
        a recipe holds ``select``, ``list`` and ``more``.
        """
        labels = {query: dict(self.qrels.grades(query)) for query in self.qrels.queries}
        whole = {query: dict(grades) for query, grades in labels.items()}
        for of in self.deemed.values():
            for query, docs in of.items():
                whole[query].update(dict.fromkeys(docs, self.gold[query].grade))
        base = Qrels.from_dict(whole)
        depths = range(1, int(self.recipe["deemed"]) + 1)
        names = ["given", *(f"{name}, {n} more" for name in self.deemed for n in depths)]
        recipes: list[dict[str, Any]] = [{"select": "given"}]
        recipes += [{"select": "extrapolated", "list": name, "more": n} for name in self.deemed for n in depths]
        rows = []
        for query in base.queries:
            place = {name: {doc: i for i, doc in enumerate(of.get(query, ()))} for name, of in self.deemed.items()}
            for doc, grade in base.grades(query).items():
                given = labels[query].get(doc, UNJUDGED)
                row = [given]
                for name in self.deemed:
                    first = place[name].get(doc, len(depths))
                    row += [grade if given == UNJUDGED and first < n else given for n in depths]
                rows.append(row)
        return QrelsStack(base, np.array(rows, dtype=np.int8), names, recipes)

    def write(self, to: str | os.PathLike[str], *, provenance: Mapping[str, Any] | None = None) -> list[str]:
        """Write the folder that ``irassay extrapolate`` writes and `sensitivity` reads, all files or none; gives their
        names. `provenance` defaults to the label files with their SHA-256, and versions. InputError where an id has
        white space, UsageError where the folder holds other lists, or these were read without theirs.
        """
        from irassay.label_sets.extrapolated_files import write_extrapolated

        inputs = {reading.source: reading.sha256 for reading in self.qrels.readings}
        record = {"inputs": inputs, "versions": versions()} if provenance is None else provenance
        record = {**record, "options": dict(self.recipe), "without gold": list(self.without)}
        return write_extrapolated(
            to, qrels=self.qrels, gold=self.gold, lists=self.lists, deemed=self.deemed, record=record
        )


def extrapolated(
    qrels: Qrels,
    indexes: Sequence[Index],
    *,
    deemed: int = 20,
    feed: int = FEED,
    depth: int = 100,
    phi: float = PHI,
    rel: int = 1,
    seed: Seed = 0,
    threads: int = 0,
    workers: Workers = 1,
    dask: str | None = None,
    keep: Shelf | None = None,
    expect: Callable[[Cost], None] | None = None,
) -> Extrapolated:
    """Labels with passages near each query's gold deemed relevant. Each index ranks the gold as a query; with several,
    the first `feed` passages of each list are queries to every index, and rbc with `phi` fuses all lists.

    At most `deemed` unlabelled passages become relevant, from lists of `depth`. `keep` holds lists, so that the call
    goes on after an interrupt; `expect` is told the `Cost` after the first passages, and again before fusing. Workers
    need the indexes at the same paths. InputError where no query has a gold that every index has; LostWorker where one
    died each time.

    Assumes similar passages answer the same query; nothing tests it. No label is overturned: only passages without one
    are deemed, at the gold's grade. Source: Mackenzie, Petri and Moffat, ECIR 2022.

    >>> import tempfile, pathlib
    >>> from irassay.retrieval import index_texts
    >>> texts = {"d1": "red fox", "d2": "a fox, red", "d3": "blue dog", "d4": "red dog"}
    >>> index = index_texts(texts, pathlib.Path(tempfile.mkdtemp()) / "bm25")
    >>> more = extrapolated(Qrels.from_dict({"q": {"d1": 1}}), [index], deemed=2)
    >>> more.deemed["bm25"]["q"], more.stack().names
    (('d2', 'd4'), ('given', 'bm25, 1 more', 'bm25, 2 more'))
    """
    several = FUSED in names_of(indexes)
    for name, value in (("deemed", deemed), ("feed", feed), ("depth", depth)):
        whole_number(name, value)
    if depth < deemed:
        raise UsageError(f"depth={depth} is less than deemed={deemed}: lists must be long enough")
    between("phi", phi)
    number_of_threads(threads)
    for name, other in (("feed", feed != FEED), ("phi", phi != PHI)):
        if other and not several:
            raise UsageError(
                f"{name} is of the fused list, which takes two indexes: leave it out, or give another index"
            )
    gold, without = _gold_of(qrels, indexes, least_grade(rel), key_of(seed))
    passages = {query: one.doc for query, one in gold.items()}
    n_fed = len(passages) * feed * len(indexes) if several else 0
    with executor_of(workers, dask) as executor:
        searches = PassageSearches(indexes, PassageLists(executor, keep, depth), depth, expect)
        near = searches.first(set(passages.values()), most_after=n_fed)
        lists = {name: _renamed(of, passages, name) for name, of in near.items()}
        if several:
            lists[FUSED] = _fused(searches, near, passages, feed=feed, depth=depth, phi=phi, threads=threads)
    recipe = {"deemed": deemed, "feed": feed, "depth": depth, "phi": phi, "rel": rel, "seed": key_of(seed)}
    of_lists = {name: _deemed(qrels, of, deemed) for name, of in lists.items()}
    return Extrapolated(qrels, gold, without, lists, of_lists, recipe)


def names_of(indexes: Sequence[Index]) -> list[str]:
    """The lists that come of these indexes: each by its index's name, and the fused one where there are several.
    UsageError where there is none, or two have one name.
    """
    names = [index.name for index in indexes]
    if not names or len(set(names)) < len(names) or FUSED in names:
        raise UsageError(
            f"expected indexes of different names, none of them {FUSED}, but got {', '.join(names) or 'none'}"
        )
    return [*names, FUSED] if len(names) > 1 else names


def _gold_of(qrels: Qrels, indexes: Sequence[Index], rel: int, key: int) -> tuple[dict[str, Gold], tuple[str, ...]]:
    """For each query one of its relevant labels that every index has, drawn; and the queries that have none."""
    relevant = {query: [doc for doc, grade in qrels.grades(query).items() if grade >= rel] for query in qrels.queries}
    there = {doc for docs in relevant.values() for doc in docs}
    for index in indexes:
        there = index.has(there)
    gold = {}
    for number, (query, docs) in enumerate(relevant.items()):
        candidates = sorted(doc for doc in docs if doc in there)
        if candidates:
            doc = candidates[int(stream(key, PURPOSE, number).random_raw()) % len(candidates)]
            gold[query] = Gold(doc, int(qrels.grades(query)[doc]), len(candidates))
    if not gold:
        wanted = next((doc for docs in relevant.values() for doc in docs), None)
        such = f", such as {cut(wanted)} of the labels" if wanted else f": no label is of grade {rel} or more"
        raise InputError(
            f"no query has a relevant passage that every index has{such}; are they of another corpus?"
            + _unequal_sizes(indexes)
        )
    return gold, tuple(query for query in relevant if query not in gold)


def _unequal_sizes(indexes: Sequence[Index]) -> str:
    """How many passages each index has, as a sentence to add; "" where they are as many, or nobody knows."""
    from irassay.retrieval import VectorIndex, WordIndex

    sizes = {index.name: index.n_docs for index in indexes if isinstance(index, WordIndex | VectorIndex)}
    if len(set(sizes.values())) < 2:
        return ""
    return f" {listed([f'{cut(name)} has {n:,}' for name, n in sizes.items()])} passages."


def _refuse_absent(indexes: Sequence[Index], passages: set[str]) -> None:
    """Raise where an index lacks a passage that another one has in its lists."""
    from irassay.retrieval.passages import absent_passages

    for index in indexes:
        absent = sorted(passages - index.has(passages))
        if absent:
            expected = f"indexes of the same passages.{_unequal_sizes(indexes)}"
            raise absent_passages(cut(index.name), passages, absent, expected)


def _renamed(near: Sequence[Runs], passages: Mapping[str, str], name: str) -> Runs:
    """The lists of golds under the queries' names."""
    from irassay.collection.runs import Runs

    of_passage = {passage: runs for runs in near for passage in runs.queries}
    lists = []
    for query, passage in passages.items():
        runs = of_passage.get(passage)
        if runs is not None:
            system = runs.systems[0]
            lists.append((0, query, runs.ranking(system, passage), list(runs.core.scores(system, passage))))
    return Runs(_core.runs_from_lists([name], lists, True))


def _fused(
    searches: PassageSearches,
    near: Mapping[str, list[Runs]],
    passages: Mapping[str, str],
    *,
    feed: int,
    depth: int,
    phi: float,
    threads: int,
) -> Runs:
    """For each query the first passages of every index's list as queries to every index, fused."""
    from irassay.collection.runs import Runs

    indexes = searches.indexes
    firsts = {
        (index.name, passage): runs.ranking(runs.systems[0], passage)[:feed]
        for index in indexes
        for runs in near[index.name]
        for passage in runs.queries
    }
    feeds = {
        query: [doc for index in indexes for doc in firsts.get((index.name, gold), [])]
        for query, gold in passages.items()
    }
    more = {doc for docs in feeds.values() for doc in docs} - set(passages.values())
    _refuse_absent(indexes, more)
    further = searches.further(more)
    parts: list[_core.Runs] = []
    place: dict[tuple[str, str], int] = {}
    for index in indexes:
        for runs in (*near[index.name], *further[index.name]):
            place.update({(index.name, passage): len(parts) for passage in runs.queries})
            parts.append(runs.core)
    plan = [
        (query, [(place[index.name, doc], doc) for doc in docs for index in indexes if (index.name, doc) in place])
        for query, docs in feeds.items()
    ]
    return Runs(_core.fuse_lists(parts, plan, name=FUSED, phi=float(phi), depth=depth, threads=threads))


def _deemed(qrels: Qrels, lists: Runs, n: int) -> dict[str, tuple[str, ...]]:
    """Of each list the first n passages without a label."""
    of = {}
    for query in lists.queries:
        labels = qrels.grades(query)
        of[query] = tuple(doc for doc in lists.ranking(lists.systems[0], query) if doc not in labels)[:n]
    return of
