"""`irassay eval`: scores of runs, by system or by query. Runs on the kernel alone: nothing heavy is imported."""

from __future__ import annotations

from irassay.cli import options, output
from irassay.cli.answers import same_runs
from irassay.cli.answers.eval_notes import Notes, hidden_measures, not_sampled
from irassay.cli.answers.scoring import Scoring
from irassay.cli.inputs import Inputs
from irassay.drawing.tables.text import Column, cell, filled, lines_of
from irassay.wording import count, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from irassay.cli.parser import Parser
    from irassay.collection.reading import Reading
    from irassay.drawing.terminal import Screen
    from irassay.measures import Measure
    from irassay.scoring import Scores

    Row: TypeAlias = tuple[str, str, str, float]

DEFAULT = ("nDCG@10", "Judged@10")
DONE = "scored"  # what "nothing was" where input can't be used
# Options that stand in the provenance.
RECORDED = (
    *("queries", "ties", "compat", "residual", "per_query", "input_format", "grade_scale", "label_map"),
    *("duplicates", "doc_texts"),
)
ALL = "all"  # stands for the query where a value is over all queries, as in trec_eval


def configure(parser: Parser) -> None:
    """The options of `eval`."""
    options.add(
        parser,
        *("qrels", "runs", "measures", "per_query", "sort", "ties", "queries", "compat", "residual"),
        *("doc_texts", "duplicates"),
        *("format", "output", "input_format", "grade_scale", "label_map", "threads"),
        format={"choices": ("table", "tsv", "json", "markdown")},
        measures={"shown": "nDCG@10 and Judged@10"},
        doc_texts={"help": "the documents' texts, tab-separated or JSON lines: for --duplicates"},
    )
    parser.examples = (
        "irassay eval qrels.txt runs/ -m nDCG@10 -m 'AP(rel=2)'",
        "irassay eval qrels.txt runs/ -m nDCG@10 -q | irassay compare --scores -",
    )


def run(args: argparse.Namespace) -> int:
    """Score and print."""
    from irassay.measures import parse_all

    measures = parse_all(args.measures or DEFAULT)
    output.all_writable((args.output,), (args.qrels, *args.runs))
    inputs = Inputs(
        args.qrels, args.runs, input_format=args.input_format, grade_scale=args.grade_scale, label_map=args.label_map,
        residual=args.residual, duplicates=args.duplicates, doc_texts=args.doc_texts, threads=args.threads,
    )  # fmt: skip
    scoring = Scoring(ties=args.ties, queries=args.queries, compat=args.compat)
    scores, labels, readings = scoring.evaluate_files(inputs, [*measures, *hidden_measures(measures)], args.screen)
    notes = Notes(scores, measures, readings, by_default=not args.measures, of_labels=not_sampled(labels))
    out = output.Output(args.screen, args.output, args.format, args.color)
    settings = options.recorded(args, *RECORDED)
    with out.answer(lambda: _provenance(scores, measures, readings, settings)) as screen:
        if out.form in ("table", "markdown"):
            systems = order(scores, measures[0], args.sort)
            tables = [_by_system(scores, measures, systems)]
            if args.per_query:
                tables = [_by_query(scores, measure, systems, notes) for measure in measures]
            _print_tables(tables, out.form, screen)
        else:
            lines = query_rows(scores, measures) if args.per_query else mean_rows(scores, measures)
            same = same_runs.rows(scores, measures, readings, inputs, scoring) if args.per_query else None
            if out.form == "json":
                screen.result(_json(lines, same, scores, measures, notes.warnings()))
            else:
                screen.result("\n".join("\t".join(map(cell, row)) for row in (*lines, *(same or ()))))
    for warning in notes.warnings():
        args.screen.warn(warning)
    if out.form == "table":
        _explain(notes.sentences(), args.screen)
        from irassay.cli.next_command import next_command

        verb = "compare" if len(scores.systems) > 1 else "check"
        args.screen.next(next_command(verb, args.texts, given_to="eval"))
    return 0


def mean_rows(scores: Scores, measures: Sequence[Measure]) -> list[Row]:
    """System, "all", measure, mean: systems and measures as given."""
    which = [(scores.measures.index(measure), str(measure)) for measure in measures]
    return [
        (system, ALL, name, scores.summary_view[m, 0, s])
        for s, system in enumerate(scores.systems)
        for m, name in which
    ]


def query_rows(scores: Scores, measures: Sequence[Measure]) -> list[Row]:
    """System, query, measure, value: systems and measures as given, queries in byte order."""
    which = [(scores.measures.index(measure), str(measure)) for measure in measures]
    return [
        (system, query, name, scores.values_view[m, 0, s, q])
        for s, system in enumerate(scores.systems)
        for q, query in enumerate(scores.queries)
        for m, name in which
        if scores.values_view[m, 0, s, q] == scores.values_view[m, 0, s, q]  # NaN: the query doesn't count for it
    ]


def _json(
    lines: list[Row], same: list[Row] | None, scores: Scores, measures: Sequence[Measure], warnings: list[str]
) -> str:
    import json

    fields = ("system", "query", "measure", "value")
    document: dict[str, Any] = {
        "format": "irassay.scores/1",
        "signatures": _signatures(scores, measures),
        "queries": len(scores.queries),
        "warnings": warnings,
        "scores": [dict(zip(fields, row, strict=True)) for row in lines],
    }
    if same is not None:
        document["same"] = same_runs.groups(same)
    return json.dumps(document, indent=1, ensure_ascii=False)


def order(scores: Scores, first: Measure, sort: str) -> list[int]:
    """Systems in the order of the table."""
    systems = range(len(scores.systems))
    if sort == "name":
        return sorted(systems, key=lambda s: scores.systems[s].encode())
    if sort == "given":
        return list(systems)
    m = scores.measures.index(first)
    return sorted(systems, key=lambda s: -first.direction * scores.summary_view[m, 0, s])


def digits(measure: Measure) -> int:
    """Decimals that a person is shown: none for counts."""
    return 0 if measure.aggregate == "sum" else 4


def _by_system(scores: Scores, measures: Sequence[Measure], systems: Sequence[int]) -> list[Column]:
    columns = [Column("System", [scores.systems[s] for s in systems], name=True)]
    for measure in measures:
        m = scores.measures.index(measure)
        columns.append(Column(str(measure), [number(scores.summary_view[m, 0, s], digits(measure)) for s in systems]))
    return columns


def _by_query(scores: Scores, measure: Measure, systems: Sequence[int], notes: Notes) -> list[Column]:
    m = scores.measures.index(measure)
    reasons = [*notes.of_queries(measure), f"{count(len(scores.queries))} queries"]
    last = "sum" if measure.aggregate == "sum" else "mean"
    columns = [Column(str(measure), [*scores.queries, last], name=True)]
    for s in systems:
        values = [scores.values_view[m, 0, s, q] for q in range(len(scores.queries))]
        cells = [number(v, digits(measure)) for v in (*values, scores.summary_view[m, 0, s])]
        columns.append(Column(scores.systems[s], cells))
    return [*columns, Column("", reasons, align="left")]


def _print_tables(tables: Sequence[list[Column]], form: str, screen: Screen) -> None:
    if form == "markdown":
        from irassay.drawing.tables.markdown import markdown_table

        screen.result("\n\n".join(map(markdown_table, tables)))
        return
    for i, columns in enumerate(tables):
        if i:
            screen.result()
        print_table(columns, screen)


def print_table(columns: list[Column], screen: Screen) -> None:
    """A table with bold headings, in as many blocks as the screen is narrow."""
    for i, block in enumerate(lines_of(columns, screen.width)):
        if i:
            screen.result()
        screen.result("\n".join([screen.style(block[0], "bold"), *block[1:]]))


def _explain(sentences: list[str], screen: Screen) -> None:
    if sentences:
        screen.explain()
        screen.explain(filled(" ".join(sentences), screen.prose))


def _signatures(scores: Scores, measures: Sequence[Measure]) -> list[str]:
    return [scores.signatures[scores.measures.index(measure)] for measure in measures]


def _provenance(
    scores: Scores, measures: Sequence[Measure], readings: Sequence[Reading], settings: dict[str, Any]
) -> dict[str, Any]:
    from irassay.provenance import Provenance, versions

    inputs = {reading.source: reading.sha256 for reading in readings}
    return Provenance(inputs, settings, 0, versions(), _signatures(scores, measures)).to_dict()
