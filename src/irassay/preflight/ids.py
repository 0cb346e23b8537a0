"""Checks of whether labels and runs concern the same documents and queries, and of removed documents."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from unicodedata import normalize

from irassay.collection.own_documents import own_documents_of
from irassay.errors import InputError
from irassay.formats.sources.lines import Problems, lines
from irassay.kernel import _core
from irassay.messages import BY_CHANCE, EVERY_0, count, number, own_removed
from irassay.preflight.inputs import Material, changes, rewritten
from irassay.preflight.lowest_best import lowest_best
from irassay.preflight.phrases import NOTABLE, SAID, finding, first_of
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
    if material.shared:
        return
    labelled, answered = material.qrels.queries, material.runs.queries
    hint = mending([(set(labelled), set(answered))])
    yield finding(
        "no-shared-query",
        "error",
        size=1.0,
        numbers={"labelled": len(labelled), "answered": len(answered)},
        systems=material.systems,
        action=to_rename(hint, answered),
        of_qrels=labelled,
        of_runs=answered,
        every_0=EVERY_0,
        hint=hint,
    )


def to_rename(hint: str, queries: Sequence[str]) -> str:
    """The form of the action for unlabelled queries that may be numbered, as in ``_msearch``, which names none."""
    if hint:
        return "rename.action"
    return "rename.numbered" if len(queries) > 1 and set(queries) == {str(i + 1) for i in range(len(queries))} else ""


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
        n, shared, queries = len(material.systems), len(material.shared), material.n_queries
        hint, form = mending(samples) or _to_write_again(samples), "all" if len(none) == n else ""
        yield finding(
            "no-label",
            "error",
            size=len(none) / n,
            numbers={"runs": len(none), "of": n, "shared_queries": shared, "queries": queries},
            systems=[material.systems[s] for s in none],
            text=form,
            effect=form,
            where=form,
            action="hint" if hint else "",
            label=min(labelled, default="none"),
            doc=min(retrieved, default="none"),
            there=SAID(f"no-label.in-{'both' if shared == queries else 'part'}", shared=shared, queries=queries),
            every_0=EVERY_0,
            hint=hint,
        )
    shares = {s: coverage[s].top_judged / coverage[s].top for s in answering if coverage[s].judged}
    if not shares:
        return
    middle = sorted(shares.values())[len(shares) // 2]
    least = LITTLE * material.fillable
    little = [s for s, share in shares.items() if share < least and (share < OF_THE_OTHERS * middle or middle < least)]
    little = [s for s in little if s not in lowest_best(material)]
    if little:
        little.sort(key=lambda s: shares[s])
        least_share, hint = shares[little[0]], mending(_samples(material, little))
        yield finding(
            "little-label",
            "warning",
            size=1 - least_share,
            numbers={"runs": len(little), "least_share": least_share, "mean": material.means()[little[0]]},
            systems=[material.systems[s] for s in little],
            action="no-label.action-hint" if hint else "",
            depth=material.depth,
            measure=material.measure,
            hint=hint,
        )


def _to_write_again(samples: Sequence[tuple[set[str], set[str]]]) -> str:
    """How many labelled ids would match if they were as before a spreadsheet rewrote them; "" where none would."""
    n = sum(len(rewritten(*ids)) for ids in samples)
    return SAID("ids-as-numbers.hint", n=n, of=sum(len(labelled) for labelled, _ in samples)) if n else ""


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
        first, hint = next(iter(hints.items()))
        share = material.coverage[first].top_judged / material.coverage[first].top
        of, names = {"runs": len(hints), "judged_share": share}, [material.systems[s] for s in hints]
        yield finding(
            "ids-nearly-meet", "warning", size=1 - share, numbers=of, systems=names, depth=material.depth, hint=hint
        )


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
        pairs = [(query, *pair) for query, of in ids for pair in of.items()]
        n, n_labels = len(pairs), material.qrels.n_labels
        places = [SAID("ids-as-numbers.place", query=query, label=label, doc=doc) for query, label, doc in pairs]
        yield finding(
            "ids-as-numbers",
            "warning",
            size=n / n_labels,
            numbers={"labels": n, "of": n_labels, "queries": len(ids)},
            where=first_of(places, n),
            systems=retrieving,
            text="zeros" if all(doc.lstrip("0") == label for _, label, doc in pairs) else "",
        )


def unused_queries(material: Material, systems: Sequence[int]) -> str:
    """A change of ids that would match labelled queries with those that these runs answer, run by run; "" for none."""
    labelled, core = set(material.qrels.queries), material.runs.core
    lengths = {query: core.lengths(query) for query in material.runs.queries}
    return mending([(labelled, {query for query, of in lengths.items() if of[s]}) for s in systems])


def only_labelled(material: Material) -> Iterable[Finding]:
    """Runs of only labelled documents far below the depth of a pool, possibly made from the labels."""
    systems = [s for s, c in enumerate(material.coverage) if has_only_labels(c)]
    if systems:
        numbers = {"runs": len(systems), "documents": material.coverage[systems[0]].retrieved}
        names = [material.systems[s] for s in systems]
        yield finding("only-labelled-retrieved", "warning", numbers=numbers, systems=names)


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
        skipped, n_listed = gaps
        yield finding(
            "relevant-in-no-run",
            "warning",
            size=(total - n_retrieved) / total,
            numbers={"relevant": total, "found": n_retrieved, "ranks_skipped": skipped},
            where="gaps" if skipped else "",
            lost=total - n_retrieved,
            most=n_retrieved / total,
            names=runs.systems,
            first=runs.systems[0],
            listed=n_listed,
        )


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
    systems = sorted((s for s, n in enumerate(lines) if n), key=lambda s: -lines[s])
    names = [material.systems[s] for s in systems]
    most = max(systems, key=lambda s: abs(means[s] - material.means()[s]))
    before, after = material.means()[most], means[most]
    yield finding(
        "identical-ids",
        "warning" if abs(after - before) >= NOTABLE else "note",
        size=abs(after - before),
        numbers={"lines": sum(lines), "runs": len(names), "most": lines[systems[0]], "mean": before, "without": after},
        where="" if len(names) > 1 else None,
        systems=names,
        effect="same" if number(after) == number(before) else "",
        each=[f"{name} {count(lines[s])}" for name, s in zip(names, systems)],
        moved=material.systems[most],
        measure=material.measure,
    )


def relevant_removed(material: Material) -> Iterable[Finding]:
    """Documents labelled relevant that were removed from runs, since their id is that of the query."""
    own = own_documents_of(material.qrels, material.runs)
    if own.relevant:
        numbers, removed = {"relevant": own.relevant, "removed": own.removed}, own_removed(own.relevant, own.removed)
        size = own.relevant / own.removed
        yield finding("identical-ids-relevant", "warning", size=size, numbers=numbers, own=removed, by_chance=BY_CHANCE)


def rank_gaps(path: str) -> tuple[int, int]:
    """The number of ranks that a TREC run skips in its first query, and of documents there; (0, 0) if not known."""
    if not os.path.isfile(path):
        return 0, 0
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
    return "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(low, high)))


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
        hyphens = "in lower case with a hyphen for what is no letter or digit"  # as scripts name files: 4k-bottle
        ways.append((hyphens, lambda i: re.sub(r"[\W_]+", "-", i.lower()).strip("-"), True))
    return ways
