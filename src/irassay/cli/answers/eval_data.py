"""The scores of `eval` as lines and as JSON, which `compare --scores` reads again. Imports nothing heavy."""

from __future__ import annotations

from irassay.cli.answers import same_runs
from irassay.drawing.tables.text import cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    from irassay.cli.answers.eval_scores import Evaluated
    from irassay.measures import Measure
    from irassay.scoring import Scores

    Row: TypeAlias = tuple[str, str, str, float]
    Rows: TypeAlias = Mapping[str, Sequence[Row]]  # by collection

ALL = "all"  # stands for the query where a value is over all queries, as in trec_eval
BY_QUERY = "by query"
FIELDS = ("system", "query", "measure", "value")


def rows(scores: Scores, names: Sequence[tuple[Measure, str]], parts: Sequence[str]) -> list[Row]:
    """System, query, measure, value: systems and measures as given, a system's queries in byte order, then "all"."""
    which = [(scores.measures.index(measure), name) for measure, name in names]
    lines: list[Row] = []
    for s, system in enumerate(scores.systems):
        if BY_QUERY in parts:
            for q, query in enumerate(scores.queries):
                values = [(name, scores.values_view[m, 0, s, q]) for m, name in which]
                lines += [(system, query, name, x) for name, x in values if x == x]  # NaN: it doesn't count here
        if ALL in parts:
            lines += [(system, ALL, name, scores.summary_view[m, 0, s]) for m, name in which]
    return lines


def tsv_text(lines: Rows, same: Rows) -> str:
    """One line a score; with a heading and the collection in front where there are several."""
    table: list[tuple[object, ...]] = []
    for collection, of in lines.items():
        head = (collection,) if collection else ()
        table += [(*head, *row) for row in (*of, *same.get(collection, ()))]
    if "" not in lines:
        table.insert(0, ("collection", *FIELDS))
    return "\n".join("\t".join(map(cell, row)) for row in table)


def json_text(
    of: Mapping[str, Evaluated], measures: Sequence[Measure], lines: Rows, same: Rows, warnings: Sequence[str]
) -> str:
    """The scores as one document; of several collections with the number of queries of each."""
    import json

    first = next(iter(of.values()))
    document: dict[str, Any] = {
        "format": "irassay.scores/1",
        "signatures": signatures(first.scores, measures),
        "queries": sum(len(one.scores.queries) for one in of.values()),
        "warnings": list(warnings),
    }
    if "" not in of:
        document["collections"] = {name: len(one.scores.queries) for name, one in of.items()}
    document["scores"] = [
        ({"collection": name} if name else {}) | dict(zip(FIELDS, row, strict=True))
        for name, table in lines.items()
        for row in table
    ]
    if same:
        groups = {name: same_runs.groups(table) for name, table in same.items()}
        document["same"] = groups.get("", groups)
    return json.dumps(document, indent=1, ensure_ascii=False)


def signatures(scores: Scores, measures: Sequence[Measure]) -> list[str]:
    """What the scores of these measures depend on; the same for all collections."""
    return [scores.signatures[scores.measures.index(measure)] for measure in measures]
