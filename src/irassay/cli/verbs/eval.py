"""`irassay eval`: scores of runs, by system or by query. Runs on the kernel alone: nothing heavy is imported."""

from __future__ import annotations

from irassay.cli import options, output
from irassay.cli.answers import same_runs
from irassay.cli.answers.scoring import Scoring
from irassay.cli.inputs import Inputs
from irassay.drawing.tables.text import Column, cell, filled, lines_of
from irassay.errors import UsageError
from irassay.wording import count, listed, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    from irassay.cli.answers.eval_notes import Notes
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
    *(
        "queries",
        "ties",
        "compat",
        "max_docs",
        "residual",
        "per_query",
        "no_summary",
        "input_format",
        "grade_scale",
        "label_map",
    ),
    *("duplicates", "doc_texts"),
)
ALL = "all"  # stands for the query where a value is over all queries, as in trec_eval
BY_QUERY = "by query"
LAST_ROW = {"mean": "mean", "sum": "sum", "geometric": "geometric mean"}


def configure(parser: Parser) -> None:
    """The options of `eval`."""
    options.add(
        parser,
        *(
            "qrels",
            "runs",
            "measures",
            "per_query",
            "no_summary",
            "sort",
            "ties",
            "queries",
            "compat",
            "max_docs",
            "residual",
        ),
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
    from irassay.cli.answers.eval_notes import Notes, hidden_measures, not_sampled
    from irassay.measures import names_as_asked

    names = names_as_asked(args.measures or DEFAULT)
    measures = list(names)
    output.all_writable((args.output,), (args.qrels, *args.runs))
    inputs = Inputs(
        args.qrels, args.runs, input_format=args.input_format, grade_scale=args.grade_scale, label_map=args.label_map,
        residual=args.residual, max_docs=args.max_docs, duplicates=args.duplicates, doc_texts=args.doc_texts,
        threads=args.threads,
    )  # fmt: skip
    parts = _parts(args.per_query, args.no_summary)
    scoring = Scoring(ties=args.ties, queries=args.queries, compat=args.compat)
    scores, labels, readings = scoring.evaluate_files(inputs, [*measures, *hidden_measures(measures)], args.screen)
    notes = Notes(scores, measures, readings, by_default=not args.measures, of_labels=not_sampled(labels))
    out = output.Output(args.screen, args.output, args.format, args.color)
    settings = options.recorded(args, *RECORDED)
    with out.answer(lambda: _provenance(scores, measures, readings, settings)) as screen:
        if out.form in ("table", "markdown"):
            systems = order(scores, measures[0], args.sort)
            tables = [_by_system(scores, names, systems)]
            if args.per_query:
                tables = [_by_query(scores, measure, name, systems, notes, parts) for measure, name in names.items()]
            _print_tables(tables, out.form, screen)
        else:
            lines = rows(scores, names, parts)
            same = same_runs.rows(scores, names, readings, inputs, scoring) if args.per_query else None
            if out.form == "json":
                screen.result(_json(lines, same, scores, measures, notes.warnings()))
            else:
                screen.result("\n".join("\t".join(map(cell, row)) for row in (*lines, *(same or ()))))
    for warning in (*_without(args.measures), *notes.warnings()):
        args.screen.warn(warning)
    if out.form == "table":
        _explain(notes.sentences(), args.screen)
        if args.max_docs is None:  # no other verb drops documents
            from irassay.cli.next_command import next_command

            verb = "compare" if len(scores.systems) > 1 else "check"
            args.screen.next(next_command(verb, args.texts, given_to="eval"))
    return 0


def _without(asked: Sequence[str]) -> list[str]:
    from irassay.measures.trec_names import lacking

    return [f"{name} without {listed(lacking(name))}, which irassay lacks" for name in asked if lacking(name)]


def _parts(per_query: bool, no_summary: bool) -> tuple[str, ...]:
    if no_summary and not per_query:
        raise UsageError("--no-summary needs --per-query: without both nothing is left to print")
    return tuple(name for name, wanted in ((BY_QUERY, per_query), (ALL, not no_summary)) if wanted)


def rows(scores: Scores, names: Mapping[Measure, str], parts: Sequence[str]) -> list[Row]:
    """System, query, measure, value: systems and measures as given, a system's queries in byte order, then "all"."""
    which = [(scores.measures.index(measure), name) for measure, name in names.items()]
    lines: list[Row] = []
    for s, system in enumerate(scores.systems):
        if BY_QUERY in parts:
            for q, query in enumerate(scores.queries):
                values = [(name, scores.values_view[m, 0, s, q]) for m, name in which]
                lines += [(system, query, name, x) for name, x in values if x == x]  # NaN: it doesn't count here
        if ALL in parts:
            lines += [(system, ALL, name, scores.summary_view[m, 0, s]) for m, name in which]
    return lines


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


def _by_system(scores: Scores, names: Mapping[Measure, str], systems: Sequence[int]) -> list[Column]:
    columns = [Column("System", [scores.systems[s] for s in systems], name=True)]
    for measure, name in names.items():
        m = scores.measures.index(measure)
        columns.append(Column(name, [number(scores.summary_view[m, 0, s], digits(measure)) for s in systems]))
    return columns


def _by_query(
    scores: Scores, measure: Measure, name: str, systems: Sequence[int], notes: Notes, parts: Sequence[str]
) -> list[Column]:
    m = scores.measures.index(measure)
    last = 1 if ALL in parts else 0
    columns = [Column(name, [*scores.queries, *[LAST_ROW[measure.aggregate]] * last], name=True)]
    for s in systems:
        values = [scores.values_view[m, 0, s, q] for q in range(len(scores.queries))]
        values += [scores.summary_view[m, 0, s]] * last
        columns.append(Column(scores.systems[s], [number(v, digits(measure)) for v in values]))
    reasons = [*notes.of_queries(measure), *[f"{count(len(scores.queries))} queries"] * last]
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
