"""The page of a question: answer, evidence, what next, systems, model, queries, log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from irassay.decisions.decider import Decider
from irassay.decisions.decision import Decision
from irassay.decisions.documents import Documents
from irassay.decisions.setting import NO_GRADES
from irassay.decisions.words import DECIDED, lead, pairs_table
from irassay.errors import UsageError
from irassay.messages import percent, plural, signed, span
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, Lines, Result, Section, Table

LEVERS = {"labels": "more labels", "queries": "more queries", "assessor": "a second assessor"}
_PANELS = 6  # pairs whose evidence is drawn
_LEAST = 10  # labels from which on a model is told


def page_of_decision(decision: Decision) -> Result:
    """The page, as a Result; UsageError where answers came since."""
    decider = decision.decider
    if decider.labels != decision.labels:
        raise UsageError("expected a decision without later answers, but its decider has had some; look() again")
    of, options = decider.setting, decider.setting.options
    sections = [
        _answer(decision),
        _evidence(decider, decision),
        _next(decision),
        *_systems(decider),
        *_model(decider),
        _queries(decider, decision),
        _log(decider),
    ]
    shown = {name: options[name] for name in ("measure", of.question.kind, "margin", "alpha", "unit", "scale")}
    inputs = {name: options[name] for name in ("runs", "judged", "model", "ideals") if options[name] != NO_GRADES}
    provenance = Provenance(inputs=inputs, options=shown, seed=of.seed, versions=versions())
    line = facts(len(of.systems), len(of.queries), decision, options["measure"])
    return Result(f"{lead(decision)}.", decision.scope, sections, provenance, line, "decide", decision.lever)


def facts(n_systems: int, n_queries: int, decision: Decision, measure: str) -> list[str]:
    """The line above the headline."""
    of = plural(n_systems, "system"), plural(n_queries, "query"), plural(decision.labels["known"], "label")
    return [*of, measure]


def _answer(decision: Decision) -> Section:
    misleads = [Finding(f"misleads-{i}", "note", "labels", DECIDED(f"misleads-N.{i}")) for i in range(2)]
    body: list[Any] = [pairs_table(decision), *misleads]
    return Section("answer", "Answer", body, answer(decision), "Answer")


def answer(decision: Decision) -> str:
    """The difference of a pair, and what it can be; of several pairs how many are settled."""
    pairs, pair = decision.pairs, decision.pairs[0]
    if len(pairs) > 1:
        proved, closed = sum(of.by == "proof" for of in pairs), sum(of.verdict != "undecided" for of in pairs)
        return DECIDED("answer", closed=closed, pairs=len(pairs), proved=proved)
    return DECIDED(
        "answer.pair",
        a=pair.a, b=pair.b, difference=signed(pair.difference), range=span(pair.low, pair.high),
        proof=pair.by == "proof",
    )  # fmt: skip


def _evidence(decider: Decider, decision: Decision) -> Section:
    """Differences and their limits against the labels of the draws, after each batch that is answered."""
    ledger, of = decider._ledger, decider.setting.question.pairs
    answered = [b.items[ledger.unit.answered[b.items]] for b in ledger.batches]
    labels = np.cumsum([0, *(sum(len(ledger.unit.documents[i]) for i in items) for items in answered)]).tolist()
    places = {(decider.setting.systems[a], decider.setting.systems[b]): i for i, (a, b) in _first(of)}
    panels = [(places[pair.a, pair.b], pair) for pair in decision.pairs[:_PANELS]]
    shown, low = ledger.course(np.isin(np.arange(of.n), [i for i, _ in panels]))
    rows: list[tuple[str, str, int, float, float, float]] = []
    for i, pair in panels:
        panel = f"{pair.a} minus {pair.b}"
        points = dict(zip(labels, zip(shown[:, i], low[:, i], -low[:, i + of.n], strict=True), strict=True))
        points[labels[-1]] = (pair.difference, pair.low, pair.high)
        rows += [(panel, panel, x, *map(float, of_x)) for x, of_x in points.items() if of_x[0] == of_x[0]]
    title = evidence(decision)
    if not labels[-1]:
        return Section("bets", "Evidence", [Finding("evidence", "note", "labels", title)], short_title="Evidence")
    names = ("panel", "series", "x", "y", "low", "high")
    digits: Mapping[str, int | None] = {"x": 0, "y": 4, "low": 4, "high": 4}
    columns = [Column(name, values, digits=digits.get(name)) for name, values in zip(names, zip(*rows), strict=True)]
    table, axes = Table("evidence", title, columns), (DECIDED("evidence.axis"), "difference of means")
    figure = Lines("evidence", title, DECIDED("evidence.how"), table, *axes, share=False)
    return Section("bets", "Evidence", [figure], short_title="Evidence")


def evidence(decision: Decision) -> str:
    """What labels leave of the first difference."""
    pair, known = decision.pairs[0], decision.labels["known"]
    return DECIDED("evidence", known=known, a=pair.a, b=pair.b, range=span(pair.low, pair.high))


def _first(pairs: Any) -> Sequence[tuple[int, tuple[int, int]]]:
    return list(enumerate(zip(pairs.first[: pairs.n].tolist(), pairs.second[: pairs.n].tolist(), strict=True)))


def _next(decision: Decision) -> Section:
    costs, of = decision.costs, decision.forecast
    minutes = [None if n is None or costs.seconds is None else n * costs.seconds / 60 for n in costs.judgments.values()]
    columns = [
        Column("lever", [LEVERS[name] for name in costs.judgments], heading="what may help"),
        Column("judgments", list(costs.judgments.values()), digits=0),
        *([Column("minutes", minutes, digits=0)] if costs.seconds is not None else []),
    ]
    table = Table("levers", DECIDED("forecast.levers"), columns)
    numbers = {"low": of.low, "middle": of.middle, "high": of.high}
    body: list[Any] = [Finding("forecast", "note", "labels", decision.lever, numbers)]
    body += [table] * any(n is not None for n in costs.judgments.values())
    return Section("next", "What next", body, forecast(decision), "Next")


def forecast(decision: Decision) -> str:
    """How many labels are still to be expected."""
    form, of = "forecast" if decision.verdict == "undecided" else "forecast.none", decision.forecast
    return DECIDED(form, low=of.low, high=of.high)


def _systems(decider: Decider) -> list[Section]:
    """More than two systems, in the order that is expected."""
    systems, means = decider.setting.systems, decider._unit.means()
    if len(systems) == 2:
        return []
    order = np.argsort(-means, kind="stable").tolist()
    title = DECIDED("systems" if np.ptp(means) else "systems.nobody", first=systems[order[0]], second=systems[order[1]])
    table = Table("systems", DECIDED("systems.how"), [Column("system", [systems[i] for i in order])])
    return [Section("systems", "Systems", [table], title, "Systems")]


def _model(decider: Decider) -> list[Section]:
    """What a model's labels have saved; nothing without one, or before there are labels to tell."""
    unit, n = decider._unit, decider.labels["known"]
    if not isinstance(unit, Documents) or not unit.has_model or n < _LEAST:
        return []
    with_model, by_rank = unit.errors()
    ratio = with_model / by_rank if by_rank > 0 else 1.0
    left = unit.n - n
    spent = n / left * (1 / ratio if ratio > 0 else np.inf) if left else np.inf
    saved = round(min(unit.n, unit.n * spent / (1 + spent) if spent < np.inf else unit.n)) - n
    text = DECIDED("model.saved", errors=percent(ratio, 0), saved=max(0, saved))
    body = [Finding("model", "note", "labels", DECIDED("model"), {"ratio": ratio, "saved": saved})]
    return [Section("model", "Model", body, text, "Model")]


def _queries(decider: Decider, decision: Decision) -> Section:
    """Expected differences of the pair that is least clear, and labels, by query."""
    unit, pairs = decider._unit, decider.setting.question.pairs
    places = {(decider.setting.systems[a], decider.setting.systems[b]): i for i, (a, b) in _first(pairs)}
    hardest = min(decision.pairs, key=lambda pair: (pair.verdict != "undecided", abs(pair.difference)))
    expected = unit.by_query()[0][places[hardest.a, hardest.b]]
    queries = decider.setting.queries
    counts = {query: [0, 0] for query in queries}
    for query, doc in decider.documents:
        counts[query][1] += 1
        counts[query][0] += decider._labels.get((query, doc)) is not None
    order = np.argsort(-np.abs(expected), kind="stable").tolist()
    columns = [
        Column("query", [queries[i] for i in order]),
        Column("difference", [float(expected[i]) for i in order], digits=4),
        Column("labels", [counts[queries[i]][0] for i in order], digits=0),
        Column("documents", [counts[queries[i]][1] for i in order], digits=0),
    ]
    whole = sum(labels == documents for labels, documents in counts.values())
    title = DECIDED("queries", whole=whole, n=len(queries), most=queries[order[0]])
    by_query = DECIDED("queries.by-query", a=hardest.a, b=hardest.b)
    return Section("queries", "Queries", [Table("queries", by_query, columns)], title, "Queries")


def _log(decider: Decider) -> Section:
    batches, unit = decider._ledger.batches, decider._unit
    columns = [
        Column("batch", [b.number + 1 for b in batches], digits=0),
        Column("drawn", [len(b.items) for b in batches], digits=0),
        Column("answered", [int(unit.answered[b.items].sum()) for b in batches], digits=0),
        Column("least chance", [float(b.chance.min()) for b in batches], "", DECIDED("log.chance"), 6),
    ]
    counts = decider.labels
    title = DECIDED("log", n=len(batches), corrected=counts["corrected"], skipped=counts["skipped"])
    return Section("log", "Log", [Table("batches", DECIDED("log.batches"), columns)], title, "Log")
