"""`irassay track`: what a track's overview reports, as a page."""

from __future__ import annotations

from irassay.cli import options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser

HELP = "A track's overview: who took part, who scored what, and what kinds of runs and queries make of it."

DONE = "reported"


def configure(parser: Parser) -> None:
    """The options of `track`."""
    options.add(
        parser,
        *("qrels", "runs", "measures", "output", "metadata", "query_texts", "sparse_qrels", "doc_attribute"),
        *("passage_qrels", "passage_to_document"),
        *("ties", "alpha", "seed", "threads", "figures", "figure_format", "sheets"),
        measures={
            "help": "a measure; the first is the main one, repeat it for more",
            "shown": "nDCG@10, NCG@100, AP(rel=2), RR(rel=2)",
        },
        query_texts={"spelling": ("--queries",)},
        output={
            "help": "where to write: .html, .json, .csv, .tsv, .tex or .txt, by suffix",
            "default": "track.html",
            "shown": "track.html",
        },
    )
    parser.examples = (
        "irassay track qrels.txt runs/ --metadata runs.csv --queries queries.tsv",
        "irassay track qrels.txt runs/ --sparse-qrels clicks.txt -o results.tex",
        "irassay track qrels.txt runs/ --metadata runs.csv --sheets sheets/",
    )


def run(args: argparse.Namespace) -> int:
    """Make the page and say what its headline is."""
    from irassay.cli.report import sheets_written, size_of, written
    from irassay.errors import UsageError, cut
    from irassay.reporting import sheets, write, write_figures
    from irassay.reporting.sheets import folder_for
    from irassay.reporting.write import writer_for
    from irassay.studies.deep_learning_track import track

    writer_for(args.output)
    if args.sheets:
        folder_for(args.sheets)
    beside = (args.metadata, args.query_texts, args.sparse_qrels, args.doc_attribute)
    if args.output in (args.qrels, *args.runs, *beside, args.passage_qrels, args.passage_to_document):
        raise UsageError(f"--output {cut(args.output)} is one of the inputs; files are never changed in place")
    chosen = {"measures": args.measures} if args.measures else {}
    result = track(
        args.qrels,
        args.runs,
        metadata=args.metadata,
        query_texts=args.query_texts,
        sparse_qrels=args.sparse_qrels,
        doc_attribute=args.doc_attribute,
        passage_qrels=args.passage_qrels,
        passage_to_document=args.passage_to_document,
        alpha=args.alpha,
        ties=args.ties,
        seed=args.seed,
        threads=args.threads,
        **chosen,
    )
    write(result, args.output)
    args.screen.result(f"{args.output}  {size_of(args.output)}")
    if args.figures:
        paths = write_figures(result, args.figures, format=args.figure_format)
        args.screen.result(written(paths, args.figures))
    if args.sheets:
        pages = sheets(
            args.qrels, args.runs, to=args.sheets, measures=result.provenance.options["measures"],
            query_texts=args.query_texts, ties=args.ties, alpha=args.alpha, seed=args.seed, threads=args.threads,
        )  # fmt: skip
        args.screen.result(sheets_written(len(pages), args.sheets))
    args.screen.result(f"{result.title} {result.standfirst}")
    args.screen.next(f"open {args.output}")
    return 0
