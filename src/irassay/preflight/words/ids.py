"""Sentences about documents and queries that labels and runs share or do not share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import BY_CHANCE, EVERY_0, conjugate, count, number, own_removed, percent, plural, visible
from irassay.preflight.inputs import Material
from irassay.preflight.words.order import NOTABLE
from irassay.preflight.words.phrases import RENAME, finding, several, some, subject
from irassay.result import Finding

RIGHT_QRELS = "use the qrels of the collection that was searched"


def no_shared_query(material: Material, hint: str) -> Finding:
    """Labels and runs without a common query."""
    qrels, runs = material.qrels.queries, material.runs.queries
    return finding(
        "no-shared-query",
        "error",
        "No labelled query is in any run",
        size=1.0,
        numbers={"labelled": len(qrels), "answered": len(runs)},
        where=(f"Queries in qrels: {some(qrels)}", f"Queries in runs: {some(runs)}"),
        systems=material.runs.systems,
        effect=EVERY_0,
        action=RENAME.format(hint=hint) if hint else _of_numbers(runs) or "use the qrels of the queries that were run",
    )


def no_label(material: Material, systems: Sequence[int], labelled: set[str], retrieved: set[str], hint: str) -> Finding:
    """Runs without a labelled document."""
    n, all_of_them = len(material.runs.systems), len(systems) == len(material.runs.systems)
    names = [material.runs.systems[s] for s in systems]
    shared = len(material.shared)
    there = (
        f"{plural(shared, 'query is', 'queries are')} in both"
        if shared == material.n_queries
        else (f"{count(shared)} of {plural(material.n_queries, 'query is', 'queries are')} in both")
    )
    where = [f"{len(systems)} of {plural(n, 'run')}" if all_of_them else some(names)]
    where[0] += f". Ids in qrels: {visible(min(labelled, default='none'))}"
    where += [f"Ids in runs: {visible(min(retrieved, default='none'))}", f"{there}, so the mix-up is easy to miss"]
    return finding(
        "no-label",
        "error",
        f"No labelled document is in {'any run' if all_of_them else plural(len(names), 'run')}",
        size=len(systems) / n,
        numbers={"runs": len(systems), "of": n, "shared_queries": shared, "queries": material.n_queries},
        where=where,
        systems=names,
        effect=EVERY_0 if all_of_them else f"{conjugate(len(names), 'its')} scores are all 0",
        action=f"change the ids: {hint}" if hint else RIGHT_QRELS,
    )


def little_label(material: Material, systems: Sequence[int], shares: Mapping[int, float], hint: str) -> Finding:
    """Runs with hardly any labelled document in their top."""
    names = [material.runs.systems[s] for s in systems]
    least, depth = systems[0], material.depth
    top = "document" if depth == 1 else f"top {count(depth)} documents"
    mean = material.means()[least]
    return finding(
        "little-label",
        "warning",
        f"{subject(names)} {conjugate(len(names), 'has')} hardly any labelled documents",
        size=1 - shares[least],
        numbers={"runs": len(names), "least_share": shares[least], "mean": mean},
        where=several(names),
        systems=names,
        effect=(
            f"{percent(shares[least])} of {visible(names[0])}'s {top} have a label; {material.measure} {number(mean)}"
        ),
        action=f"change the ids: {hint}" if hint else f"{RIGHT_QRELS}, or judge what these runs retrieve",
    )


def nearly(material: Material, hints: Mapping[int, str]) -> Finding:
    """Runs some of whose ids would match labels after a change; `hints` has the change of each."""
    names = [material.runs.systems[s] for s in hints]
    first, hint = next(iter(hints.items()))
    coverage = material.coverage[first]
    share = coverage.top_judged / coverage.top
    return finding(
        "ids-nearly-meet",
        "warning",
        f"{subject(names)}: ids that nearly match those of the labels",
        size=1 - share,
        numbers={"runs": len(names), "judged_share": share},
        where=several(names),
        systems=names,
        effect=f"{percent(share)} of {visible(names[0])}'s top {count(material.depth)} have a label; more could match",
        action=f"look at ids {hint}",
    )


def unreached(material: Material, n_retrieved: int, total: int, gaps: tuple[int, int]) -> Finding:
    """Many relevant documents that no run retrieves."""
    skipped, n_listed = gaps
    n_runs = plural(len(material.runs.systems), "run")
    system = material.runs.systems[0]
    where = [f"{count(total - n_retrieved)} of {plural(total, 'relevant document')} are in none of {n_runs}"]
    if skipped:
        where.append(
            f"in its first query {visible(system)} lists {plural(n_listed, 'document')} and skips "
            f"{plural(skipped, 'rank')}"
        )
    return finding(
        "relevant-in-no-run",
        "warning",
        f"{percent((total - n_retrieved) / total)} of the relevant documents are in no run",
        size=(total - n_retrieved) / total,
        numbers={"relevant": total, "found": n_retrieved, "ranks_skipped": skipped},
        where=where,
        effect=(
            f"no run can reach more than {percent(n_retrieved / total)} recall; "
            "measures that use the ideal ranking or R are too low"
        ),
        action=(
            "if documents judged earlier were removed from these runs (a residual collection), use the qrels without "
            "them; otherwise make sure that runs and qrels are of the same corpus version"
        ),
    )


def only_labelled(material: Material, systems: Sequence[int]) -> Finding:
    """Runs that hold nothing but labelled documents."""
    names = [material.runs.systems[s] for s in systems]
    n = material.coverage[systems[0]].retrieved
    return finding(
        "only-labelled-retrieved",
        "warning",
        f"{subject(names)}: only labelled documents",
        size=0.0,
        numbers={"runs": len(names), "documents": n},
        where=several(names),
        systems=names,
        effect=f"all {plural(n, 'document')} of {visible(names[0])} have a label; scores at depth are too high",
        action="make sure that the labels were not used to make the run, unless it reranks them on purpose",
    )


def identical(material: Material, lines: Sequence[int], means: Sequence[float]) -> Finding:
    """Runs that retrieve queries' own documents; `lines` and `means`, which are without them, are by system."""
    systems = sorted((s for s, n in enumerate(lines) if n), key=lambda s: -lines[s])
    names = [material.runs.systems[s] for s in systems]
    most = max(systems, key=lambda s: abs(means[s] - material.means()[s]))
    before, after = material.means()[most], means[most]
    whose = f"{visible(material.runs.systems[most])}'s {material.measure}"
    moved = f"be {number(after)} instead of {number(before)}"
    if number(after) == number(before):
        moved = f"still be {number(before)}"
    n = sum(lines)
    return finding(
        "identical-ids",
        "warning" if abs(after - before) >= NOTABLE else "note",
        f"{subject(names)}: {plural(n, 'line')} with the query's own id as the document",
        size=abs(after - before),
        numbers={"lines": n, "runs": len(names), "most": lines[systems[0]], "mean": before, "without": after},
        where=(some([f"{name} {count(lines[s])}" for name, s in zip(names, systems)]),) if len(names) > 1 else (),
        systems=names,
        effect=f"BEIR leaves such lines out, and MTEB in tasks such as ArguAna; {whose} would {moved}",
        action="if queries are documents of this corpus, add --identical-ids ignore; ids may also be equal by chance",
    )


def relevant_removed(relevant: int, removed: int) -> Finding:
    """Documents labelled relevant that were removed from runs, since their id is that of the query."""
    return finding(
        "identical-ids-relevant",
        "warning",
        f"Documents whose id is the query's own were removed from the runs: {own_removed(relevant, removed)}",
        size=relevant / removed,
        numbers={"relevant": relevant, "removed": removed},
        effect="these relevant documents count as not retrieved",
        action=f"{BY_CHANCE}: unless queries are documents of this corpus, leave out --identical-ids ignore",
    )


def no_query_answered(material: Material, systems: Sequence[int], queries: Sequence[str], *, hint: str = "") -> Finding:
    """Runs that answer no labelled query, beside runs that do; `queries` are those that they answer."""
    names = [material.runs.systems[s] for s in systems]
    one = len(names) == 1
    return finding(
        "no-query-answered",
        "error",
        f"{subject(names)} {'answers' if one else 'answer'} no labelled query",
        size=1.0,
        numbers={"runs": len(names), "queries": material.n_queries},
        where=(
            *several(names),
            f"Queries in qrels: {some(material.qrels.queries)}",
            f"Queries in {'this run' if one else 'these runs'}: {some(queries) if queries else 'none'}",
        ),
        systems=names,
        effect=f"{'its' if one else 'their'} scores are all 0, beside scores of runs that were asked these queries",
        action=RENAME.format(hint=hint)
        if hint
        else _of_numbers(queries) or f"run them, or leave the {'run' if one else 'runs'} out",
    )


def _of_numbers(queries: Sequence[str]) -> str:
    """What to do where a run's queries are numbered, as the answers of ``_msearch`` are, which name none; ""
    elsewhere."""
    if len(queries) < 2 or set(queries) != {str(i + 1) for i in range(len(queries))}:
        return ""
    return (
        "the queries are numbered in the order in which _msearch answers them: give the labels these numbers by "
        "irassay convert LABELS --query-texts FILE --to json -o NUMBERED.json, with lines of number, tab, query in FILE"
    )


def missing_queries(
    material: Material, system: int, queries: Sequence[str], *, hint: str = "", cut_short: bool = False
) -> Finding:
    """Labelled queries that one run does not answer."""
    name, mean = material.runs.systems[system], material.means()[system]
    effect, size = "each counts 0", len(queries) / material.n_queries
    numbers: dict[str, float | int | str] = {"unanswered": len(queries), "queries": material.n_queries, "mean": mean}
    over_answered = _over_answered(material, system)
    if over_answered is not None:
        numbers["mean_answered"], size = over_answered, over_answered - mean
        effect += f": {_both_means(material, system, over_answered)}"
    return finding(
        "missing-queries",
        "warning",
        f"{visible(name)}: {plural(len(queries), 'labelled query', 'labelled queries')} unanswered",
        size=size,
        numbers=numbers,
        where=(some(queries) + (": the last ones, as in a file that was cut short" if cut_short else ""),),
        systems=(name,),
        effect=effect,
        action=_queries_action(hint, cut_short),
    )


def _queries_action(hint: str, cut_short: bool = False) -> str:
    if hint:
        return RENAME.format(hint=hint)
    if cut_short:
        return "fetch or write the file again if it was cut; if the run is complete, report both means"
    return "run them, or report both means"


def _over_answered(material: Material, system: int) -> float | None:
    """The mean over the answered queries; None where it does not follow from the mean, or does not differ."""
    mean, answered = material.means()[system], material.n_answered(system)
    return mean * material.n_queries / answered if material.measure.zero_without and answered and mean else None


def _both_means(material: Material, system: int, over_answered: float) -> str:
    """The run's mean, and that over the queries that it answers beside the best other run's on these."""
    mean, lacking = number(material.means()[system]), set(material.unanswered(system))
    answered = [query for query in material.qrels.queries if query not in lacking]
    text = f"{material.measure} {mean}; over the {count(len(answered))} answered, {number(over_answered)}"
    other = material.best_other_on(system, answered)
    return f"{text}, and there {_score_of(material, other)}" if other else text


def _score_of(material: Material, other: tuple[int, float]) -> str:
    return f"{visible(material.runs.systems[other[0]])} has {number(other[1])}"


def no_hits(material: Material, system: int, queries: Sequence[str]) -> Finding:
    """Labelled queries that one run answers with no document."""
    name, one = material.runs.systems[system], len(queries) == 1
    effect, numbers = "it counts 0" if one else "each counts 0", {"queries": len(queries), "of": material.n_queries}
    other = material.best_other_on(system, queries)
    better = other is not None and material.measure.definition.direction * other[1] > 0
    if other is not None and better:
        effect += f"; there {_score_of(material, other)}{'' if one else ' on average'} by {material.measure}"
    return finding(
        "no-hits",
        "warning" if better else "note",
        f"{visible(name)}: {plural(len(queries), 'labelled query', 'labelled queries')} answered with 0 hits",
        size=len(queries) / material.n_queries * (other[1] if other is not None and better else 1.0),
        numbers=numbers,
        where=(some(queries),),
        systems=(name,),
        effect=effect,
        action="search for them by hand: nothing, if users see 0 hits too",
    )


def missing_queries_of_many(material: Material, lacking: Mapping[int, int], hint: str = "") -> Finding:
    """Labelled queries that several runs do not answer."""
    order = sorted(lacking, key=lambda s: -lacking[s])
    names = [f"{visible(material.runs.systems[s])} ({count(lacking[s])})" for s in order]
    most = order[0]
    effect, size = "each counts 0", lacking[most] / material.n_queries
    over_answered = _over_answered(material, most)
    if over_answered is not None:
        size = over_answered - material.means()[most]
        both = _both_means(material, most, over_answered)
        effect += f". {visible(material.runs.systems[most])}: {both}"
    return finding(
        "missing-queries",
        "warning",
        f"{plural(len(lacking), 'run')} leave labelled queries unanswered",
        size=size,
        numbers={"runs": len(lacking), "most": lacking[most], "queries": material.n_queries},
        where=(", ".join(names[:3]) + (f" and {count(len(names) - 3)} more" if len(names) > 3 else ""),),
        systems=[material.runs.systems[s] for s in order],
        effect=effect,
        action=_queries_action(hint),
    )


def extra_queries(material: Material, without: Sequence[str]) -> Finding:
    """Answered queries without labels."""
    n = len(material.runs.queries)
    verb = conjugate(len(without), "has")
    return finding(
        "extra-queries",
        "note",
        f"Runs answer {plural(n, 'query', 'queries')}; {count(len(without))} {verb} no labels",
        size=0.0,
        numbers={"answered": n, "unlabelled": len(without)},
        where=(some(without),),
        effect=f"none: means are over the {plural(material.n_queries, 'labelled query', 'labelled queries')}",
    )


def no_relevant(material: Material, queries: Sequence[str]) -> Finding:
    """Queries without a relevant label."""
    n_with_relevant = material.n_queries - len(queries)
    effect, size = "each counts 0 for every run", len(queries) / material.n_queries
    if material.measure.zero_without and n_with_relevant and material.shared:
        best = max(material.means())
        size = best * material.n_queries / n_with_relevant - best
        effect += (
            f": the highest {material.measure} is {number(best)}; over the other {count(n_with_relevant)}, "
            f"{number(best * material.n_queries / n_with_relevant)}"
        )
    return finding(
        "no-relevant",
        "note",
        f"{plural(len(queries), 'query', 'queries')} {conjugate(len(queries), 'has')} no relevant document",
        size=size,
        numbers={"queries": len(queries), "rel": material.rel},
        where=(some(queries),),
        effect=effect,
        action="nothing, or leave them out: eval, compare and report take --queries with-relevant",
    )
