"""Findings about documents and queries that labels and runs share or not, and ids that a spreadsheet rewrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import BY_CHANCE, EVERY_0, count, number, own_removed, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.order import NOTABLE
from irassay.preflight.words.phrases import SAID, finding, first_of
from irassay.result import Finding


def no_shared_query(material: Material, hint: str) -> Finding:
    """Labels and runs without a common query."""
    qrels, runs = material.qrels.queries, material.runs.queries
    return finding(
        "no-shared-query",
        "error",
        size=1.0,
        numbers={"labelled": len(qrels), "answered": len(runs)},
        systems=material.runs.systems,
        action=_to_rename(hint, runs),
        of_qrels=qrels,
        of_runs=runs,
        every_0=EVERY_0,
        hint=hint,
    )


def _to_rename(hint: str, queries: Sequence[str]) -> str:
    """The form of the action for queries that labels have not, which may be numbered, as in the answers of
    ``_msearch``, which name none."""
    if hint:
        return "rename.action"
    numbered = len(queries) > 1 and set(queries) == {str(i + 1) for i in range(len(queries))}
    return "rename.numbered" if numbered else ""


def no_label(material: Material, systems: Sequence[int], labelled: set[str], retrieved: set[str], hint: str) -> Finding:
    """Runs without a labelled document."""
    n, shared, queries = len(material.runs.systems), len(material.shared), material.n_queries
    form = "all" if len(systems) == n else ""
    return finding(
        "no-label",
        "error",
        size=len(systems) / n,
        numbers={"runs": len(systems), "of": n, "shared_queries": shared, "queries": queries},
        systems=[material.runs.systems[s] for s in systems],
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


def little_label(material: Material, systems: Sequence[int], shares: Mapping[int, float], hint: str) -> Finding:
    """Runs with hardly any labelled document in their top."""
    least = systems[0]
    return finding(
        "little-label",
        "warning",
        size=1 - shares[least],
        numbers={"runs": len(systems), "least_share": shares[least], "mean": material.means()[least]},
        systems=[material.runs.systems[s] for s in systems],
        action="no-label.action-hint" if hint else "",
        depth=material.depth,
        measure=material.measure,
        hint=hint,
    )


def nearly(material: Material, hints: Mapping[int, str]) -> Finding:
    """Runs some of whose ids would match labels after a change; `hints` has the change of each."""
    first, hint = next(iter(hints.items()))
    coverage = material.coverage[first]
    share = coverage.top_judged / coverage.top
    return finding(
        "ids-nearly-meet",
        "warning",
        size=1 - share,
        numbers={"runs": len(hints), "judged_share": share},
        systems=[material.runs.systems[s] for s in hints],
        depth=material.depth,
        hint=hint,
    )


def unreached(material: Material, n_retrieved: int, total: int, gaps: tuple[int, int]) -> Finding:
    """Many relevant documents that no run retrieves."""
    skipped, n_listed = gaps
    return finding(
        "relevant-in-no-run",
        "warning",
        size=(total - n_retrieved) / total,
        numbers={"relevant": total, "found": n_retrieved, "ranks_skipped": skipped},
        where="gaps" if skipped else "",
        lost=total - n_retrieved,
        most=n_retrieved / total,
        names=material.runs.systems,
        first=material.runs.systems[0],
        listed=n_listed,
    )


def only_labelled(material: Material, systems: Sequence[int]) -> Finding:
    """Runs that hold nothing but labelled documents."""
    names = [material.runs.systems[s] for s in systems]
    numbers = {"runs": len(names), "documents": material.coverage[systems[0]].retrieved}
    return finding("only-labelled-retrieved", "warning", numbers=numbers, systems=names)


def identical(material: Material, lines: Sequence[int], means: Sequence[float]) -> Finding:
    """Runs that retrieve queries' own documents; `lines` and `means`, which are without them, are by system."""
    systems = sorted((s for s, n in enumerate(lines) if n), key=lambda s: -lines[s])
    names = [material.runs.systems[s] for s in systems]
    most = max(systems, key=lambda s: abs(means[s] - material.means()[s]))
    before, after = material.means()[most], means[most]
    return finding(
        "identical-ids",
        "warning" if abs(after - before) >= NOTABLE else "note",
        size=abs(after - before),
        numbers={"lines": sum(lines), "runs": len(names), "most": lines[systems[0]], "mean": before, "without": after},
        where="" if len(names) > 1 else None,
        systems=names,
        effect="same" if number(after) == number(before) else "",
        each=[f"{name} {count(lines[s])}" for name, s in zip(names, systems)],
        moved=material.runs.systems[most],
        measure=material.measure,
    )


def relevant_removed(relevant: int, removed: int) -> Finding:
    """Documents labelled relevant that were removed from runs, since their id is that of the query."""
    return finding(
        "identical-ids-relevant",
        "warning",
        size=relevant / removed,
        numbers={"relevant": relevant, "removed": removed},
        own=own_removed(relevant, removed),
        by_chance=BY_CHANCE,
    )


def no_query_answered(material: Material, systems: Sequence[int], queries: Sequence[str], *, hint: str = "") -> Finding:
    """Runs that answer no labelled query, beside runs that do; `queries` are those that they answer."""
    return finding(
        "no-query-answered",
        "error",
        size=1.0,
        numbers={"runs": len(systems), "queries": material.n_queries},
        systems=[material.runs.systems[s] for s in systems],
        action=_to_rename(hint, queries),
        of_qrels=material.qrels.queries,
        of_runs=queries or ("none",),
        hint=hint,
    )


def missing_queries(
    material: Material, system: int, queries: Sequence[str], *, hint: str = "", cut_short: bool = False
) -> Finding:
    """Labelled queries that one run does not answer."""
    mean = material.means()[system]
    numbers: dict[str, float | int | str] = {"unanswered": len(queries), "queries": material.n_queries, "mean": mean}
    over_answered, size = _over_answered(material, system), len(queries) / material.n_queries
    if over_answered is not None:
        numbers["mean_answered"], size = over_answered, over_answered - mean
    return finding(
        "missing-queries",
        "warning",
        size=size,
        numbers=numbers,
        where="cut" if cut_short else "",
        systems=(material.runs.systems[system],),
        effect="means" if over_answered is not None else "",
        action="rename.action" if hint else "cut" if cut_short else "",
        names=queries,
        means=_both_means(material, system, over_answered),
        hint=hint,
    )


def missing_queries_of_many(material: Material, lacking: Mapping[int, int], hint: str = "") -> Finding:
    """Labelled queries that several runs do not answer."""
    names, order = material.runs.systems, sorted(lacking, key=lambda s: -lacking[s])
    most = order[0]
    over_answered, size = _over_answered(material, most), lacking[most] / material.n_queries
    if over_answered is not None:
        size = over_answered - material.means()[most]
    each = [f"{visible(names[s])} ({count(lacking[s])})" for s in order]
    return finding(
        "missing-queries",
        "warning",
        size=size,
        numbers={"runs": len(lacking), "most": lacking[most], "queries": material.n_queries},
        where=(SAID("missing-queries.each", each=", ".join(each[:3]), more=len(each) - 3),),
        systems=[names[s] for s in order],
        text="many",
        effect="means-of-many" if over_answered is not None else "",
        action="rename.action" if hint else "",
        means=_both_means(material, most, over_answered),
        hint=hint,
    )


def _over_answered(material: Material, system: int) -> float | None:
    """The mean over the answered queries; None where it does not follow from the mean, or does not differ."""
    mean, answered = material.means()[system], material.n_answered(system)
    return mean * material.n_queries / answered if material.measure.zero_without and answered and mean else None


def _both_means(material: Material, system: int, over_answered: float | None) -> str:
    """The run's mean, and that over the queries that it answers beside the best other run's on these; "" without."""
    if over_answered is None:
        return ""
    lacking = set(material.unanswered(system))
    answered = [query for query in material.qrels.queries if query not in lacking]
    other = material.best_other_on(system, answered)
    return SAID(
        "missing-queries.means-beside" if other else "missing-queries.means",
        measure=material.measure,
        mean=material.means()[system],
        answered=len(answered),
        over_answered=over_answered,
        **_best(material, other),
    )


def _best(material: Material, other: tuple[int, float] | None) -> dict[str, str | float]:
    """Slots of the best other run, and its mean."""
    return {} if other is None else {"best": material.runs.systems[other[0]], "best_mean": other[1]}


def no_hits(material: Material, system: int, queries: Sequence[str]) -> Finding:
    """Labelled queries that one run answers with no document."""
    other = material.best_other_on(system, queries)
    better = other is not None and material.measure.definition.direction * other[1] > 0
    return finding(
        "no-hits",
        "warning" if better else "note",
        size=len(queries) / material.n_queries * (other[1] if other is not None and better else 1.0),
        numbers={"queries": len(queries), "of": material.n_queries},
        systems=(material.runs.systems[system],),
        effect="better" if better else "",
        names=queries,
        measure=material.measure,
        **_best(material, other),
    )


def extra_queries(material: Material, without: Sequence[str]) -> Finding:
    """Answered queries without labels."""
    numbers = {"answered": len(material.runs.queries), "unlabelled": len(without)}
    return finding("extra-queries", "note", numbers=numbers, names=without, labelled=material.n_queries)


def no_relevant(material: Material, queries: Sequence[str]) -> Finding:
    """Queries without a relevant label."""
    n, others = material.n_queries, material.n_queries - len(queries)
    size, best = len(queries) / n, 0.0
    changes = bool(material.measure.zero_without and others and material.shared)
    if changes:
        best = max(material.means())
        size = best * n / others - best
    return finding(
        "no-relevant",
        "note",
        size=size,
        numbers={"queries": len(queries), "rel": material.rel},
        effect="means" if changes else "",
        names=queries,
        measure=material.measure,
        best=best,
        others=others,
        over_others=best * n / others if changes else 0.0,
    )


def as_numbers(material: Material, systems: Sequence[str]) -> Finding:
    """Labelled ids that no run retrieves, and that a spreadsheet makes of retrieved ones; `systems` retrieve these."""
    pairs = [(query, *pair) for query, ids in material.rewritten.items() for pair in ids.items()]
    n, of = len(pairs), material.qrels.n_labels
    places = [SAID("ids-as-numbers.place", query=query, label=label, doc=doc) for query, label, doc in pairs]
    return finding(
        "ids-as-numbers",
        "warning",
        size=n / of,
        numbers={"labels": n, "of": of, "queries": len(material.rewritten)},
        where=first_of(places, n),
        systems=systems,
        text="zeros" if all(doc.lstrip("0") == label for _, label, doc in pairs) else "",
    )


def hint(pairs: Sequence[tuple[set[str], set[str]]], rewritten: Sequence[Mapping[str, str]]) -> str:
    """How many labelled ids would match if they were as before the spreadsheet; "" where none would."""
    n = sum(map(len, rewritten))
    return SAID("ids-as-numbers.hint", n=n, of=sum(len(labelled) for labelled, _ in pairs)) if n else ""
