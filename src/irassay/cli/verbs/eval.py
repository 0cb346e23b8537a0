"""`irassay eval`: scores of runs, by system or by query. Runs on the kernel alone: nothing heavy is imported."""

from __future__ import annotations

from irassay.cli import inputs, options, output
from irassay.cli.answers.eval_notes import Notes, hidden_measures, not_sampled
from irassay.drawing.tables.text import Column, cell, filled, lines_of
from irassay.wording import count, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from irassay.cli.parser import Parser
    from irassay.collection.qrels import Qrels
    from irassay.collection.reading import Reading
    from irassay.drawing.terminal import Screen
    from irassay.measures import Measure
    from irassay.scoring import Scores

HELP = "Scores of runs, averaged over the labelled queries or one line a query."
DEFAULT = ("nDCG@10", "Judged@10")
DONE = "scored"  # what "nothing was" where input can't be used
ALL = "all"  # stands for the query where a value is over all queries, as in trec_eval


def configure(parser: Parser) -> None:
    """The options of `eval`."""
    options.add(
        parser,
        *("qrels", "runs", "measures", "per_query", "sort", "ties", "queries", "compat", "residual"),
        *("doc_texts", "duplicates"),
        *("format", "output", "input_format", "grade_scale", "threads"),
        format={"choices": ("table", "tsv", "json")},
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

    shown = parse_all(args.measures or DEFAULT)
    if args.output:
        output.writable(args.output, [args.qrels, *args.runs])
    scores, labels, readings = _score(args, [*shown, *hidden_measures(shown)])
    notes = Notes(scores, shown, readings, by_default=not args.measures, of_labels=not_sampled(labels))
    form = output.form(args)
    with output.Answer(args, lambda: _provenance(args, scores, shown, readings)) as screen:
        if form == "json":
            _json(args, scores, shown, notes, readings, screen)
        elif form == "tsv":
            lines = rows(scores, shown, args.per_query)
            if args.per_query:
                from irassay.cli.answers import same_runs

                lines += same_runs.rows(args, scores, shown, readings)
            screen.result("\n".join("\t".join(map(cell, row)) for row in lines))
        elif args.per_query:
            _by_query(args, scores, shown, notes, screen)
        else:
            _by_system(args, scores, shown, screen)
    for warning in notes.warnings():
        args.screen.warn(warning)
    if form == "table":
        _say(args, notes.sentences())
        _next(args, scores, shown)
    return 0


def _score(args: argparse.Namespace, measures: list[Measure]) -> tuple[Scores, Qrels, Sequence[Reading]]:
    from irassay.scoring import evaluate_with_readings

    if inputs.as_one(args):
        return _score_as_one(args, measures)
    scores, qrels, readings = evaluate_with_readings(
        inputs.labels(args),
        args.runs,
        measures,
        queries=args.queries,
        ties=args.ties,
        compat=args.compat,
        input_format=inputs.formats(args)[1],
        residual=inputs.earlier(args),
        threads=args.threads,
    )
    return scores, qrels, [*qrels.readings, *readings]


def _score_as_one(args: argparse.Namespace, measures: list[Measure]) -> tuple[Scores, Qrels, Sequence[Reading]]:
    """Documents with the same text as one."""
    from irassay.scoring import evaluate

    qrels, runs = inputs.merged(
        args,
        inputs.labels(args),
        inputs.rankings(args, args.runs),
    )
    scores = evaluate(
        qrels, runs, measures, queries=args.queries, ties=args.ties, compat=args.compat, threads=args.threads
    )
    return scores, qrels, [*qrels.readings, *runs.readings]


def rows(scores: Scores, shown: Sequence[Measure], per_query: bool) -> list[tuple[str, str, str, float]]:
    """System, query, measure, value: systems and measures as given, queries in byte order."""
    which = [(scores.measures.index(measure), str(measure)) for measure in shown]
    if not per_query:
        return [
            (system, ALL, name, scores.summary_view[m, 0, s])
            for s, system in enumerate(scores.systems)
            for m, name in which
        ]
    return [
        (system, query, name, scores.values_view[m, 0, s, q])
        for s, system in enumerate(scores.systems)
        for q, query in enumerate(scores.queries)
        for m, name in which
        if scores.values_view[m, 0, s, q] == scores.values_view[m, 0, s, q]  # NaN: the query doesn't count for it
    ]


def _json(
    args: argparse.Namespace,
    scores: Scores,
    shown: Sequence[Measure],
    notes: Notes,
    readings: Sequence[Reading],
    screen: Screen,
) -> None:
    import json

    fields = ("system", "query", "measure", "value")
    document: dict[str, Any] = {
        "format": "irassay.scores/1",
        "signatures": _signatures(scores, shown),
        "queries": len(scores.queries),
        "warnings": notes.warnings(),
        "scores": [dict(zip(fields, row, strict=True)) for row in rows(scores, shown, args.per_query)],
    }
    if args.per_query:
        from irassay.cli.answers import same_runs

        document["same"] = same_runs.groups(args, scores, shown, readings)
    screen.result(json.dumps(document, indent=1, ensure_ascii=False))


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


def _by_system(args: argparse.Namespace, scores: Scores, shown: Sequence[Measure], screen: Screen) -> None:
    chosen = order(scores, shown[0], args.sort)
    columns = [Column("System", [scores.systems[s] for s in chosen], name=True)]
    for measure in shown:
        m = scores.measures.index(measure)
        columns.append(Column(str(measure), [number(scores.summary_view[m, 0, s], digits(measure)) for s in chosen]))
    print_table(columns, screen)


def _by_query(args: argparse.Namespace, scores: Scores, shown: Sequence[Measure], notes: Notes, screen: Screen) -> None:
    chosen = order(scores, shown[0], args.sort)
    for i, measure in enumerate(shown):
        if i:
            screen.result()
        m = scores.measures.index(measure)
        said = [*notes.of_queries(measure), f"{count(len(scores.queries))} queries"]
        last = "sum" if measure.aggregate == "sum" else "mean"
        columns = [Column(str(measure), [*scores.queries, last], name=True)]
        for s in chosen:
            values = [scores.values_view[m, 0, s, q] for q in range(len(scores.queries))]
            cells = [number(v, digits(measure)) for v in (*values, scores.summary_view[m, 0, s])]
            columns.append(Column(scores.systems[s], cells))
        columns.append(Column("", said, align="left"))
        print_table(columns, screen)


def print_table(columns: list[Column], screen: Screen) -> None:
    """A table with bold headings, in as many blocks as the screen is narrow."""
    for i, block in enumerate(lines_of(columns, screen.width)):
        if i:
            screen.result()
        screen.result("\n".join([screen.style(block[0], "bold"), *block[1:]]))


def _say(args: argparse.Namespace, sentences: list[str]) -> None:
    if sentences:
        args.screen.explain()
        args.screen.explain(filled(" ".join(sentences), args.screen.prose))


def _next(args: argparse.Namespace, scores: Scores, shown: Sequence[Measure]) -> None:
    if len(scores.systems) > 1:
        args.screen.next(output.command_on(args, "compare", shown[0]))
    else:
        args.screen.next(output.command_on(args, "check", shown[0]))


def _signatures(scores: Scores, shown: Sequence[Measure]) -> list[str]:
    return [scores.signatures[scores.measures.index(measure)] for measure in shown]


def _provenance(
    args: argparse.Namespace, scores: Scores, shown: Sequence[Measure], readings: Sequence[Reading]
) -> dict[str, Any]:
    from irassay.provenance import Provenance, versions

    inputs = {reading.source: reading.sha256 for reading in readings}
    given = (
        "queries",
        "ties",
        "compat",
        "residual",
        "per_query",
        "input_format",
        "grade_scale",
        "duplicates",
        "doc_texts",
    )
    chosen = {name: getattr(args, name) for name in given if getattr(args, name)}
    return Provenance(inputs, chosen, 0, versions(), _signatures(scores, shown)).to_dict()
