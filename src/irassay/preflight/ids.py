"""Checks of whether labels and runs concern the same documents and queries, and of removed documents."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from unicodedata import normalize

from irassay.collection.own_documents import own_documents_of
from irassay.kernel import _core
from irassay.preflight.inputs import Material, changes, rewritten
from irassay.preflight.lowest_best import lowest_best
from irassay.preflight.words import ids as words
from irassay.preflight.words.phrases import SAID
from irassay.result import Finding

LITTLE = 0.10  # share of the fillable places in a run's top with a label, below which the files hardly match
OF_THE_OTHERS = 0.5  # ... and the share relative to the median run's, so that sparse labels alone raise no finding
SAMPLE_QUERIES, SAMPLE_SYSTEMS, SAMPLE_DOCS = 20, 5, 200
NEARLY_QUERIES, NEARLY_DOCS, NEARLY_LEAST = 3, 50, 5  # sampled per run, and least number of ids that must match
MENDED = 0.05  # share of the sampled ids that a change must match to be proposed
# Relevant documents that no run retrieves: a few runs miss many documents of another pool, so without gaps in the ranks
# (which a residual collection leaves) this is suspicious only for many deep runs.
UNREACHED, DEEP, MANY_RUNS, RUNS_WITH_GAPS = 0.4, 100, 20, 3


def shared_queries(material: Material) -> Iterable[Finding]:
    """Labels and runs without a query in common."""
    if not material.shared:
        hint = mending([(set(material.qrels.queries), set(material.runs.queries))])
        yield words.no_shared_query(material, hint)


def overlap(material: Material) -> Iterable[Finding]:
    """Runs with no or hardly any labelled document."""
    if not material.shared:
        return
    coverage = material.coverage
    answering = [s for s, c in enumerate(coverage) if c.answered]
    none = [s for s in answering if coverage[s].judged == 0]
    if none:
        samples = _samples(material, none)
        labelled, retrieved = (set[str]().union(*side) for side in zip(*samples))
        hint = mending(samples) or words.hint(samples, [rewritten(*ids) for ids in samples])
        yield words.no_label(material, none, labelled, retrieved, hint)
    shares = {s: coverage[s].top_judged / coverage[s].top for s in answering if coverage[s].judged}
    if not shares:
        return
    middle = sorted(shares.values())[len(shares) // 2]
    least = LITTLE * material.fillable
    little = [s for s, share in shares.items() if share < least and (share < OF_THE_OTHERS * middle or middle < least)]
    little = [s for s in little if s not in lowest_best(material)]
    if little:
        hint = mending(_samples(material, little))
        yield words.little_label(material, sorted(little, key=lambda s: shares[s]), shares, hint)


def nearly(material: Material) -> Iterable[Finding]:
    """Documents that would match a label after a change of the ids, such as another prefix or case."""
    hints: dict[int, str] = {}
    grades = {query: set(material.qrels.grades(query)) for query in material.shared[:NEARLY_QUERIES]}
    for s, c in enumerate(material.coverage):
        if not c.judged or c.judged == c.retrieved:
            continue
        name, lists = material.runs.systems[s], []
        for query, labels in grades.items():
            known = material.rewritten.get(query, {})  # which a finding of their own names
            docs = set(material.runs.ranking(name, query)[:NEARLY_DOCS])
            lists.append((labels - known.keys(), docs - set(known.values())))
        hint = mending(lists, least=NEARLY_LEAST)
        if hint:
            hints[s] = hint
    if hints:
        yield words.nearly(material, hints)


def has_numbers(material: Material) -> bool:
    """Whether among the first documents of the first lists one has an id that a spreadsheet would rewrite."""
    samples = _samples(material, list(range(len(material.runs.systems))))
    return any(changes(doc) for _, retrieved in samples for doc in retrieved)


def as_numbers(material: Material) -> Iterable[Finding]:
    """Labels whose ids a spreadsheet rewrote as numbers, beside labels that some run retrieves."""
    if any(c.judged for c in material.coverage) and material.rewritten:
        runs, ids = material.runs, material.rewritten.items()
        retrieving = [
            s for s in runs.systems if any(not set(of.values()).isdisjoint(runs.ranking(s, query)) for query, of in ids)
        ]
        yield words.as_numbers(material, retrieving)


def unused_queries(material: Material, systems: Sequence[int]) -> str:
    """A change of ids that would match labelled queries with those that these runs answer, run by run; "" for none."""
    labelled, core = set(material.qrels.queries), material.runs.core
    lengths = {query: core.lengths(query) for query in material.runs.queries}
    return mending([(labelled, {query for query, of in lengths.items() if of[s]}) for s in systems])


def only_labelled(material: Material) -> Iterable[Finding]:
    """Runs of only labelled documents far below the depth of a pool, possibly made from the labels."""
    systems = [s for s, c in enumerate(material.coverage) if has_only_labels(c)]
    if systems:
        yield words.only_labelled(material, systems)


def has_only_labels(coverage: _core.Coverage) -> bool:
    """Whether all documents of a run have a label, in lists far deeper than a pool."""
    return coverage.median >= DEEP and coverage.judged == coverage.retrieved and coverage.retrieved > coverage.top


def residual(material: Material) -> Iterable[Finding]:
    """Relevant documents that no run retrieves: a residual collection, another corpus version, or another pool."""
    runs = material.runs
    gaps = gaps_of_many(material)
    if gaps is None or not any(c.judged for c in material.coverage):
        return
    n_retrieved, total = _core.labels_retrieved(material.qrels.core, runs.core, material.join, material.rel)
    if total and (total - n_retrieved) / total >= UNREACHED:
        yield words.unreached(material, n_retrieved, total, gaps)


def n_deep(material: Material) -> int:
    """How many runs have lists deeper than a pool, in the median."""
    return sum(c.median >= DEEP for c in material.coverage)


def gaps_of_many(material: Material) -> tuple[int, int] | None:
    """`rank_gaps` of the first run; None where deep runs are so few that documents without a run say nothing."""
    if (n := n_deep(material)) < RUNS_WITH_GAPS:
        return None
    gaps = rank_gaps(material.runs.readings[0].source if material.runs.readings else "")
    return gaps if n >= MANY_RUNS or gaps[0] else None


def identical(material: Material) -> Iterable[Finding]:
    """Runs that retrieve a query's own document: one whose id is the query's."""
    labelled, lines = set(material.shared), [0] * len(material.runs.systems)
    for query, system in _core.identical_ids(material.runs.core):
        lines[system] += query in labelled
    if not any(lines):
        return
    without = material.runs.without_identical_ids()
    means = [of_system[0][1] for of_system in material.ranges([material.measure], runs=without)]
    yield words.identical(material, lines, means)


def relevant_removed(material: Material) -> Iterable[Finding]:
    """Documents labelled relevant that were removed from runs, since their id is that of the query."""
    own = own_documents_of(material.qrels, material.runs)
    if own.relevant:
        yield words.relevant_removed(own.relevant, own.removed)


def rank_gaps(path: str) -> tuple[int, int]:
    """The number of ranks that a TREC run skips in its first query, as residual collections do, and of documents there;
    (0, 0) if not known."""
    if not os.path.isfile(path):
        return 0, 0
    from irassay.errors import InputError
    from irassay.formats.sources.lines import Problems, lines

    ranks: list[int] = []
    query = ""
    try:
        for _, line in lines(path, Problems(path)):
            cells = line.split()
            if len(cells) != 6 or line.startswith("#") or not cells[3].isdecimal():
                continue
            if query and cells[0] != query:
                break
            query = cells[0]
            ranks.append(int(cells[3]))
    except InputError:
        return 0, 0
    if not ranks:
        return 0, 0
    return max(ranks) - min(ranks) + 1 - len(set(ranks)), len(ranks)


def _samples(material: Material, systems: list[int]) -> list[tuple[set[str], set[str]]]:
    """Samples of labelled and of retrieved document ids, query by query."""
    samples = []
    for query in material.shared[:SAMPLE_QUERIES]:
        names = [material.runs.systems[s] for s in systems[:SAMPLE_SYSTEMS]]
        retrieved = {doc for name in names for doc in material.runs.ranking(name, query)[:SAMPLE_DOCS]}
        samples.append((set(list(material.qrels.grades(query))[:SAMPLE_DOCS]), retrieved))
    return samples


def mending(
    ids: Sequence[tuple[set[str], set[str]]],
    *,
    least: int = 1,
    noun: str = "ids",
    sides: tuple[str, str] = ("the qrels", "the runs"),
) -> str:
    """A change of the ids that would make more of them match, in words; "" where there is none. Labelled and retrieved
    ids come and are compared query by query; `noun` and `sides` name them."""
    best, hint = 0, ""
    apart = [(labels - runs, runs - labels) for labels, runs in ids]
    apart = [(labels, runs) for labels, runs in apart if labels and runs]
    for side, other, pairs in ((sides[1], sides[0], [(runs, labels) for labels, runs in apart]), (*sides, apart)):
        every, others = (set[str]().union(*ids) for ids in zip(*pairs)) if pairs else (set(), set())
        fewest = min(len(every), len(others))
        for what, change, both in _changes(every, others) if every else []:
            changed = [{change(i) for i in here} for here, _ in pairs]
            met = [one & ({change(i) for i in there} if both else there) for one, (_, there) in zip(changed, pairs)]
            meet = len(set[str]().union(*met))
            if meet > best and meet >= max(least, MENDED * fewest):
                best = meet
                of = len(set[str]().union(*changed))
                hint = SAID("ids-changed", change=what, n=meet, of=of, noun=noun, side=side, other=other)
    return hint


def _common_start(ids: set[str]) -> str:
    low, high = min(ids), max(ids)
    n = next((i for i, (a, b) in enumerate(zip(low, high)) if a != b), min(len(low), len(high)))
    return low[:n]


def _changes(ids: set[str], others: set[str]) -> list[tuple[str, Callable[[str], str], bool]]:
    """Known ways in which ids of the same documents differ, and whether the change applies to both sides, without those
    that change no id."""
    here, anywhere = "".join(ids), "".join(ids | others)
    ways: list[tuple[str, Callable[[str], str], bool]] = []
    if len(ids) > 1:
        prefix = _common_start(ids).rstrip("0123456789")
        suffix = _common_start({i[::-1] for i in ids})[::-1].lstrip("0123456789")
        kept = _common_start(others).rstrip("0123456789")
        if kept and prefix != kept:  # all begin with the same word, and one side has something before it
            prefix = prefix.removesuffix(kept)
        if prefix:
            ways.append((f'without "{prefix}"', lambda i: i.removeprefix(prefix), False))
        if suffix and suffix != prefix:
            ways.append((f'without "{suffix}"', lambda i: i.removesuffix(suffix), False))
    if "_" in here or "-" in here:
        ways.append(
            ("without what stands before the last _ or -", lambda i: i[max(i.rfind("_"), i.rfind("-")) + 1 :], False)
        )
    if "." in here or "#" in here:
        ways.append(("without what stands after the last . or #", lambda i: re.split(r"[.#](?=[^.#]*$)", i)[0], False))
    if any(i.startswith("0") for i in ids | others):
        ways.append(("without leading zeros", lambda i: i.lstrip("0") or "0", True))
    if anywhere != anywhere.lower():
        ways.append(("in lower case", str.lower, True))
    if anywhere != normalize("NFC", anywhere):
        ways.append(("after Unicode normalisation (NFC)", lambda i: normalize("NFC", i), True))
    if anywhere != "".join(anywhere.split()):
        ways.append(("without spaces", lambda i: "".join(i.split()), True))
        ways.append(("in lower case with a hyphen for what is no letter or digit", _slug, True))
    return ways


def _slug(name: str) -> str:
    """A query as a file name that many scripts make of it: ``4k-bottle``."""
    return re.sub(r"[\W_]+", "-", name.lower()).strip("-")
