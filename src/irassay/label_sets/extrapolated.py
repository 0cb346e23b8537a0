"""Labels made from labels: passages that are near a query's one known answer are deemed relevant too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.arguments import between, least_grade, number_of_threads, whole_number
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.kernel import _core
from irassay.label_sets.extrapolated_files import Extrapolated, Gold
from irassay.label_sets.passage_lists import Cost, PassageSearches
from irassay.label_sets.words import OF_LABELS
from irassay.messages import listed
from irassay.random_keys import Seed, key_of, stream
from irassay.workflows import Shelf, Workers, executor_of

if TYPE_CHECKING:
    from irassay.search import Index

PURPOSE = 0x676F6C64  # "gold"
FUSED = "fused"
FEED, PHI = 5, 0.9


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
    """Deem passages near each query's gold relevant.

    Answers: what would these labels be, if what is similar to the known answer were an answer too?

    Parameters
    ----------
    qrels : Qrels
    indexes : sequence of Index
        Of the same passages. Each ranks the gold as a query. With two or more there is a fused list too: the first
        `feed` passages of each list are queries to every index, and all of these lists are fused by rbc.
    deemed : int
        Passages without a label that become relevant, at most.
    feed : int
    depth : int
        Of every list, at least `deemed`.
    phi : float
        Of rbc.
    rel : int
        The least grade that a gold has.
    seed : int or numpy.random.Generator
        Draws the gold where a query has several labels to choose from.
    threads : int
        0: one a core. Nothing depends on it.
    workers : int or str
        Processes that search, ``"local"`` for one a core, or what `dask` takes, each with one thread unless the
        indexes were opened with a number. Nothing depends on it.
    dask : str, optional
        The address of a Dask scheduler, whose workers search. Each has to have the indexes at the same paths.
    keep : Shelf, optional
        Where lists are kept until all is done, so that the same call after an interrupt goes on.
    expect : callable, optional
        Told the `Cost` of what is to come once the first passages were searched for, and again once it is known how
        many passages are searched for to fuse their lists.

    Returns
    -------
    Extrapolated

    Raises
    ------
    UsageError
        An invalid argument, one that means nothing to a single index, or two indexes of one name.
    InputError
        No query has a gold that every index has.
    LostWorker
        A piece of the search whose worker died each time.
    MissingLibrary
        Dask is asked for and not installed.

    Notes
    -----
    *Assumes* that similar passages answer the same query; nothing here tests it.
    *Guarantees* that no label is overturned: only passages without one are deemed, at the gold's grade.
    *Source* Mackenzie, Petri and Moffat, A sensitivity analysis of the MSMARCO passage collection, ECIR 2022.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from irassay.search import index_texts
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
        raise UsageError(OF_LABELS("extrapolated.depth", depth=depth, deemed=deemed))
    between("phi", phi)
    number_of_threads(threads)
    for name, other in (("feed", feed != FEED), ("phi", phi != PHI)):
        if other and not several:
            raise UsageError(OF_LABELS("extrapolated.no-fused", name=name))
    gold, without = _gold_of(qrels, indexes, least_grade(rel), key_of(seed))
    passages = {query: one.doc for query, one in gold.items()}
    n_fed = len(passages) * feed * len(indexes) if several else 0
    with executor_of(workers, dask) as executor:
        searches = PassageSearches(indexes, executor, keep, depth, expect)
        near = searches.first(set(passages.values()), most_after=n_fed)
        lists = {name: _renamed(of, passages, name) for name, of in near.items()}
        if several:
            lists[FUSED] = _fused(searches, near, passages, feed=feed, depth=depth, phi=phi, threads=threads)
    recipe = {"deemed": deemed, "feed": feed, "depth": depth, "phi": phi, "rel": rel, "seed": key_of(seed)}
    of_lists = {name: _deemed(qrels, of, deemed) for name, of in lists.items()}
    return Extrapolated(qrels, gold, without, lists, of_lists, recipe)


def names_of(indexes: Sequence[Index]) -> list[str]:
    """The lists that come of these indexes, by name, and the fused one where there are several."""
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
        raise InputError(OF_LABELS("extrapolated.none", such=such) + _unequal_sizes(indexes))
    return gold, tuple(query for query in relevant if query not in gold)


def _unequal_sizes(indexes: Sequence[Index]) -> str:
    """How many passages each index has, as a sentence to add; "" where they are as many, or nobody knows."""
    from irassay.search import VectorIndex, WordIndex

    sizes = {index.name: index.n_docs for index in indexes if isinstance(index, WordIndex | VectorIndex)}
    if len(set(sizes.values())) < 2:
        return ""
    return f" {listed([f'{cut(name)} has {n:,}' for name, n in sizes.items()])} passages."


def _refuse_absent(indexes: Sequence[Index], passages: set[str]) -> None:
    """Raise where an index lacks a passage that another one has in its lists."""
    from irassay.search.index import refuse_absent

    expected = f"indexes of the same passages.{_unequal_sizes(indexes)}"
    for index in indexes:
        refuse_absent(cut(index.name), sorted(passages), index.has(passages), expected)


def _renamed(near: Sequence[Runs], passages: Mapping[str, str], name: str) -> Runs:
    """The lists of golds under the queries' names."""
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
